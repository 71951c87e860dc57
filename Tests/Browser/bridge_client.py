"""A small WebSocket peer for tests, for both subprotocols. It reads only when asked to, in the order things arrive."""
import itertools
import json
import time
from collections import deque
from contextlib import ExitStack
from urllib.parse import urlencode

from websockets.sync.client import connect

BARE = "tmaps.dispatch.v1"
ENVELOPE = "tmaps.session.v1"


class BridgeClient:
    """`role` is client, observer or map. `transcript` has the text of every message that has come in so far."""

    def __init__(self, url, session="default", role="client", subprotocol=ENVELOPE, token=None, tls=None, **query):
        address = f"{url.replace('http', 'ws', 1)}/v1/sessions/{session}/{role}"
        if query:
            address += "?" + urlencode(query)
        headers = {"Authorization": f"Bearer {token}"} if token else None
        self._open = ExitStack()
        self.socket = self._open.enter_context(connect(
            address, subprotocols=[subprotocol], additional_headers=headers, compression=None, proxy=None, ssl=tls,
            max_size=None, max_queue=None,  # with a bound, `close` waits 10 s behind what a test has left unread
        ))
        self.enveloped = subprotocol == ENVELOPE
        self.transcript = []
        self._unread = deque()
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
        return [self._confirmation(name)["seq"] for name in ids]

    def send_fragments(self, action, size):
        """One message cut into continuation frames of `size` bytes, wherever that cuts. Returns their number."""
        data = self.envelope(action).encode()
        pieces = [data[start : start + size] for start in range(0, len(data), size)]
        self.socket.send(iter(pieces), text=True)
        return len(pieces)

    def _confirmation(self, name):
        """A confirmation may come after actions that the test has still to look at: those stay unread."""
        aside = []
        try:
            return self.until(lambda message: message.get("ack") == name, aside=aside)
        finally:
            self._unread.extendleft(reversed(aside))

    # receiving

    def next_text(self, timeout=10.0):
        if self._unread:
            return self._unread.popleft()
        text = self.socket.recv(timeout=max(timeout, 0))
        assert isinstance(text, str), "text frames only"
        self.transcript.append(text)
        return text

    def next_message(self, timeout=10.0):
        return json.loads(self.next_text(timeout))

    def until(self, wanted, timeout=10.0, aside=None):
        """Reads on to the first message for which `wanted(message)` holds. What it passes goes into `aside`."""
        deadline = time.monotonic() + timeout
        passed = [] if aside is None else aside
        while True:
            try:
                text = self.next_text(deadline - time.monotonic())
            except TimeoutError:
                read = "\n".join(text[:200] for text in passed) or "nothing"
                raise AssertionError(f"not received within {timeout} s; read instead:\n{read}") from None
            message = json.loads(text)
            if wanted(message):
                return message
            passed.append(text)

    def expect(self, kind, timeout=10.0):
        """Reads on to the next action of this type and returns it."""
        message = self.until(lambda message: self.action(message).get("type") == kind, timeout)
        return self.action(message)

    def action(self, message):
        return message.get("action", {}) if self.enveloped else message


def observe(server, session="default"):
    """What the session is now, and its record, as an observer gets them: (hello, [{seq, peer, role, action}, …])."""
    observer = BridgeClient(server.url, session, role="observer", after=0)
    try:
        replayed = observer.next_message()["replayed"]
        return observer.hello, [observer.next_message() for _ in range(replayed)]
    finally:
        observer.close()


def record(server, role=None, session="default"):
    """The session's actions, or those of one role, oldest first."""
    return [entry["action"] for entry in observe(server, session)[1] if role in (None, entry["role"])]
