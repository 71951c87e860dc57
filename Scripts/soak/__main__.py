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
from .http_peers import EventStream, Poster, request
from .page import Page
from .peers import Listener
from .proxy import Proxy
from .server import Disk, Server

SESSIONS = ["hall", "lobby", "tower"]
PATIENCE = 120  # seconds that everybody has to come to rest in the end


class Round:
    """One server on one folder: load and faults, then rest, then the reckoning."""

    def __init__(self, seed, rate, only):
        self.history = History(seed)
        self.rate, self.only = rate, only
        self.folder = Path(tempfile.mkdtemp(prefix="tmaps-soak-log-"))
        self.disk = Disk()
        self.proxy = Proxy()
        self.server = None
        self.apps, self.listeners, self.posters, self.pages, self.streams = [], [], [], {}, []
        self._tasks = []

    def _run(self, peer):
        self._tasks.append(asyncio.create_task(peer.run()))
        return peer

    def _populate(self):
        def make(kind, *words, **options):
            return self._run(kind(self.history, self.proxy, *words, **options))

        for session in SESSIONS:
            self.apps += [make(Listener, session, f"app{n}") for n in range(2)]
            self.listeners.append(make(Listener, session, "watch", role="observer"))
            self.posters.append(make(Poster, session, "http"))
            self.streams.append(make(EventStream, session))
            for n in range(2):
                self.pages[session, n] = make(Page, session, f"page{n}-1")

    def everyone(self):
        return [*self.apps, *self.listeners, *self.streams, *self.pages.values()]

    def dispatch_large(self, peer):
        kind = "SOAK" if peer.role == "client" else "TAP"
        peer.dispatch({"type": kind, "pad": "x" * 40_000, "by": [peer.peer, str(peer._numbers + 1)]})

    def renew_page(self):
        """A reload: a new peer, which starts at READY. The other page of the session is not to notice."""
        session, n = self.history.dice.choice(list(self.pages))
        old = self.pages[session, n]
        old.stop()
        name, _, number = old.peer.partition("-")
        self.pages[session, n] = self._run(Page(self.history, self.proxy, session, f"{name}-{int(number) + 1}"))

    async def _speak(self, peer):
        """Dispatches while the round lasts, as often as the rate says; never far ahead of what is confirmed."""
        dice = self.history.dice
        while True:
            await asyncio.sleep(dice.expovariate(self.rate))
            if len(peer.outbox) < 500:
                peer.dispatch(self._action(peer))

    def _action(self, peer):
        dice, mark = self.history.dice, {"by": [peer.peer, str(peer._numbers + 1)]}
        kinds = [
            {"type": "SOAK"}, {"type": "SOAK", "pad": "x" * dice.choice([10, 500, 5_000, 40_000])},
            {"type": "SET_ZOOM", "zoom": dice.randint(1, 20)}, {"type": "SET_CENTER", "center": [35.9, 31.9]},
            {"type": "HIGHLIGHT_FEATURE", "feature_id": "w1"}, {"type": "MARK_FEATURE", "feature_id": "w2"},
            {"type": "SET_TENANT_DATA", "payload": []},
            {"type": "SET_THEME", "theme": {"primary": "#112233", "accent": "#445566"}},
            {"type": "LOAD_MAP", "map_id": "3"},
        ]
        return {**dice.choices(kinds, [60, 15, 6, 4, 4, 3, 3, 3, 2])[0], **mark}

    async def run(self, seconds):
        started = time.monotonic()
        try:
            await self.proxy.start()
            self.server = Server(self.disk, self.folder, self.proxy)
            await self.server.start()
            self.proxy.target = self.server.port
            self._populate()
            speakers = [asyncio.create_task(self._speak(app)) for app in self.apps]
            speakers += [asyncio.create_task(self._tap(key)) for key in self.pages]
            faults = Faults(self.history, self.server, self.proxy, self.disk, self, self.only)
            await faults.run(seconds)
            for speaker in speakers:
                speaker.cancel()
            await self._rest()
            await self._reckon(faults.snapshots)
        finally:
            await self._clear_up()
        self.history.count("seconds", round(time.monotonic() - started))
        return self.history

    async def _tap(self, key):
        """What a page says by itself."""
        while True:
            await asyncio.sleep(self.history.dice.expovariate(self.rate / 2))
            page = self.pages[key]
            if len(page.outbox) < 500:
                page.dispatch({"type": "TAP", "by": [page.peer, str(page._numbers + 1)]})

    # the end

    async def _rest(self):
        """No more faults and nothing new: until all is confirmed, and everybody's last action has reached everybody."""
        for poster in self.posters:
            poster.stop()
        self.proxy.let_go()
        await self._until("all confirmed", lambda: all(
            not peer.outbox for peer in [*self.apps, *self.pages.values()]) and all(p.is_idle for p in self.posters))
        await self._until("pages at rest", lambda: not any(page._errands for page in self.pages.values()))
        await self._until("pages' last words confirmed", lambda: not any(p.outbox for p in self.pages.values()))
        ends = {}
        for page in self.pages.values():
            page.dispatch({"type": "END", "by": [page.peer, str(page._numbers + 1)]})
        await self._until("the end confirmed", lambda: not any(page.outbox for page in self.pages.values()))
        for session in SESSIONS:
            ends[session] = self.history.newest[session]
        await self._until("listeners at the end", lambda: all(
            listener.given and listener.given.position >= ends[listener.session]
            for listener in [*self.apps, *self.listeners, *self.streams]))
        await asyncio.sleep(0.5)  # for what should not come

    async def _until(self, what, is_so):
        end = time.monotonic() + PATIENCE
        while not is_so():
            if time.monotonic() > end:
                return self.history.fault(f"not within {PATIENCE} s: {what}: {self._standing()}")
            await asyncio.sleep(0.05)

    def _standing(self):
        peers = [*self.apps, *self.pages.values()]
        waiting = {f"{peer.session}/{peer.peer}": len(peer.outbox) for peer in peers if peer.outbox}
        given = {f"{g.session}/{g.peer}": g.position for g in self.history.given}
        return {"not confirmed": waiting, "positions": given, "newest": self.history.newest}

    async def _record(self, port, session):
        entries, after = [], 0
        while True:
            status, reader, writer = await request(
                port, "GET", f"/v1/sessions/{session}/actions?after={after}&limit=10000", ["Connection: close"])
            body = await reader.read()
            writer.transport.abort()
            if status != 200:
                raise AssertionError(f"the record of {session}: HTTP {status}")
            page = json.loads(body)
            for entry, text in zip(page["actions"], self._texts(body.decode())):
                entries.append({**entry, "type": entry["action"]["type"], "text": text})
            if not page["actions"]:
                return entries
            after = page["next"]

    @staticmethod
    def _texts(body):
        """The actions as the server wrote them, byte for byte."""
        pieces = body.split('"action":')[1:]
        ends = [piece.rfind(',{"seq":') if ',{"seq":' in piece else piece.rfind("]") for piece in pieces]
        return [piece[: piece.rindex("}", 0, end)] for piece, end in zip(pieces, ends)]

    async def _reckon(self, snapshots):
        truths = {session: await self._record(self.server.port, session) for session in SESSIONS}
        self.history.count("recorded", sum(map(len, truths.values())))
        verify(self.history, truths)
        await self.server.stop()
        await self.server.start()
        for session, entries in truths.items():
            if await self._record(self.server.port, session) != entries:
                self.history.fault(f"{session}: the record has changed by a restart")
        for folder, promised, copy in snapshots:
            await self._reckon_copy(promised, copy)
            shutil.rmtree(folder)
        for peer in self.everyone():
            peer.stop()
        await self.server.stop()

    async def _reckon_copy(self, promised, copy):
        await asyncio.to_thread(copy.start)
        for session in SESSIONS:
            status, _ = await asyncio.to_thread(copy.request, "GET", f"/v1/sessions/{session}")
            on_record = {entry["seq"] for entry in await self._record(copy.port, session)} if status == 200 else set()
            lost = [key for key, seq in promised.items() if key[0] == session and seq not in on_record]
            if lost:
                self.history.fault(f"{session}: confirmed, and not in a copy of the files: {lost[:3]}")
        await asyncio.to_thread(copy.stop)

    async def _clear_up(self):
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
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
    parser.add_argument("--faults", default=[], type=lambda text: text.split(","), help="only these: kill,flood,…")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that server and disk are cleared up
    end, number, bad, total = time.monotonic() + options.seconds, 0, 0, {}
    while True:
        left = end - time.monotonic()
        if number and left < 5:
            break
        seed = options.seed + number
        round_ = Round(seed, options.rate, options.faults)
        history = asyncio.run(round_.run(min(options.round, max(left, 5))))
        number += 1
        for what, count in history.counts.items():
            total[what] = total.get(what, 0) + count
        print(f"round {number}, seed {seed}, disk {round_.disk.kind}: {json.dumps(history.counts)}", flush=True)
        for fault in history.faults:
            print(f"  FAULT {fault}", flush=True)
        if history.faults:
            bad += len(history.faults)
            print(f"  the server's log: {round_.server.log}", flush=True)
        else:
            shutil.rmtree(round_.folder)
    print(f"soak: {number} rounds, {bad} faults, {json.dumps(total)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
