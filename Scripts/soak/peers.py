"""Peers that dispatch numbered actions and come back after every cut, as `TMapsClient` and bridge.js do."""
import asyncio
import json
import time

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, WebSocketException

from .history import Given

GONE = (OSError, WebSocketException, InvalidHandshake, InvalidMessage, asyncio.TimeoutError, EOFError)
WINDOW = 64
FOR_GOOD = range(4500, 5000)
SESSION_ENDED = 4500


class Peer:
    """One end of a session over as many connections as it takes."""

    role = "client"

    def __init__(self, history, proxy, room, peer):
        self.history, self.proxy, self.room, self.peer = history, proxy, room, peer
        self.dice = history.dice
        self.outbox = {}  # id: text of the action, in order; sent again on every connection until confirmed
        self._sent = set()
        self._confirmed = []  # ids
        self._numbers = 0
        self._news = asyncio.Event()
        self._pause_until = 0.0
        self.is_stopped = False
        self.asleep_until = 0.0
        self.socket = None

    @property
    def label(self):
        return f"{self.room}/{self.peer}"

    # sending

    def key(self, name):
        return (self.room.name, self.role, self.peer, name)

    def dispatch(self, action):
        """The action's text becomes one of its kind: it says where and by whom it was dispatched, as what number."""
        self._numbers += 1
        name = f"{self._numbers}"
        text = json.dumps({**action, "by": [self.room.name, self.peer, name]}, separators=(",", ":"))
        self.history.dispatches(self.key(name), text)
        self.outbox[name] = text
        self._news.set()
        return name

    def repeat(self):
        """An action under its old id, as if its confirmation had not come: mostly of late, now and then of long ago."""
        recent = self._confirmed[-100:] if self.dice.random() < 0.6 else self._confirmed
        name = self.dice.choice(recent or [None])
        if name and name not in self.outbox:
            self.history.count("repeated ids")
            self.outbox[name] = self.history.dispatched[self.key(name)]
            self._news.set()

    async def _write(self, socket):
        self._sent = set()
        while True:
            self._news.clear()
            await asyncio.sleep(max(0.0, self._pause_until - time.monotonic()))
            for name, text in list(self.outbox.items())[:WINDOW]:
                if name not in self._sent and time.monotonic() >= self._pause_until:
                    self._sent.add(name)
                    await socket.send(f'{{"id":"{name}","action":{text}}}')
            await self._news.wait()

    def acked(self, message):
        name = message["ack"]
        self.history.promised(self.key(name), message["seq"], message.get("duplicate", False))
        if message.get("duplicate"):
            self.history.count("duplicates answered")
        if self.outbox.pop(name, None):
            self._confirmed.append(name)
        self._sent.discard(name)
        self._news.set()

    def refused(self, error):
        """The disk is full, or nobody is there: later again, everything that is not confirmed, in order."""
        if error["code"] not in ("storage", "not_ready_overflow") or "id" not in error:
            self.history.fault(f"{self.label}: refused: {error}")
        self.history.count(f"refused: {error['code']}")
        self.history.excused.add(self.key(error.get("id")))
        self._pause_until = time.monotonic() + 0.3
        self._sent.clear()
        self._news.set()

    # connecting

    def query(self):
        return f"peer={self.peer}"

    async def run(self):
        while not self.is_stopped:
            path = f"/v1/sessions/{self.room.session}/{self.role}?{self.query()}"
            least, asked_at = self.history.newest.get(self.room.name, 0), time.monotonic()
            try:
                async with asyncio.timeout(20):
                    socket = await connect(
                        f"ws://127.0.0.1:{self.proxy.port}{path}", subprotocols=["tmaps.session.v1"],
                        max_size=None, compression=None, ping_interval=None, max_queue=4, open_timeout=10,
                        close_timeout=1, proxy=None)
                await self._live(socket, least, asked_at)
            except GONE:
                self.history.count("connections lost")
            await asyncio.sleep(self.dice.uniform(0.01, 0.3))

    async def _live(self, socket, least, asked_at):
        self.socket = socket
        writer = None
        try:
            async with asyncio.timeout(15):
                hello = json.loads(await socket.recv())["hello"]
            if not self.history.greeted(self.room.name, hello, least, asked_at, self.room.is_ending):
                return await self._leave(socket)
            if self.greeted(hello):
                writer = asyncio.create_task(self._write(socket))
            while True:
                text = await socket.recv()
                message = json.loads(text)
                self.receive(message, text)
                if "resumed" in message and writer is None:
                    writer = asyncio.create_task(self._write(socket))
                if self.asleep_until > time.monotonic():
                    await asyncio.sleep(self.asleep_until - time.monotonic())
        except ConnectionClosed as closed:
            self._ended(closed.rcvd.code if closed.rcvd else 1006)
        finally:
            self.socket = None
            if writer:
                writer.cancel()
                await asyncio.gather(writer, return_exceptions=True)
            socket.transport.abort()

    async def _leave(self, socket):
        """The session is another one by now: who asks to go on with the old one is told so."""
        self.is_stopped = True
        self.history.count("found another epoch")
        if "epoch=" in self.query():
            async with asyncio.timeout(15):
                answer = json.loads(await socket.recv())
            if answer.get("resumed") is not False or answer["reason"] != "epoch":
                self.history.fault(f"{self.label}: resumed with the epoch of a deleted session: {answer}")

    def _ended(self, code):
        self.history.count(f"closed with {code}")
        if code == SESSION_ENDED and self.room.is_ending:
            self.is_stopped = True
        elif code in FOR_GOOD and not self.is_stopped:
            self.history.fault(f"{self.label}: closed for good with {code}")

    def cut(self):
        if self.socket:
            self.socket.transport.abort()

    def stop(self):
        self.is_stopped = True
        self.cut()


class Listener(Peer):
    """A client or an observer that must be given everything once and in order."""

    def __init__(self, history, proxy, room, peer, role="client"):
        super().__init__(history, proxy, room, peer)
        self.role = role
        self.given = None
        self._epoch = None
        self._replaying = 0

    def query(self):
        if self.given is None:
            return super().query()
        return f"peer={self.peer}&after={self.given.position}&epoch={self._epoch}"

    def greeted(self, hello):
        self._hello = hello
        if self.given is None:
            self._epoch = hello["epoch"]
            self.given = Given(self.room.name, self.role, self.peer, start=hello["seq"], position=hello["seq"])
            self.history.given.append(self.given)
            return True
        self._replaying = None  # not told yet
        return False

    def receive(self, message, text):
        if "action" in message:
            self._received(message, text)
        elif "ack" in message:
            self.acked(message)
            if self._replaying is None:
                self.history.fault(f"{self.label}: an ack before the answer to the resume")
            elif not self._replaying and not message.get("duplicate"):
                self.given.position = max(self.given.position, message["seq"])
        elif "resumed" in message:
            self._resumed(message)
        elif "error" in message:
            self.refused(message["error"])

    def _received(self, message, text):
        seq = message["seq"]
        if self._replaying is None:
            self.history.fault(f"{self.label}: seq {seq} before the answer to the resume")
        elif self._replaying:
            self._replaying -= 1
        if seq <= self.given.position:
            self.history.fault(f"{self.label}: seq {seq} after position {self.given.position}")
        self.given.position = max(self.given.position, seq)
        action = text[text.index('"action":') + 9 : -1]
        self.given.entries.append((seq, message["peer"], action))
        self.history.count("deliveries")

    def _resumed(self, message):
        self.history.count("resumes")
        if not message["resumed"]:
            self._replaying = 0
            return self.history.refused_to_resume(self.given, message)
        if message["after"] != self.given.position:
            self.history.fault(f"{self.label}: {message}, asked for {self.given.position}")
        self._replaying = message["replayed"]
        self.given.resumes.append((message["after"], message["replayed"], self._hello["seq"]))
        self.history.count("replayed", message["replayed"])
