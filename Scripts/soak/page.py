"""A map page as bridge.js and a bundle make it together: its gate, its position, and the state it ends up with."""
import asyncio
import json

from .history import Life
from .peers import Peer

VIEWS = {"SET_ZOOM", "SET_CENTER", "HIGHLIGHT_FEATURE", "MARK_FEATURE"}
SETUP = {"SET_TENANT_DATA", "SET_THEME"}
ENDS = {"SET_ZOOM": "ZOOM_ENDED", "SET_CENTER": "CENTER_ENDED"}


def apply(state, action):
    """What an action leaves in a map: the viewer's part of the contract, and the model's."""
    kind = action["type"]
    if kind == "LOAD_MAP":
        for view in VIEWS:
            state.pop(view, None)
    if kind in VIEWS or kind in SETUP or kind == "LOAD_MAP":
        state[kind] = action["by"]


class Page(Peer):
    role = "map"

    def __init__(self, history, proxy, room, peer):
        super().__init__(history, proxy, room, peer)
        self._epoch = ""
        self._position = None
        self._is_caught_up = False
        self._seen = set()
        self._said = {}
        self._ready = None  # the id under which READY was dispatched
        self._is_resuming = False
        self.errands = set()
        self.life = Life(room.name, peer)
        history.lives.append(self.life)
        self._say_ready()

    # what it says

    def _say_ready(self):
        self._position, self._is_caught_up = 0, False
        self._said = {"READY"}
        self._ready = self.dispatch({"type": "READY"})

    def _end(self, kind, seconds):
        """What ends an action takes its time, and is not said when the page has gone."""
        async def errand():
            await asyncio.sleep(seconds)
            if not self.life.is_over:
                if kind == "MAP_LOADED":
                    self._said.add(kind)
                self.dispatch({"type": kind, "error": {"stack": "no such map"}} if kind == "ERROR" else {"type": kind})
        task = asyncio.create_task(errand())
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)

    # what it hears

    def query(self):
        if self._epoch and self._position is not None:
            return f"peer={self.peer}&after={self._position}&epoch={self._epoch}"
        return super().query()

    def greeted(self, hello):
        self._is_resuming = bool(self._epoch)
        self._epoch = hello["epoch"]
        return not self._is_resuming

    def receive(self, message, text):
        if "action" in message:
            self._given(message)
        elif "ack" in message:
            if message["ack"] == self._ready:
                self.life.ready_seq = message["seq"]
            self.acked(message)
            if self._is_caught_up and not message.get("duplicate"):
                self._advance(message["seq"])
        elif "caught_up" in message:
            self._position, self._is_caught_up = message["caught_up"], True
            self.history.count("caught up")
        elif "resumed" in message:
            self._resumed(message)
        elif "error" in message:
            self.refused(message["error"])

    def _resumed(self, message):
        self.history.count("map resumes")
        if message["resumed"]:
            return
        self.history.count(f"map starts again: {message['reason']}")
        if message["reason"] == "trimmed" and message["next"] > self._position + 1:
            self.history.floor(self.room.name, message["next"], f"{self.label}: {message}")
        self._position, self._is_caught_up = 0, False
        waiting = {json.loads(text)["type"] for text in self.outbox.values()}
        later = dict(self.outbox)
        self.outbox.clear()
        for kind in ("READY", "MAP_LOADED"):
            if kind in self._said and kind not in waiting:
                name = self.dispatch({"type": kind})
                self.history.excused.add(self.key(name))  # goes ahead of what waits
                if kind == "READY":
                    self._ready = name
                    self.life.passes = set()
                    self.life.ready_seq = 0
        self.outbox.update(later)

    def _given(self, message):
        action = message["action"]
        if "seq" in message:
            if message["seq"] in self._seen:
                return self.history.count("replayed to a map again")
            self._seen.add(message["seq"])
            self._advance(message["seq"])
        self.history.count("deliveries")
        kind = action["type"]
        apply(self.life.state, action)
        if kind == "SOAK":
            self.life.passes.add(message["seq"])
        if kind == "LOAD_MAP":
            self._said.discard("MAP_LOADED")
            self._end("ERROR" if self.dice.random() < 0.1 else "MAP_LOADED", self.dice.uniform(0.0, 0.15))
        if kind in ENDS:
            self._end(ENDS[kind], self.dice.uniform(0.0, 0.05))

    def _advance(self, seq):
        self._position = max(self._position, seq)

    def stop(self):
        self.life.is_over = True
        super().stop()
