"""The checker of `make soak` has to see every fault it is there for: each test hides one in a clean history."""
import json

import pytest

from soak.check import verify
from soak.history import Given, History, Life


def entry(seq, role, peer, action):
    return {"seq": seq, "role": role, "peer": peer, "type": action["type"], "text": json.dumps(action)}


class Story:
    """A client `app` dispatched 1, 2, 3, a page `page` took them, an observer saw them; all was confirmed."""

    def __init__(self):
        self.history = History(seed=1)
        self.record = [entry(1, "map", "page", {"type": "READY"})]
        for n in range(1, 4):
            self.record.append(entry(n + 1, "client", "app", {"type": "SOAK", "by": ["app", str(n)]}))
        self.record.append(entry(5, "client", "app", {"type": "SET_ZOOM", "by": ["app", "4"]}))
        for line in self.record:
            key = ("hall", line["role"], line["peer"], "1" if line["role"] == "map" else str(line["seq"] - 1))
            self.history.dispatched[key] = line["text"]
            self.history.promised(key, line["seq"])
        self.seen = Given("hall", "observer", "watch", start=0, position=5)
        self.seen.entries = [(line["seq"], line["peer"], line["text"]) for line in self.record]
        self.seen.resumes = [(1, 3, 4)]
        self.page = Life("hall", "page", ready_seq=1, passes={2, 3, 4}, state={"SET_ZOOM": ["app", "4"]})
        self.history.given.append(self.seen)
        self.history.lives.append(self.page)

    def faults(self):
        verify(self.history, {"hall": self.record})
        return self.history.faults


def lose(story):
    del story.record[2]


def double(story):
    story.record.append({**story.record[3], "seq": 6})


def reorder(story):
    first, second = story.record[1], story.record[2]
    first["text"], second["text"] = second["text"], first["text"]


def number_twice(story):
    story.record[3]["seq"] = 3


def change_bytes(story):
    story.record[2]["text"] = story.record[2]["text"].replace(" ", "")


def skip_for_listener(story):
    del story.seen.entries[2]


def give_twice(story):
    story.seen.entries.append(story.seen.entries[2])


def promise_too_little(story):
    story.seen.resumes = [(1, 2, 4)]


def skip_for_page(story):
    story.page.passes.remove(3)


def leave_old_state(story):
    story.page.state["SET_ZOOM"] = ["app", "1"]


def forget_state(story):
    story.page.state.clear()


def test_a_history_without_faults_has_none():
    assert Story().faults() == []


@pytest.mark.parametrize("hide, said", [
    (lose, "confirmed as 3 and lost"), (double, "more often than it was dispatched"), (reorder, "confirmed as"),
    (number_twice, "a number twice"), (change_bytes, "confirmed as 3, where the record has"),
    (skip_for_listener, "never given seq 3"), (give_twice, "given twice"), (promise_too_little, "there were 3"),
    (skip_for_page, "never given seq 3"), (leave_old_state, "state differs"), (forget_state, "state differs"),
])
def test_a_hidden_fault_is_found(hide, said):
    story = Story()
    hide(story)
    assert any(said in fault for fault in story.faults()), story.history.faults


def test_two_promises_for_one_id_are_a_fault():
    history = History(seed=1)
    history.promised(("hall", "client", "app", "1"), 7)
    history.promised(("hall", "client", "app", "1"), 8)
    assert "confirmed as 7, then as 8" in history.faults[0]


def test_another_epoch_is_a_fault():
    history = History(seed=1)
    history.greeted({"session": "hall", "epoch": "E1", "seq": 4}, least=4)
    history.greeted({"session": "hall", "epoch": "E2", "seq": 3}, least=4)
    assert len(history.faults) == 2
