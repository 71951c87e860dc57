"""What is surely on record of a room, or was before it was trimmed: from confirmations and from the record itself."""
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import NamedTuple

JUMP = 10_000  # so many numbers nobody has seen: not records that are unknown, but what a crash leaves out…
UNSEEN = 64  # …and perhaps a few that nobody was told of before it
ENVELOPE, LARGEST = 128, 41_000  # bytes of a record beside the action; of the largest record


class Entry(NamedTuple):
    seq: int
    role: str
    peer: str
    text: str

    @property
    def kind(self):
        return self.text.split('"', 4)[3]  # {"type":"KIND",…

    @classmethod
    def of(cls, line):
        return cls(line["seq"], line["role"], line["peer"], line["text"])


class Known:
    def __init__(self, history, room, record):
        self.history, self.room = history, room
        self.places = {}  # key: every seq it is on record as
        self._by_seq = {}
        for line in [*history.audited.get(room, {}).values(), *record]:
            self._learn(Entry.of(line))
        for key, seqs in history.acks.items():
            if key[0] == room:
                for seq in seqs:
                    self._learn(Entry(seq, key[1], key[2], history.dispatched[key]), key)
        self.entries = [entry for _, entry in sorted(self._by_seq.items())]
        self.seqs = [entry.seq for entry in self.entries]
        self._keys = {(key[1], key[2], text): key for key, text in history.dispatched.items() if key[0] == room}
        for entry in self.entries:
            key = self.key_of(entry)
            if key:
                self.places.setdefault(key, []).append(entry.seq)
        self._weigh()

    def _learn(self, entry, key=None):
        known = self._by_seq.setdefault(entry.seq, entry)
        if known != entry:
            who = f"{key}: confirmed as {entry.seq}" if key else f"{self.room}: seq {entry.seq} is {entry.text[:80]}"
            self.history.fault(f"{who}, where the record has {known.peer}: {known.text[:80]}")

    def key_of(self, entry):
        return self._keys.get((entry.role, entry.peer, entry.text))

    def _weigh(self):
        """Up to each entry, how many records there can be at the most, and how many bytes."""
        gaps = [b - a - 1 for a, b in zip([self.seqs[0] - 1, *self.seqs], self.seqs)] if self.seqs else []
        gaps = [gap if gap < JUMP else UNSEEN for gap in gaps]
        self._counts = [0, *accumulate(gap + 1 for gap in gaps)]
        self._sizes = [0, *accumulate(
            gap * LARGEST + len(entry.text) + ENVELOPE for gap, entry in zip(gaps, self.entries))]
        # Behind each moment of dispatch, the lowest seq of what was dispatched later.
        times = sorted(((self.history.dispatched_at.get(key, 0.0), seqs[0]) for key, seqs in self.places.items()))
        self._times = [time for time, _ in times]
        self._lowest = list(accumulate((seq for _, seq in reversed(times)), min))[::-1]

    def behind(self, after, up_to):
        return self.entries[bisect_right(self.seqs, after) : bisect_right(self.seqs, up_to)]

    def newest_at(self, moment):
        """No number above this was given out by then: what was dispatched later has a higher one."""
        index = bisect_right(self._times, moment)
        return self._lowest[index] - 1 if index < len(self._lowest) else self.seqs[-1]

    def may_lack(self, below, newest, moment):
        """Whether all that is known below `below` may have been let go of when `newest` was on record."""
        first = bisect_left(self.seqs, below)
        if first == 0:
            return True
        key = self.key_of(self.entries[first - 1])
        return self.may_drop(below, newest, moment - self.history.dispatched_at.get(key, 0.0))

    def may_drop(self, below, newest, age=float("inf")):
        """Whether anything below `below`, so old, may have been let go of when `newest` was on record."""
        first, end = bisect_left(self.seqs, below), bisect_right(self.seqs, newest)
        # What was given out and is not known yet lies behind the last one that is.
        unseen = max(0, newest - self.seqs[end - 1]) if end else 0
        unseen = unseen if unseen < JUMP else UNSEEN
        count = self._counts[end] - self._counts[first] + unseen
        return self.history.retention.may_drop(count, self._sizes[end] - self._sizes[first] + unseen * LARGEST, age)
