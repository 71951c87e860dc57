"""What happened, as those outside saw it: who was promised what, and what each one was given."""
import random
import time
from dataclasses import dataclass, field

from .retention import Retention


@dataclass
class Given:
    """What one listener has received: (seq, sender, text) in the order of arrival, over all its connections."""
    room: str
    role: str
    peer: str
    start: int
    entries: list = field(default_factory=list)
    position: int = 0
    resumes: list = field(default_factory=list)  # (after, replayed, seq of the hello)
    holes: list = field(default_factory=list)  # (after, next): it was told that nothing in between is kept


@dataclass
class Life:
    """One page from its READY to its end."""
    room: str
    peer: str
    ready_seq: int = 0
    passes: set = field(default_factory=set)
    state: dict = field(default_factory=dict)
    is_over: bool = False


@dataclass
class Floor:
    """Someone was told, or saw, that nothing below `below` is kept any more."""
    room: str
    below: int
    at: float  # time.monotonic()
    who: str


class History:
    """A room is one life of a session: deleted and made anew under the same name it is another room."""

    def __init__(self, seed, retention=Retention()):
        self.dice = random.Random(seed)
        self.retention = retention
        self.acks = {}  # (room, role, peer, id): [seq, …], the later ones given when the first was kept no more
        self.dispatched = {}  # (room, role, peer, id): text of the action
        self.dispatched_at = {}  # the same: time.monotonic()
        self.excused = set()  # the same, for those that were refused at least once: their sender sent them later again
        self.strays = set()  # texts that were on their way, over HTTP, to a session that was deleted: to the old or new
        self.audited = {}  # room: {seq: entry} of its record, read now and then before it is trimmed
        self.floors = []
        self.newest = {}  # room: highest seq promised to anyone
        self.epochs = {}  # room: its epoch
        self.over = {}  # room: when its deletion was confirmed
        self.given = []
        self.lives = []
        self.faults = []
        self.counts = {}

    def fault(self, text):
        if len(self.faults) < 200:
            self.faults.append(text)

    def count(self, what, by=1):
        self.counts[what] = self.counts.get(what, 0) + by

    def dispatches(self, key, text):
        self.dispatched[key] = text
        self.dispatched_at[key] = time.monotonic()

    def greeted(self, room, hello, least, asked_at=0.0, is_ending=False):
        """False: this is another life of the session. `asked_at`: when the connection was asked for; `least`: the
        newest seq that was confirmed to anyone before that; `is_ending`: somebody deletes the session."""
        epoch = hello["epoch"]
        for earlier, moment in self.over.items():
            if epoch == self.epochs.get(earlier) and asked_at > moment:
                self.fault(f"{room}: epoch {epoch} of the deleted {earlier} is there again")
        if self.epochs.setdefault(room, epoch) != epoch:
            if not is_ending:
                self.fault(f"{room}: another epoch: its records were lost")
            return False
        if hello["seq"] < least:
            self.fault(f"{room}: hello says seq {hello['seq']}, confirmed was {least}")
        return True

    def promised(self, key, seq, is_duplicate=None):
        """`is_duplicate`: what the server said of it; None over HTTP, which does not say."""
        known = self.acks.setdefault(key, [])
        if seq not in known:
            if known and seq < known[-1]:
                self.fault(f"{key}: confirmed as {known[-1]}, then as {seq}")
            elif known:
                self.count("old ids taken anew")
                self.floor(key[0], known[-1] + 1, f"{key}, taken anew as {seq}")
            known.append(seq)
        elif is_duplicate is False:
            self.fault(f"{key}: confirmed as {seq} twice, and not called a duplicate")
        elif seq != known[-1]:
            self.fault(f"{key}: confirmed as {known[-1]}, then as {seq} again")
        self.newest[key[0]] = max(self.newest.get(key[0], 0), seq)
        self.count("acks")

    def refused_to_resume(self, given, message):
        """All that was missed is to be given, unless it is kept no more: then who asks is told from where on it is."""
        who, following = f"{given.room}/{given.peer}", message["next"]
        if message["reason"] != "trimmed" or following <= given.position:
            return self.fault(f"{who}: {message}, was at {given.position}")
        self.count("told of trimmed history")
        self.floor(given.room, following, f"{who}: {message}")
        given.holes.append((given.position, following))
        given.position = following - 1

    def floor(self, room, below, who):
        self.floors.append(Floor(room, below, time.monotonic(), who))
