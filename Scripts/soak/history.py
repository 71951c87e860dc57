"""What happened, as those outside saw it: who was promised what, and what each one was given."""
import random
from dataclasses import dataclass, field


@dataclass
class Given:
    """What one listener has received: (seq, sender, text) in the order of arrival, over all its connections."""
    session: str
    role: str
    peer: str
    start: int
    entries: list = field(default_factory=list)
    position: int = 0
    resumes: list = field(default_factory=list)  # (after, replayed, seq of the hello)


@dataclass
class Life:
    """One page from its READY to its end."""
    session: str
    peer: str
    ready_seq: int = 0
    passes: set = field(default_factory=set)
    state: dict = field(default_factory=dict)
    is_over: bool = False


class History:
    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.acks = {}  # (session, role, peer, id): seq
        self.dispatched = {}  # (session, role, peer, id): text of the action
        self.excused = set()  # the same, for those that were refused at least once: their sender sent them later again
        self.newest = {}  # session: highest seq promised to anyone
        self.epochs = {}
        self.given = []
        self.lives = []
        self.faults = []
        self.counts = {}

    def fault(self, text):
        if len(self.faults) < 200:
            self.faults.append(text)

    def count(self, what, by=1):
        self.counts[what] = self.counts.get(what, 0) + by

    def greeted(self, hello, least):
        """`least`: the newest seq that was confirmed to anyone before the connection was asked for."""
        session, epoch = hello["session"], hello["epoch"]
        if self.epochs.setdefault(session, epoch) != epoch:
            self.fault(f"{session}: another epoch: its records were lost")
        if hello["seq"] < least:
            self.fault(f"{session}: hello says seq {hello['seq']}, confirmed was {least}")

    def promised(self, key, seq):
        known = self.acks.setdefault(key, seq)
        if known != seq:
            self.fault(f"{key}: confirmed as {known}, then as {seq}")
        self.newest[key[0]] = max(self.newest.get(key[0], 0), seq)
        self.count("acks")
