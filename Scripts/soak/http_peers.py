"""Those who speak HTTP: one dispatches with Idempotency-Key, one reads events and resumes by Last-Event-ID."""
import asyncio
import json
import time

from .history import Given
from .peers import GONE, SESSION_ENDED

BURST = 500  # actions in a list
BROKEN = (*GONE, asyncio.IncompleteReadError, ValueError, IndexError)


async def request(port, method, path, headers=(), body=b""):
    """Sends a request; gives the status and the reader, which stands at the answer's body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=16 << 20)
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Content-Length: {len(body)}", *headers, "", ""]
    writer.write("\r\n".join(lines).encode() + body)
    status = int((await reader.readline()).split()[1])
    while (await reader.readline()).strip():
        pass
    return status, reader, writer


class Poster:
    """Dispatches one action at a time, or a list when it is told to, and asks again under the same key until it is told
    that it is on disk."""

    role = "client"

    def __init__(self, history, proxy, room, peer):
        self.history, self.proxy, self.room, self.peer = history, proxy, room, peer
        self.is_stopped = False
        self.is_idle = False
        self.burst = 0  # so many lists are to come next
        self._number = 0

    async def run(self):
        dice = self.history.dice
        while not (self.is_stopped or self.room.is_ending):
            if self.burst:
                self.burst -= 1
                await self._dispatch([{"type": "SET_THEME", "theme": {"primary": "#112233"}}] * BURST)
            else:
                await self._dispatch([{"type": "SOAK"}])
            await asyncio.sleep(dice.uniform(0.0, 0.1))
        self.is_idle = True

    async def _dispatch(self, actions):
        self._number += 1
        name, dice = f"{self._number}", self.history.dice
        names = [name] if len(actions) == 1 else [f"{name}#{index}" for index in range(len(actions))]
        texts = [json.dumps({**action, "by": [self.room.name, self.peer, part]}, separators=(",", ":"))
                 for action, part in zip(actions, names)]
        keys = [(self.room.name, self.role, self.peer, part) for part in names]
        for key, text in zip(keys, texts):
            self.history.dispatches(key, text)
        for _ in range(1 + (dice.random() < 0.2)):
            await self._until_confirmed(keys, name, texts)

    async def _until_confirmed(self, keys, name, texts):
        body = texts[0] if len(texts) == 1 else f"[{','.join(texts)}]"
        while True:
            # What is on its way while the session is deleted ends up in it, or in the one that is made then.
            if self.room.is_ending:
                return self.history.strays.update(texts)
            try:
                async with asyncio.timeout(10):
                    status, seqs = await self._post(name, body)
                if status == 202 and not self.room.is_ending:
                    for key, seq in zip(keys, seqs, strict=True):
                        self.history.promised(key, seq)
                    return
                if status not in (202, 429, 503):
                    self.history.fault(f"{keys[0]}: HTTP {status}")
                self.history.excused.update(keys)
                self.history.count(f"HTTP {status}")
            except BROKEN:
                self.history.count("HTTP requests cut")
            await asyncio.sleep(self.history.dice.uniform(0.05, 0.3))

    async def _post(self, name, text):
        path = f"/v1/sessions/{self.room.session}/actions?wait=durable&peer={self.peer}"
        headers = ["Connection: close", f"Idempotency-Key: {name}"]
        status, reader, writer = await request(self.proxy.port, "POST", path, headers, text.encode())
        try:
            body = await reader.read()
            return status, json.loads(body)["seq"] if status == 202 else None
        finally:
            writer.transport.abort()

    def stop(self):
        self.is_stopped = True


class EventStream:
    """An observer by server-sent events."""

    def __init__(self, history, proxy, room):
        self.history, self.proxy, self.room = history, proxy, room
        self.label = f"{room}/events"
        self.given = None
        self.is_stopped = False
        self.asleep_until = 0.0
        self._writer = None

    async def run(self):
        while not self.is_stopped:
            try:
                await self._read()
            except BROKEN:
                self.history.count("event streams cut")
            finally:
                self.cut()
            await asyncio.sleep(self.history.dice.uniform(0.01, 0.3))

    async def _read(self):
        headers, path = ["Accept: text/event-stream"], f"/v1/sessions/{self.room.session}/actions"
        if self.given is not None:
            headers.append(f"Last-Event-ID: {self.given.position}")
            # A number alone goes on in whatever session is there.
            path += f"?epoch={self.history.epochs[self.room.name]}"
        self._least, self._asked_at = self.history.newest.get(self.room.name, 0), time.monotonic()
        async with asyncio.timeout(15):
            status, reader, self._writer = await request(self.proxy.port, "GET", path, headers)
        if status != 200:
            self.is_stopped |= status == 404 and self.room.is_ending
            return self.history.count(f"event stream: HTTP {status}")
        event = {}
        while not self.is_stopped and (line := await reader.readline()):
            line = line.decode().rstrip("\r\n")
            if line:
                name, _, value = line.partition(": ")
                event[name] = event[name] + "\n" + value if name in event else value
            elif event:
                self._came(event)
                event = {}
            await asyncio.sleep(max(0.0, self.asleep_until - time.monotonic()))

    def _came(self, event):
        if "data" not in event:
            return  # a comment: the heartbeat
        data = json.loads(event["data"])
        kind = event.get("event")
        if kind == "hello":
            self._greeted(data["hello"])
        elif kind == "resumed":
            self.history.count("event stream resumes")
            if not data["resumed"]:
                self.history.refused_to_resume(self.given, data)
        elif kind is None:
            seq = data["seq"]
            if str(seq) != event["id"]:
                self.history.fault(f"{self.label}: id {event['id']} of seq {seq}")
            if seq <= self.given.position:
                self.history.fault(f"{self.label}: seq {seq} after position {self.given.position}")
            self.given.position = seq
            action = event["data"]
            self.given.entries.append((seq, data["peer"], action[action.index('"action":') + 9 : -1]))
            self.history.count("deliveries by events")
        elif kind == "close":
            self.history.count(f"event streams closed with {data['code']}")
            if data["code"] == SESSION_ENDED:
                self.is_stopped = True
                if not self.room.is_ending:
                    self.history.fault(f"{self.label}: closed for good")

    def _greeted(self, hello):
        room = self.room
        if not self.history.greeted(room.name, hello, self._least, self._asked_at, room.is_ending):
            self.is_stopped = True
        elif self.given is None:
            self.given = Given(room.name, "observer", "events", start=hello["seq"], position=hello["seq"])
            self.history.given.append(self.given)

    def cut(self):
        if self._writer:
            self._writer.transport.abort()
            self._writer = None

    def stop(self):
        self.is_stopped = True
        self.cut()
