"""How much of a session's record the server may let go of, as its flags say it."""
from dataclasses import dataclass

EVERYTHING = 10_000_000
BATCH_RECORDS, BATCH_BYTES = 1_000, 300 << 10  # what is let go goes by whole batches, which are no larger


@dataclass(frozen=True)
class Retention:
    count: int = EVERYTHING
    size: int = None  # bytes
    age: int = None  # seconds

    @property
    def flags(self):
        flags = ["--retain", str(self.count)]
        flags += ["--retain-bytes", str(self.size)] if self.size else []
        return flags + (["--retain-age", f"{self.age}s"] if self.age else [])

    def __str__(self):
        return " ".join(self.flags)

    def may_drop(self, count, size, age):
        """Whether a batch may go behind which at most so many records and bytes lie, and whose newest is at most so
        many seconds old."""
        return bool(
            count >= self.count or (self.size and size + BATCH_BYTES > self.size) or (self.age and age > self.age))

    def is_kept(self, texts):
        """Whether a record that was just trimmed is as short as it must be."""
        size = sum(map(len, texts))
        return len(texts) <= self.count + BATCH_RECORDS and (not self.size or size <= self.size + BATCH_BYTES)

    @classmethod
    def of_round(cls, number):
        """The first round trims by count, the next ones also by size, by age, and not at all."""
        return [cls(200), cls(size=1 << 20), cls(), cls(1_000, age=5)][number % 4]
