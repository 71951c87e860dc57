"""A small WebSocket peer for tests, for both subprotocols. It only reads when asked to, in the order things arrive."""
import itertools
import json
import time
from contextlib import ExitStack
from urllib.parse import urlencode

from websockets.sync.client import connect

BARE = "tmaps.dispatch.v1"
ENVELOPE = "tmaps.session.v1"


class BridgeClient:
    """`role` is client, observer or map. `transcript` keeps the text of every message that was read."""

    def __init__(self, url, session="default", role="client", subprotocol=ENVELOPE, token=None, **query):
        address = f"{url.replace('http', 'ws', 1)}/v1/sessions/{session}/{role}"
        if query:
            address += "?" + urlencode(query)
        headers = {"Authorization": f"Bearer {token}"} if token else None
        self._open = ExitStack()
        self.socket = self._open.enter_context(connect(
            address, subprotocols=[subprotocol], additional_headers=headers, max_size=None, compression=None, proxy=None
        ))
        self.enveloped = subprotocol == ENVELOPE
        self.transcript = []
        self._ids = itertools.count(1)
        self.hello = self.next_message()["hello"] if self.enveloped else None

    def close(self):
        self._open.close()

    # sending

    def envelope(self, action, **fields):
        """`action` as a dict, or as JSON text that must travel untouched."""
        text = action if isinstance(action, str) else json.dumps(action, ensure_ascii=False)
        head = "".join(f"{json.dumps(name)}:{json.dumps(value)}," for name, value in fields.items())
        return f'{{{head}"action":{text}}}' if self.enveloped else text

    def dispatch(self, *actions):
        """Sends; with envelopes also waits until the server has confirmed each, and returns their seqs."""
        ids = [f"c{next(self._ids)}" for _ in actions] if self.enveloped else []
        for action, fields in itertools.zip_longest(actions, ({"id": name} for name in ids), fillvalue={}):
            self.socket.send(self.envelope(action, **fields))
        return [self.until(lambda message, name=name: message.get("ack") == name)["seq"] for name in ids]

    def send_fragments(self, action, size):
        """One message cut into continuation frames of `size` bytes, wherever that cuts. Returns their number."""
        data = self.envelope(action).encode()
        pieces = [data[start : start + size] for start in range(0, len(data), size)]
        self.socket.send(iter(pieces), text=True)
        return len(pieces)

    # receiving

    def next_text(self, timeout=10.0):
        text = self.socket.recv(timeout=max(timeout, 0))
        assert isinstance(text, str), "text frames only"
        self.transcript.append(text)
        return text

    def next_message(self, timeout=10.0):
        return json.loads(self.next_text(timeout))

    def until(self, wanted, timeout=10.0):
        """Reads on to the first message for which `wanted(message)` holds."""
        deadline = time.monotonic() + timeout
        start = len(self.transcript)
        while True:
            try:
                message = self.next_message(deadline - time.monotonic())
            except TimeoutError:
                read = "\n".join(text[:200] for text in self.transcript[start:]) or "nothing"
                raise AssertionError(f"not received within {timeout} s; read instead:\n{read}") from None
            if wanted(message):
                return message

    def expect(self, kind, timeout=10.0):
        """Reads on to the next action of this type and returns it."""
        message = self.until(lambda message: self.action(message).get("type") == kind, timeout)
        return self.action(message)

    def action(self, message):
        return message.get("action", {}) if self.enveloped else message

    def actions(self):
        """All actions read so far."""
        return [action for text in self.transcript if (action := self.action(json.loads(text))).get("type")]
