"""A session from when it is made to when it is deleted, and everybody in it."""
import asyncio
import json
import time

from .http_peers import BROKEN, EventStream, Poster, request
from .page import Page
from .peers import Listener

PATIENCE = 30  # seconds in which everybody has to notice that the session was deleted


class Crowd:
    """How many of each kind are in a room."""
    FULL = {"apps": 2, "pages": 2}
    SMALL = {"apps": 1, "pages": 1}


class Room:
    def __init__(self, history, proxy, session, rate, life=1, crowd=Crowd.FULL):
        self.history, self.proxy, self.session, self.rate, self.life = history, proxy, session, rate, life
        self._crowd = crowd
        self.name = session if crowd is Crowd.FULL else f"{session}.{life}"
        self.is_ending = False
        self.apps, self.pages = [], {}
        self.watch = self.poster = self.events = None
        self._tasks, self._speakers = [], []

    def __str__(self):
        return self.name

    def open(self):
        self.apps = [self._run(Listener(*self._place, f"app{n}")) for n in range(self._crowd["apps"])]
        self.watch = self._run(Listener(*self._place, "watch", role="observer"))
        self.poster = self._run(Poster(*self._place, "http"))
        self.events = self._run(EventStream(*self._place))
        for n in range(self._crowd["pages"]):
            self.pages[n] = self._run(Page(*self._place, f"page{n}-1"))
        self._speakers = [asyncio.create_task(self._speak(app)) for app in self.apps]
        self._speakers += [asyncio.create_task(self._tap(n)) for n in self.pages]
        return self

    @property
    def _place(self):
        return self.history, self.proxy, self

    def _run(self, peer):
        self._tasks.append(asyncio.create_task(peer.run()))
        return peer

    def everyone(self):
        return [*self.apps, self.watch, self.events, *self.pages.values()]

    def listeners(self):
        return [*self.apps, self.watch, self.events]

    def outboxes(self):
        return [*self.apps, *self.pages.values()]

    def renew_page(self):
        """A reload: a new peer, which starts at READY. The other page of the session is not to notice."""
        n = self.history.dice.choice(list(self.pages))
        old = self.pages[n]
        old.stop()
        name, _, number = old.peer.partition("-")
        self.pages[n] = self._run(Page(*self._place, f"{name}-{int(number) + 1}"))

    # what is said

    async def _speak(self, app):
        """Dispatches while the round lasts, as often as the rate says; never far ahead of what is confirmed."""
        dice = self.history.dice
        while True:
            await asyncio.sleep(dice.expovariate(self.rate))
            if len(app.outbox) < 500:
                app.dispatch(self._action())
            if dice.random() < 0.05:
                app.repeat()

    def _action(self):
        dice = self.history.dice
        kinds = [
            {"type": "SOAK"}, {"type": "SOAK", "pad": "x" * dice.choice([10, 500, 5_000, 40_000])},
            {"type": "SET_ZOOM", "zoom": dice.randint(1, 20)}, {"type": "SET_CENTER", "center": [35.9, 31.9]},
            {"type": "HIGHLIGHT_FEATURE", "feature_id": "w1"}, {"type": "MARK_FEATURE", "feature_id": "w2"},
            {"type": "SET_TENANT_DATA", "payload": []},
            {"type": "SET_THEME", "theme": {"primary": "#112233", "accent": "#445566"}},
            {"type": "LOAD_MAP", "map_id": "3"},
        ]
        return dice.choices(kinds, [60, 15, 6, 4, 4, 3, 3, 3, 2])[0]

    async def _tap(self, n):
        """What a page says by itself."""
        while True:
            await asyncio.sleep(self.history.dice.expovariate(self.rate / 2))
            if len(self.pages[n].outbox) < 500:
                self.pages[n].dispatch({"type": "TAP"})

    def hush(self):
        for speaker in self._speakers:
            speaker.cancel()

    # the end

    async def delete(self):
        """`DELETE` until it is confirmed."""
        self.is_ending = True
        while True:
            try:
                async with asyncio.timeout(10):
                    status, _, writer = await request(
                        self.proxy.port, "DELETE", f"/v1/sessions/{self.session}", ["Connection: close"])
                    writer.transport.abort()
                if status in (204, 404):
                    break
                if status != 503:
                    self.history.fault(f"{self}: DELETE answered {status}")
                self.history.count(f"delete: HTTP {status}")
            except BROKEN:
                self.history.count("deletes cut")
            await asyncio.sleep(self.history.dice.uniform(0.05, 0.3))
        self.history.over[self.name] = time.monotonic()
        self.history.count("deleted")

    async def be_left(self):
        """Everybody is sent away, or finds another session when coming back. Nobody speaks any more."""
        self.hush()
        done, left = await asyncio.wait(self._tasks, timeout=PATIENCE)
        for task in done:
            if task.exception():
                self.history.fault(f"{self}: {task.exception()!r}")
        if left:
            here = [peer.label for peer in self.everyone() if not peer.is_stopped]
            self.history.fault(f"{self}: {PATIENCE} s after it was deleted these are still there: {here}")
        self.close()

    async def made_again(self):
        """The next life, which has the same peers with the same ids; half of the time made in so many words."""
        if self.history.dice.random() < 0.5:
            await self._create()
        return Room(self.history, self.proxy, self.session, self.rate, self.life + 1, self._crowd).open()

    async def _create(self):
        try:
            body = json.dumps({"id": self.session}).encode()
            async with asyncio.timeout(10):
                status, _, writer = await request(self.proxy.port, "POST", "/v1/sessions", ["Connection: close"], body)
                writer.transport.abort()
            self.history.count(f"made again: HTTP {status}")
        except BROKEN:
            self.history.count("making again cut")  # who connects makes it

    def close(self):
        self.hush()
        for peer in [*self.everyone(), self.poster]:
            peer.stop()

    async def clear_up(self):
        for task in [*self._tasks, *self._speakers]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._speakers, return_exceptions=True)
