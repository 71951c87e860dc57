"""What is done to the server and to the peers while they work."""
import asyncio
import tempfile
import time
from pathlib import Path


class Faults:
    def __init__(self, history, server, proxy, disk, crowd, only=()):
        """`only`: names of the methods that are to come up; none: all of them."""
        self.history, self.dice, self.server, self.proxy, self.disk = history, history.dice, server, proxy, disk
        self.crowd = crowd
        self.snapshots = []
        # How often each comes up, in parts of the sum.
        self._kinds = {
            self.kill: 4, self.terminate: 2, self.freeze: 3, self.cut_all: 3, self.cut_some: 6, self.hold: 3,
            self.refuse: 2, self.fill_disk: 2, self.reload: 4, self.fall_asleep: 4, self.flood: 3,
            self.snapshot: 1, self.burst: 3, self.delete: 6,
        }
        if only:
            self._kinds = {kind: weight for kind, weight in self._kinds.items() if kind.__name__ in only}

    async def run(self, seconds):
        end = time.monotonic() + seconds
        due = [kind for kind in (self.delete, self.kill) if kind in self._kinds]  # also in the shortest of rounds
        while time.monotonic() < end:
            await asyncio.sleep(self.dice.uniform(0.2, 2.0))
            kind = due.pop() if due else self.dice.choices(list(self._kinds), list(self._kinds.values()))[0]
            self.history.count(f"fault: {kind.__name__}")
            await kind()

    async def kill(self):
        """In the middle of anything; now and then again while it starts."""
        for _ in range(1 + (self.dice.random() < 0.2)):
            await self.server.kill()
            await asyncio.sleep(self.dice.uniform(0.0, 0.5))
            await self.server.start()

    async def terminate(self):
        await self.server.stop()
        await asyncio.sleep(self.dice.uniform(0.0, 0.5))
        await self.server.start()

    async def freeze(self):
        self.server.freeze()
        await asyncio.sleep(self.dice.uniform(0.05, 3.0))
        self.server.thaw()

    async def cut_all(self):
        self.proxy.cut()

    async def cut_some(self):
        self.proxy.cut(0.4, self.dice)

    async def hold(self):
        """As if a cable were pulled; then everything that was held breaks."""
        self.proxy.hold()
        await asyncio.sleep(self.dice.uniform(0.1, 3.0))
        if self.dice.random() < 0.5:
            self.proxy.cut()
        self.proxy.let_go()

    async def refuse(self):
        self.proxy.refuse()
        await asyncio.sleep(self.dice.uniform(0.1, 2.0))
        self.proxy.let_go()

    async def fill_disk(self):
        """Also killed with the disk full, and started on it."""
        self.disk.fill(self.server.pid)
        await asyncio.sleep(self.dice.uniform(0.2, 3.0))
        if self.dice.random() < 0.3:
            await self.server.kill()
            self.disk.free(None)
            await self.server.start()
        else:
            self.disk.free(self.server.pid)
            await asyncio.sleep(1.5)

    async def reload(self):
        self.crowd.renew_page()

    async def fall_asleep(self):
        """Some stop reading for a while."""
        for peer in self.crowd.everyone():
            if self.dice.random() < 0.4:
                peer.asleep_until = time.monotonic() + self.dice.uniform(0.5, 8.0)

    async def flood(self):
        """Too much for those who do not read: they are closed as slow, and come back for more than fits a queue."""
        speaker = self.dice.choice(self.crowd.outboxes())
        for peer in self.crowd.everyone():
            if peer is not speaker:
                peer.asleep_until = time.monotonic() + self.dice.uniform(2.0, 5.0)
        for _ in range(self.dice.randint(100, 300)):
            self.crowd.dispatch_large(speaker)

    async def snapshot(self):
        """The files as they lie at one moment, to be opened later: what was confirmed by then must be in them."""
        if sum(path.stat().st_size for path in self.server.data.iterdir()) > 256 << 20 or len(self.snapshots) > 3:
            return
        folder = Path(tempfile.mkdtemp(prefix="tmaps-soak-copy-"))
        promised = {key: seqs[-1] for key, seqs in self.history.acks.items()}
        self.snapshots.append((folder, promised, set(self.history.over), await self.server.copy_on(folder)))

    async def burst(self):
        """More than is kept, in a few lists; the server trims when so much has been written."""
        self.crowd.burst(self.dice.randint(1, 8))

    async def delete(self):
        """A session is deleted in which all are busy, and then made again; at times killed right behind the answer, so
        that what was confirmed is all there is, or while it works on it."""
        room = self.crowd.deletable()
        if room is None:
            return
        when = self.dice.choices(["never", "behind", "during"], [4, 4, 2])[0]
        if when == "during":
            await asyncio.gather(room.delete(), self._kill_soon())
        else:
            await room.delete()
        if when == "behind":
            self.history.count("killed behind a delete")
            await self.server.kill()
            await self.server.start()
        self.crowd.make_again(room)

    async def _kill_soon(self):
        await asyncio.sleep(self.dice.uniform(0.0, 0.02))
        await self.server.kill()
        await self.server.start()
