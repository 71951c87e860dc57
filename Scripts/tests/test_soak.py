"""The checker of `make soak` has to see every fault it is there for: each test hides one in a clean history."""
import json
from types import SimpleNamespace

import pytest

from soak.check import verify
from soak.history import Given, History, Life
from soak.page import Page
from soak.peers import Listener
from soak.record import Auditor
from soak.retention import Retention


def entry(seq, role, peer, action):
    return {"seq": seq, "role": role, "peer": peer, "text": json.dumps(action)}


class Story:
    """A client `app` dispatched 1, 2, 3, a page `page` took them, an observer saw them; all was confirmed."""

    def __init__(self, retention=Retention()):
        self.history = History(seed=1, retention=retention)
        self.record = [entry(1, "map", "page", {"type": "READY", "by": ["hall", "page", "1"]})]
        for n in range(1, 4):
            self.record.append(entry(n + 1, "client", "app", {"type": "SOAK", "by": ["hall", "app", str(n)]}))
        self.record.append(entry(5, "client", "app", {"type": "SET_ZOOM", "by": ["hall", "app", "4"]}))
        for line in self.record:
            key = ("hall", line["role"], line["peer"], "1" if line["role"] == "map" else str(line["seq"] - 1))
            self.dispatch(key, line["text"])
            self.history.promised(key, line["seq"])
        self.seen = Given("hall", "observer", "watch", start=0, position=5)
        self.seen.entries = [(line["seq"], line["peer"], line["text"]) for line in self.record]
        self.seen.resumes = [(1, 3, 4)]
        self.page = Life("hall", "page", ready_seq=1, passes={2, 3, 4}, state={"SET_ZOOM": ["hall", "app", "4"]})
        self.history.given.append(self.seen)
        self.history.lives.append(self.page)

    def dispatch(self, key, text):
        self.history.dispatches(key, text)

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


def reorder_and_confirm(story):
    reorder(story)
    acks = story.history.acks
    acks["hall", "client", "app", "1"], acks["hall", "client", "app", "2"] = [3], [2]


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
    story.page.state["SET_ZOOM"] = ["hall", "app", "1"]


def forget_state(story):
    story.page.state.clear()


def change_after_the_audit(story):
    story.history.audited["hall"] = {3: {**story.record[2], "text": story.record[1]["text"]}}


def give_what_nobody_dispatched(story):
    story.seen.entries.append((6, "app", json.dumps({"type": "SOAK", "by": ["hall.1", "app", "9"]})))


def test_a_history_without_faults_has_none():
    assert Story().faults() == []


def test_a_view_from_before_a_page_without_a_map_waits():
    story = Story()
    forget_state(story)
    story.page.ready_seq, story.page.passes = 6, set()
    assert story.faults() == []
    load = entry(3, "client", "app", {"type": "LOAD_MAP", "map_id": "3", "by": ["hall", "app", "2"]})
    story = Story()
    forget_state(story)
    story.page.ready_seq, story.page.passes = 6, set()
    story.record[2]["text"] = story.history.dispatched["hall", "client", "app", "2"] = load["text"]
    assert any("state differs" in fault for fault in story.faults())


@pytest.mark.parametrize("hide, said", [
    (lose, "confirmed as 3 and lost"), (double, "more often than it was dispatched"), (reorder, "confirmed as"),
    (reorder_and_confirm, "recorded as 3 after ((2,), 2)"), (number_twice, "a number twice"),
    (change_bytes, "confirmed as 3, where the record has"),
    (skip_for_listener, "never given seq 3"), (give_twice, "given twice"), (promise_too_little, "there were 3"),
    (skip_for_page, "never given seq 3"), (leave_old_state, "state differs"), (forget_state, "state differs"),
    (change_after_the_audit, "where the record has"), (give_what_nobody_dispatched, "seq 6 was not dispatched there"),
])
def test_a_hidden_fault_is_found(hide, said):
    story = Story()
    hide(story)
    assert any(said in fault for fault in story.faults()), story.history.faults


def test_two_promises_for_one_id_are_a_fault():
    story = Story()
    story.history.promised(("hall", "client", "app", "3"), 6)
    assert any("taken anew as 6: nothing below 5 is kept" in fault for fault in story.faults())
    story.history.promised(("hall", "client", "app", "3"), 4)
    assert any("confirmed as 6, then as 4" in fault for fault in story.history.faults)


def test_another_epoch_is_a_fault():
    history = History(seed=1)
    history.greeted("hall", {"epoch": "E1", "seq": 4}, least=4)
    history.greeted("hall", {"epoch": "E1", "seq": 3}, least=4)
    history.greeted("hall", {"epoch": "E2", "seq": 4}, least=4)
    assert len(history.faults) == 2


class TrimmedStory(Story):
    """The same with room for two: READY and 1 are trimmed, the observer was away and is told so."""

    def __init__(self):
        super().__init__(Retention(count=2))
        del self.record[:3]
        self.seen.entries, self.seen.position, self.seen.resumes = [], 0, []
        self.tell(4)
        self.seen.entries = [(line["seq"], line["peer"], line["text"]) for line in self.record]
        self.seen.position = 5

    def tell(self, following):
        self.history.refused_to_resume(self.seen, {"resumed": False, "reason": "trimmed", "next": following})

    def repeat(self, number, seq):
        """The client asks again for one of its numbers."""
        self.history.promised(("hall", "client", "app", str(number)), seq, is_duplicate=False)
        text = self.history.dispatched["hall", "client", "app", str(number)]
        self.record.append({"seq": seq, "role": "client", "peer": "app", "text": text})
        self.seen.entries.append((seq, "app", text))
        self.seen.position = seq
        self.page.passes.add(seq)


def trim_too_much(story):
    del story.record[0]


def trim_everything(story):
    story.record.clear()


def hide_the_hole(story):
    story.seen.holes.clear()


def tell_of_a_loss_that_is_none(story):
    story.tell(7)


def call_history_that_is_kept_trimmed(story):
    story.seen.position = 3
    story.tell(5)


def skip_behind_the_hole(story):
    del story.seen.entries[0]


def take_a_kept_id_anew(story):
    story.repeat(3, 6)


def trim_retained_state(story):
    story.page.state.clear()


def test_what_may_be_trimmed_may_be_missing():
    story = TrimmedStory()
    story.repeat(1, 6)
    assert story.faults() == []


@pytest.mark.parametrize("count, is_fault", [(2, False), (4, True)])
def test_what_was_trimmed_before_it_was_confirmed_may_come_behind_later_ones(count, is_fault):
    """2 was recorded, not confirmed, trimmed, and dispatched again; where more is kept it was dispatched too late."""
    story = TrimmedStory()
    story.history.retention = Retention(count=count)
    story.history.acks.pop(("hall", "client", "app", "2"))
    story.repeat(2, 6)
    assert any("recorded as 6 after ((4,), 5)" in fault for fault in story.faults()) is is_fault


@pytest.mark.parametrize("hide, said", [
    (trim_too_much, "the record begins at 5, which is later than --retain 2 lets it"),
    (trim_everything, "the record begins at None"), (hide_the_hole, "never given seq 2"),
    (tell_of_a_loss_that_is_none, "nothing below 7 is kept"),
    (call_history_that_is_kept_trimmed, "nothing below 5 is kept, and the newest was at most 5"),
    (skip_behind_the_hole, "never given seq 4"), (take_a_kept_id_anew, "on record more often than it was dispatched"),
    (trim_retained_state, "state differs"),
])
def test_a_fault_hidden_in_trimmed_history_is_found(hide, said):
    story = TrimmedStory()
    hide(story)
    assert any(said in fault for fault in story.faults()), story.history.faults


def test_a_number_given_twice_is_found_when_the_first_is_trimmed():
    story = TrimmedStory()
    story.dispatch(("hall", "client", "app", "9"), json.dumps({"type": "SOAK", "by": ["hall", "app", "9"]}))
    story.history.promised(("hall", "client", "app", "9"), 3)
    assert any("confirmed as 3, where the record has app" in fault for fault in story.faults())


@pytest.mark.parametrize("answer, said", [
    ({"reason": "ahead", "next": 9}, "ahead"), ({"reason": "epoch", "next": 9}, "epoch"),
    ({"reason": "trimmed", "next": 5}, "'next': 5"),
])
def test_a_refused_resume_has_to_be_true(answer, said):
    story = TrimmedStory()
    story.history.refused_to_resume(story.seen, {"resumed": False, **answer})
    assert said in story.history.faults[0]


def test_a_kept_id_confirmed_again_has_to_be_called_a_duplicate():
    story = TrimmedStory()
    story.history.promised(("hall", "client", "app", "4"), 5, is_duplicate=True)
    assert story.faults() == []
    story.history.promised(("hall", "client", "app", "4"), 5, is_duplicate=False)
    assert "not called a duplicate" in story.history.faults[0]


def test_trimmed_records_that_come_back_are_a_fault():
    history = History(seed=1)
    auditor = Auditor(history, None, SimpleNamespace(name="hall"))
    for first in (1, 4, 3):
        auditor.begins_at(first)
    assert history.counts["trims seen"] == 1 and "begins at 3, and began at 4" in history.faults[0]


@pytest.mark.parametrize("retention, count, size, age, may", [
    (Retention(count=2), 1, 0, 9, False), (Retention(count=2), 2, 0, 0, True),
    (Retention(size=1 << 20), 9, 1 << 19, 9, False), (Retention(size=1 << 20), 9, 1 << 20, 0, True),
    (Retention(age=5), 9, 0, 4.9, False), (Retention(age=5), 0, 0, 5.1, True),
    (Retention(), 9_000_000, 1 << 40, 9e9, False),
])
def test_what_the_limits_let_go_of(retention, count, size, age, may):
    assert retention.may_drop(count, size, age) is may


def deleted():
    """A session that was deleted, in which everything was in order."""
    story = Story()
    story.history.greeted("hall", {"epoch": "E1", "seq": 0}, least=0)
    story.history.over["hall"] = 100.0
    return story


def test_what_is_left_of_a_deleted_session_is_checked_too():
    story = deleted()
    verify(story.history, {"hall": None})
    assert story.history.faults == []
    skip_for_listener(story)
    verify(story.history, {"hall": None})
    assert "never given seq 3" in story.history.faults[0]


@pytest.mark.parametrize("room", ["hall", "hall.2"])
def test_the_epoch_of_a_deleted_session_may_not_come_back(room):
    story = deleted()
    story.history.greeted(room, {"epoch": "E1", "seq": 5}, least=0, asked_at=99.0, is_ending=True)
    assert story.history.faults == [], "asked for before it was deleted"
    story.history.greeted(room, {"epoch": "E1", "seq": 5}, least=0, asked_at=101.0, is_ending=True)
    assert "epoch E1 of the deleted hall is there again" in story.history.faults[0]


def test_another_epoch_is_none_where_the_session_is_deleted():
    story = deleted()
    assert not story.history.greeted("hall", {"epoch": "E2", "seq": 0}, least=5, asked_at=101.0, is_ending=True)
    assert story.history.greeted("hall.2", {"epoch": "E2", "seq": 0}, least=0, asked_at=101.0)
    assert story.history.faults == []


def test_an_action_of_the_deleted_session_may_not_come_back():
    story = deleted()
    verify(story.history, {"hall.2": story.record[1:2]})
    assert "hall.2: seq 2 was not dispatched there" in story.history.faults[0]


def test_an_id_of_the_deleted_session_is_a_new_one():
    """The next life has the same peer with the same id; the answer is what the old one was given."""
    story = deleted()
    text = json.dumps({"type": "SOAK", "by": ["hall.2", "app", "2"]})
    story.dispatch(("hall.2", "client", "app", "2"), text)
    story.history.promised(("hall.2", "client", "app", "2"), 3)
    verify(story.history, {"hall.2": [entry(5, "client", "app", {"type": "SET_ZOOM", "by": ["hall", "app", "4"]})]})
    assert any("the record begins at 5" in fault for fault in story.history.faults)


def test_state_of_the_deleted_session_may_not_come_back():
    story = deleted()
    story.history.lives.append(Life("hall.2", "page", state={"SET_ZOOM": ["hall", "app", "4"]}))
    verify(story.history, {"hall.2": []})
    assert "hall.2/page: state differs" in story.history.faults[0]


@pytest.mark.parametrize("is_ending", [True, False])
@pytest.mark.parametrize("kind", [Listener, Page])
def test_a_close_with_4500_is_for_those_whose_session_is_deleted(kind, is_ending):
    history = History(seed=1)
    peer = kind(history, None, SimpleNamespace(name="hall", session="hall", is_ending=is_ending), "app")
    peer._ended(4500)
    assert (peer.is_stopped, len(history.faults)) == ((True, 0) if is_ending else (False, 1))
