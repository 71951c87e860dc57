"""A session's record as the server gives it over HTTP, in the end and now and then before it is trimmed."""
import asyncio
import json

from .http_peers import BROKEN, request


async def read_record(port, session, after=0, limit=10_000, pages=None):
    """[{seq, role, peer, text}, …]; `pages`: how many answers at the most."""
    entries = []
    while pages is None or pages > 0:
        pages = pages and pages - 1
        status, reader, writer = await request(
            port, "GET", f"/v1/sessions/{session}/actions?after={after}&limit={limit}", ["Connection: close"])
        body = await reader.read()
        writer.transport.abort()
        if status != 200:
            raise ValueError(f"the record of {session}: HTTP {status}")
        page = json.loads(body)
        for entry, text in zip(page["actions"], texts(body.decode()), strict=True):
            entries.append({"seq": entry["seq"], "role": entry["role"], "peer": entry["peer"], "text": text})
        if not page["actions"]:
            break
        after = page["next"]
    return entries


def texts(body):
    """The actions as the server wrote them, byte for byte."""
    pieces = body.split('"action":')[1:]
    ends = [piece.rfind(',{"seq":') if ',{"seq":' in piece else piece.rfind("]") for piece in pieces]
    return [piece[: piece.rindex("}", 0, end)] for piece, end in zip(pieces, ends)]


class Auditor:
    """Reads on in a room's record, and where it begins: what is gone may not come back, the rest not change."""

    def __init__(self, history, server, room):
        self.history, self.server, self.room = history, server, room
        self.label = f"{room}/auditor"
        self._seen = history.audited.setdefault(room.name, {})
        self._first = 0

    async def run(self):
        while True:
            await asyncio.sleep(self.history.dice.uniform(0.2, 1.0))
            try:
                async with asyncio.timeout(20):
                    await self._look()
            except BROKEN:
                self.history.count("audits cut")

    async def _look(self):
        port, session, process = self.server.port, self.room.session, self.server.pid
        first = await read_record(port, session, limit=1, pages=1)
        if first:
            self.begins_at(first[0]["seq"])
        more = await read_record(port, session, after=max(self._seen, default=0), pages=5)
        # While the disk is full the record shows what is not on it too. Where the same server works, it is.
        status, _, writer = await request(port, "GET", "/readyz", ["Connection: close"])
        writer.transport.abort()
        if status == 200 and self.server.pid == process:
            self._seen.update({entry["seq"]: entry for entry in more})

    def begins_at(self, first):
        if first < self._first:
            self.history.fault(f"{self.label}: the record begins at {first}, and began at {self._first} before")
        elif first > self._first > 0:
            self.history.count("trims seen")
            self.history.floor(self.room.name, first, f"{self.label}: the record begins at {first}")
        self._first = first
