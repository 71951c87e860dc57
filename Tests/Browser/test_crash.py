"""`kill -9` under load: what was confirmed is there, once, in order, and no number was given out twice."""
import json
import random
import threading
import time

from websockets.exceptions import ConnectionClosed

from bridge_client import BridgeClient

ROUNDS = 20


class Sender(threading.Thread):
    """Dispatches n = 0, 1, 2 … with ids; after a reconnect first again what has not been confirmed, in order."""

    def __init__(self, server, role, peer, kind):
        super().__init__(daemon=True)
        self.server, self.role, self.peer, self.kind = server, role, peer, kind
        self.acked = {}
        self.next = 0
        self.unacked = []

    def run(self):
        try:
            client = BridgeClient(self.server.url, role=self.role, peer=self.peer)
            for n in list(self.unacked):
                self._send(client, n)
            while True:
                while len(self.unacked) < 32:
                    self.unacked.append(self.next)
                    self._send(client, self.next)
                    self.next += 1
                self._read_ack(client)
        except (ConnectionClosed, OSError):
            pass

    def _send(self, client, n):
        client.socket.send(json.dumps({"id": f"n{n}", "action": {"type": self.kind, "zoom": n}}))

    def _read_ack(self, client):
        message = client.next_message()
        assert "error" not in message, message
        if "ack" in message:
            n = int(message["ack"][1:])
            assert self.acked.setdefault(n, message["seq"]) == message["seq"]
            if n in self.unacked:
                self.unacked.remove(n)

    def again(self):
        other = Sender(self.server, self.role, self.peer, self.kind)
        other.acked, other.next, other.unacked = self.acked, self.next, self.unacked
        return other


def whole_log(server):
    entries, after = [], 0
    while True:
        status, page = server.request("GET", f"/v1/sessions/default/actions?after={after}&limit=10000")
        assert status == 200
        if not page["actions"]:
            return entries
        entries += page["actions"]
        after = page["next"]


def test_kill_9_under_load_twenty_times(start_server):
    """nats-server#7564, mosquitto#1855: confirmed before it was on disk. Also: numbers used twice after a crash."""
    server = start_server("--retain", "10000000")
    server.allowed_in_log.append("the last stop was not clean")
    seed = int(time.time())
    dice = random.Random(seed)
    senders = [
        Sender(server, "map", "page-1", "TAP"), Sender(server, "map", "page-2", "TAP"),
        Sender(server, "client", "app", "SET_ZOOM"),
    ]
    for round_ in range(ROUNDS):
        for sender in senders:
            sender.start()
        time.sleep(dice.uniform(0.05, 0.4))  # the moment of the crash is the dice's, not an event's
        server.kill()
        for sender in senders:
            sender.join(10)
        server.start()
        senders = [sender.again() for sender in senders]

    entries = whole_log(server)
    seqs = [entry["seq"] for entry in entries]
    assert seqs == sorted(set(seqs)), f"seed {seed}: a number twice, or out of order"
    for sender in senders:
        mine = [(entry["action"]["zoom"], entry["seq"]) for entry in entries if entry["peer"] == sender.peer]
        numbers = [n for n, _ in mine]
        assert numbers == sorted(set(numbers)), f"seed {seed}: {sender.peer} doubled or out of order"
        lost = set(sender.acked.items()) - set(mine)
        assert not lost, f"seed {seed}: {sender.peer}: confirmed and lost: {sorted(lost)[:5]}"
        assert len(sender.acked) > ROUNDS, "there was load"
