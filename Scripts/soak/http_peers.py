"""Those who speak HTTP: one dispatches with Idempotency-Key, one reads events and resumes by Last-Event-ID."""
import asyncio
import json
import time

from .history import Given
from .peers import GONE

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
    """Dispatches one action at a time and asks again under the same key until it is told that it is on disk."""

    role = "client"

    def __init__(self, history, proxy, session, peer):
        self.history, self.proxy, self.session, self.peer = history, proxy, session, peer
        self.is_stopped = False
        self.is_idle = False
        self._number = 0

    async def run(self):
        while not self.is_stopped:
            self._number += 1
            name = f"{self._number}"
            key = (self.session, self.role, self.peer, name)
            action = {"type": "SOAK", "n": self._number, "by": [self.peer, name]}
            text = self.history.dispatched[key] = json.dumps(action, separators=(",", ":"))
            await self._until_confirmed(key, name, text)
            if self.history.dice.random() < 0.2:
                await self._until_confirmed(key, name, text)
            await asyncio.sleep(self.history.dice.uniform(0.0, 0.1))
        self.is_idle = True

    async def _until_confirmed(self, key, name, text):
        while True:
            try:
                async with asyncio.timeout(10):
                    status, seqs = await self._post(name, text)
                if status == 202:
                    return self.history.promised(key, seqs[0])
                if status not in (429, 503):
                    self.history.fault(f"{key}: HTTP {status}")
                self.history.excused.add(key)
                self.history.count(f"HTTP {status}")
            except BROKEN:
                self.history.count("HTTP requests cut")
            await asyncio.sleep(self.history.dice.uniform(0.05, 0.3))

    async def _post(self, name, text):
        path = f"/v1/sessions/{self.session}/actions?wait=durable&peer={self.peer}"
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

    def __init__(self, history, proxy, session):
        self.history, self.proxy, self.session = history, proxy, session
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
        headers = ["Accept: text/event-stream"]
        if self.given is not None:
            headers.append(f"Last-Event-ID: {self.given.position}")
        self._least = self.history.newest.get(self.session, 0)
        async with asyncio.timeout(15):
            status, reader, self._writer = await request(
                self.proxy.port, "GET", f"/v1/sessions/{self.session}/actions", headers)
        if status != 200:
            return self.history.count(f"event stream: HTTP {status}")
        event = {}
        while line := await reader.readline():
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
            self.history.greeted(data["hello"], self._least)
            if self.given is None:
                seq = data["hello"]["seq"]
                self.given = Given(self.session, "observer", "events", start=seq, position=seq)
                self.history.given.append(self.given)
        elif kind == "resumed":
            self.history.count("event stream resumes")
            if not data["resumed"]:
                self.history.fault(f"{self.session}/events: {data}, was at {self.given.position}")
        elif kind is None:
            seq = data["seq"]
            if str(seq) != event["id"]:
                self.history.fault(f"{self.session}/events: id {event['id']} of seq {seq}")
            if seq <= self.given.position:
                self.history.fault(f"{self.session}/events: seq {seq} after position {self.given.position}")
            self.given.position = seq
            action = event["data"]
            self.given.entries.append((seq, data["peer"], action[action.index('"action":') + 9 : -1]))
            self.history.count("deliveries by events")
        elif kind == "close":
            self.history.count(f"event streams closed with {data['code']}")

    def cut(self):
        if self._writer:
            self._writer.transport.abort()
            self._writer = None

    def stop(self):
        self.is_stopped = True
        self.cut()
