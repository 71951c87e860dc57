"""`python -m soak`: see Scripts/soak/__init__.py. Ends with 0 when nothing was lost, doubled or out of order."""
import argparse
import asyncio
import json
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from .check import verify
from .faults import Faults
from .history import History
from .known import Known
from .proxy import Proxy
from .record import Auditor, read_record
from .retention import Retention
from .rooms import Crowd, Room
from .server import Disk, Server

SESSIONS = ["hall", "lobby", "tower"]  # nobody deletes these
ANNEXES = ["annex", "booth"]
PATIENCE = 120  # seconds that everybody has to come to rest in the end


class Round:
    """One server on one folder: load and faults, then rest, then the reckoning."""

    def __init__(self, seed, rate, only, retention):
        self.history = History(seed, retention)
        self.rate, self.only = rate, only
        self.folder = Path(tempfile.mkdtemp(prefix="tmaps-soak-log-"))
        self.disk = Disk()
        self.proxy = Proxy()
        self.server = None
        self.rooms, self._auditors, self._renewals, self._left = [], [], [], []

    def _populate(self):
        for sessions, crowd in (SESSIONS, Crowd.FULL), (ANNEXES, Crowd.SMALL):
            self.rooms += [Room(self.history, self.proxy, name, self.rate, crowd=crowd).open() for name in sessions]
        auditors = [Auditor(self.history, self.server, room) for room in self.rooms if room.session in SESSIONS]
        self._auditors = [asyncio.create_task(auditor.run()) for auditor in auditors]

    async def run(self, seconds):
        started = time.monotonic()
        try:
            await self.proxy.start()
            self.server = Server(self.disk, self.folder, self.proxy, self.history.retention)
            await self.server.start()
            self.proxy.target = self.server.port
            self._populate()
            faults = Faults(self.history, self.server, self.proxy, self.disk, self, self.only)
            await faults.run(seconds)
            await self._rest()
            await self._reckon(faults.snapshots)
        finally:
            await self._clear_up()
        self.history.count("seconds", round(time.monotonic() - started))
        return self.history

    # what the faults take hold of

    def everyone(self):
        return [peer for room in self.rooms for peer in room.everyone()]

    def outboxes(self):
        return [peer for room in self.rooms for peer in room.outboxes()]

    def renew_page(self):
        self.history.dice.choice(self.rooms).renew_page()

    def dispatch_large(self, peer):
        peer.dispatch({"type": "SOAK" if peer.role == "client" else "TAP", "pad": "x" * 40_000})

    def burst(self, lists):
        self.history.dice.choice(self.rooms).poster.burst += lists

    def deletable(self):
        """A session that somebody has seen, and that is not being deleted."""
        rooms = [room for room in self.rooms if room.session in ANNEXES and not room.is_ending]
        return self.history.dice.choice([room for room in rooms if room.name in self.history.epochs] or [None])

    def make_again(self, room):
        """Beside what is done to the others meanwhile."""
        async def renewal():
            await room.be_left()
            self._left.append(room)
            self.rooms[self.rooms.index(room)] = await room.made_again()
        self._renewals.append(asyncio.create_task(renewal()))

    # the end

    async def _rest(self):
        """No more faults and nothing new: until all is confirmed, and everybody's last action has reached everybody."""
        self.proxy.let_go()
        await asyncio.gather(*self._renewals)
        for room in self.rooms:
            room.hush()
            room.poster.stop()
        pages = [page for room in self.rooms for page in room.pages.values()]
        await self._until("all confirmed", lambda: all(not peer.outbox for peer in self.outboxes()) and all(
            room.poster.is_idle for room in self.rooms))
        await self._until("pages at rest", lambda: not any(page.errands for page in pages))
        await self._until("pages' last words confirmed", lambda: not any(page.outbox for page in pages))
        for page in pages:
            page.dispatch({"type": "END"})
        await self._until("the end confirmed", lambda: not any(page.outbox for page in pages))
        ends = {room: self.history.newest[room.name] for room in self.rooms}
        await self._until("listeners at the end", lambda: all(
            listener.given and listener.given.position >= end
            for room, end in ends.items() for listener in room.listeners()))
        await asyncio.sleep(0.5)  # for what should not come

    async def _until(self, what, is_so):
        end = time.monotonic() + PATIENCE
        while not is_so():
            if time.monotonic() > end:
                return self.history.fault(f"not within {PATIENCE} s: {what}: {self._standing()}")
            await asyncio.sleep(0.05)

    def _standing(self):
        waiting = {peer.label: len(peer.outbox) for peer in self.outboxes() if peer.outbox}
        given = {f"{g.room}/{g.peer}": g.position for g in self.history.given}
        return {"not confirmed": waiting, "positions": given, "newest": self.history.newest}

    async def _reckon(self, snapshots):
        for auditor in self._auditors:
            auditor.cancel()
        truths = {room.name: await read_record(self.server.port, room.session) for room in self.rooms}
        self.history.count("recorded", sum(map(len, truths.values())))
        verify(self.history, {**truths, **{room.name: None for room in self._left}})
        await self.server.stop()
        await self.server.start()
        for room in self.rooms:
            await self._reckon_restart(room, truths[room.name])
        for snapshot in snapshots:
            await self._reckon_copy(*snapshot)
        for room in self.rooms:
            room.close()
        await self.server.stop()

    async def _reckon_restart(self, room, before):
        """A start trims: what is left is the end of what was there, all the limits grant and not much more."""
        end, after = time.monotonic() + PATIENCE, await read_record(self.server.port, room.session)
        while not self.history.retention.is_kept([entry["text"] for entry in after]):
            if time.monotonic() > end:
                return self.history.fault(f"{room}: {len(after)} records are kept, {self.history.retention}")
            await asyncio.sleep(0.1)
            after = await read_record(self.server.port, room.session)
        if after != before[len(before) - len(after):]:
            self.history.fault(f"{room}: the record has changed by a restart")
        if after and after != before:
            self.history.count("trims seen")
            known = Known(self.history, room.name, before)
            if not known.may_lack(after[0]["seq"], known.seqs[-1], time.monotonic()):
                self.history.fault(f"{room}: the restart left {len(after)} of {len(before)}, {self.history.retention}")

    async def _reckon_copy(self, folder, promised, over, copy):
        await asyncio.to_thread(copy.start)
        for room in self.rooms:
            status, _ = await asyncio.to_thread(copy.request, "GET", f"/v1/sessions/{room.session}")
            record = await read_record(copy.port, room.session) if status == 200 else []
            texts = [entry["text"] for entry in record if entry["text"] not in self.history.strays]
            again = [name for name in over for text in texts if f'"by":["{name}",' in text]
            if again:
                self.history.fault(f"{room}: deleted, and in a copy of the files: {again[:3]}")
            if room.session in SESSIONS:
                self._compare_copy(room, promised, record)
        await asyncio.to_thread(copy.stop)
        shutil.rmtree(folder)

    def _compare_copy(self, room, promised, record):
        on_record = {entry["seq"] for entry in record}
        known = Known(self.history, room.name, [])
        here = {key: seq for key, seq in promised.items() if key[0] == room.name}
        newest = max([*on_record, *here.values()], default=0)
        first = min(on_record, default=newest + 1)
        lost = [key for key, seq in here.items() if seq >= first and seq not in on_record]
        if lost:
            self.history.fault(f"{room}: confirmed, and not in a copy of the files: {lost[:3]}")
        if here and not known.may_lack(first, newest, time.monotonic()):
            self.history.fault(f"{room}: a copy of the files begins at {first}, {self.history.retention}")

    async def _clear_up(self):
        for task in [*self._auditors, *self._renewals]:
            task.cancel()
        for room in [*self.rooms, *self._left]:
            await room.clear_up()
        if self.proxy.port:
            await self.proxy.stop()
        if self.server:
            self.server.end()
        self.disk.remove()


def main():
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--round", type=float, default=240, help="seconds of load after which all is checked")
    parser.add_argument("--rate", type=float, default=40, help="actions a second of each client")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--first", type=int, default=0, help="which of the limits in retention.py comes first")
    parser.add_argument("--faults", default=[], type=lambda text: text.split(","), help="only these: kill,flood,…")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that server and disk are cleared up
    end, number, bad, total = time.monotonic() + options.seconds, 0, 0, {}
    while True:
        left = end - time.monotonic()
        if number and left < 5:
            break
        seed = options.seed + number
        retention = Retention.of_round(number + options.first)
        round_ = Round(seed, options.rate, options.faults, retention)
        history = asyncio.run(round_.run(min(options.round, max(left, 5))))
        number += 1
        for what, count in history.counts.items():
            total[what] = total.get(what, 0) + count
        settings = f"seed {seed}, disk {round_.disk.kind}, {retention}"
        print(f"round {number}, {settings}: {json.dumps(history.counts)}", flush=True)
        for fault in history.faults:
            print(f"  FAULT {fault}", flush=True)
        if history.faults:
            bad += len(history.faults)
            print(f"  the server's log: {round_.server.log}", flush=True)
        else:
            shutil.rmtree(round_.folder)
    done = f"{total.get('trims seen', 0)} trims seen, {total.get('deleted', 0)} sessions deleted"
    print(f"soak: {number} rounds, {bad} faults, {done}, {json.dumps(total)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
