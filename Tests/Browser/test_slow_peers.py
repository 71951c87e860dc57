"""Readers that stand still: they cost what is stated (docs/architecture.md), are closed by name, and harm nobody."""
import os
import socket
import threading
import time
from pathlib import Path

import pytest

from bridge_client import BridgeClient

READERS = int(os.environ.get("FROZEN_READERS", "100"))
MAX_QUEUE = 1 << 20
ACTION = 1 << 10


def resident(server):
    """Bytes of memory the server holds."""
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def frozen(server, number, query=""):
    """A peer that connects and never reads."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.connect(("127.0.0.1", server.port))
    reader.sendall(
        f"GET /v1/sessions/default/client?peer=frozen{number}{query} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: tmaps.session.v1\r\n\r\n".encode())
    return reader


def wait_for_clients(server, count):
    end = time.monotonic() + 60
    while server.request("GET", "/v1/sessions/default")[1]["clients"] < count:
        assert time.monotonic() < end, f"not {count} clients within 60 s"


class Reader(threading.Thread):
    """One that reads at once, and checks that nothing is missing."""

    def __init__(self, server, count, **query):
        super().__init__(daemon=True)
        self._client, self._count, self.numbers = BridgeClient(server.url, peer="quick", **query), count, []
        self.start()

    def run(self):
        while len(self.numbers) < self._count:
            self.numbers.append(self._client.expect("TAP", timeout=60)["n"])

    def check(self):
        self.join(60)
        self._client.close()
        assert self.numbers == list(range(self._count)), "nobody else notices"


def flood(page, megabytes):
    pad = "x" * ACTION
    for start in range(0, megabytes << 10, 64):  # 64 KiB at a time: nobody who reads falls behind by --max-queue
        page.dispatch(*({"type": "TAP", "n": n, "pad": pad} for n in range(start, start + 64)))


@pytest.fixture
def room(start_server, connect):
    server = start_server("--max-queue", str(MAX_QUEUE), "--max-peers", "2000", "--retain", "100000")
    server.allowed_in_log.append("closed with 4000")
    page = connect(server, role="map", peer="page")
    page.dispatch({"type": "READY"})
    return server, page


def test_f54_frozen_readers_of_live_traffic_share_what_waits_for_them(room):
    server, page = room
    readers = [frozen(server, number) for number in range(READERS)]
    wait_for_clients(server, READERS)
    before = resident(server)
    quick = Reader(server, 8 << 10)
    flood(page, 8)
    quick.check()
    growth = resident(server) - before
    # One copy of what waits, and 24 bytes a message and reader (a ring that doubles) for 1 MiB of messages of 1 KiB.
    bound = (32 << 20) + READERS * (96 << 10)
    print(f"{READERS} frozen readers: {growth >> 10} KiB, bound {bound >> 10} KiB")
    assert growth < bound
    assert server.log.read_text().count("closed with 4000") >= READERS * 9 // 10
    for reader in readers:
        reader.close()


def test_frozen_readers_of_a_large_resume_hold_a_page_each(room):
    server, page = room
    flood(page, 8)
    before = resident(server)
    readers = [frozen(server, number, "&after=0") for number in range(READERS)]
    wait_for_clients(server, READERS)
    Reader(server, 8 << 10, after=0).check()
    growth = resident(server) - before
    # A page in its queue (a quarter of --max-queue), and as much that was read for the next one, each action beside
    # the frame made of it.
    bound = (64 << 20) + READERS * 4 * (MAX_QUEUE // 4)
    print(f"{READERS} frozen readers of a resume: {growth >> 10} KiB, bound {bound >> 10} KiB")
    assert growth < bound
    for reader in readers:
        reader.close()
