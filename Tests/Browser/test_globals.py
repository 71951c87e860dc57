"""What a bundle finds in its page, and how it may use it (actions.md, "How native hosts talk to the bundle")."""
import json

import pytest

from bridge_client import record
from map_page import bridge, received, say, types, wait_confirmed, wait_received, wait_state


@pytest.mark.parametrize("variant", ["late", "early", "strings", "lexical"])
def test_every_style_of_bundle_talks_both_ways(server, open_map, connect, variant):
    client = connect(server)
    page = open_map(server, variant=variant)
    client.expect("READY")
    client.dispatch({"type": "SEARCH_ITEM", "featureIdOrCategoryName": "café"})
    wait_received(page, "SEARCH_ITEM")
    assert received(page) == [{"type": "SEARCH_ITEM", "featureIdOrCategoryName": "café"}]
    say(page, {"type": "FEATURES_TAPPED", "features": [{"id": "w1", "properties": {}}]})
    assert client.expect("FEATURES_TAPPED")["features"] == [{"id": "w1", "properties": {}}]


def test_the_globals_are_there_before_the_first_script_of_the_bundle(server, open_map):
    page = open_map(server)
    assert page.evaluate("document.head.firstElementChild.src").endswith("/bridge/bridge.js")
    assert page.evaluate("typeof early.dispatch === 'function' && early === window.__tb__")


def test_dispatch_works_without_its_object(server, open_map, connect):
    client = connect(server)
    page = open_map(server, variant="shy")
    page.evaluate("(() => { const { dispatch } = window.__tb__; dispatch({ type: 'READY' }); })()")
    client.expect("READY")


def test_actions_wait_for_a_tagipedia_that_is_defined_late(server, open_map, connect):
    client = connect(server)
    page = open_map(server, variant="slow")
    client.expect("READY")
    client.dispatch({"type": "A"}, {"type": "B"})
    say(page, {"type": "HERE"})
    wait_confirmed(page)
    assert received(page) == []
    page.evaluate("define()")
    wait_received(page, "B")
    assert types(received(page)) == ["A", "B"]


def test_a_tagipedia_that_is_replaced_is_found_again(server, open_map, connect):
    client = connect(server)
    page = open_map(server)
    client.expect("READY")
    page.evaluate("window.Tagipedia = { dispatch: (action) => received.push({ type: 'NEW', action }) }")
    client.dispatch({"type": "A"})
    wait_received(page, "NEW")
    assert received(page) == [{"type": "NEW", "action": {"type": "A"}}]


def test_a_failure_in_the_page_is_reported_and_does_not_stop_what_follows(server, open_map, connect):
    client = connect(server)
    page = open_map(server)
    page.watch.allowed.append("the page failed on an action")
    client.expect("READY")
    client.dispatch({"type": "FAIL", "what": "fly"}, {"type": "AFTER"})
    assert "cannot fly" in client.expect("ERROR")["error"]["stack"]
    wait_received(page, "AFTER")
    wait_confirmed(page)
    assert types(record(server, "map")).count("ERROR") == 1


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("{}", 'no string "type"'),
        ("{type: 7}", 'no string "type"'),
        ("Object.create({type: 'INHERITED'})", 'no string "type"'),
        ("null", "an action is an object"),
        ("undefined", "an action is an object"),
        ("[]", "this is an array"),
        ("'READY'", "not valid JSON"),
        ("'\"READY\"'", "an action is an object"),
        ("'{\"type\":\"A\",}'", "JSON"),
        ("(() => { const a = {type: 'A'}; a.a = a; return a; })()", "circular"),
        ("{type: 'A', n: 1n}", "BigInt"),
    ],
)
def test_what_is_no_action_is_refused_with_the_reason_and_never_throws(server, open_map, action, reason):
    page = open_map(server)
    page.watch.allowed.append("refused what the page dispatched")
    page.evaluate(f"() => {{ __tb__.dispatch({action}); }}")
    faults = [fault for fault in page.watch.faults if "refused what the page dispatched" in fault]
    assert len(faults) == 1 and reason in faults[0], faults
    wait_confirmed(page)
    assert types(record(server, "map")) == ["READY"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (r'{"type":"X","s":"\ud83d"}', "invalid_json"),  # F05: what JSON.parse takes and RFC 8259 does not
        ('{"type":"X","n":1e400}', "invalid_json"),
        ('{"type":"A","type":"B"}', "duplicate_key"),
        ('{"type":"LOAD_MAP","map_id":"1"}', "wrong_direction"),
    ],
)
def test_what_the_server_refuses_is_named_and_not_sent_again(server, open_map, connect, text, code):
    client = connect(server)
    page = open_map(server)
    client.expect("READY")
    with page.expect_console_message(lambda message: "the server refused an action" in message.text) as warning:
        page.evaluate("(text) => __tb__.dispatch(text)", text)
    assert code in warning.value.text
    say(page, {"type": "NEXT"})
    client.expect("NEXT")
    wait_confirmed(page)


@pytest.mark.parametrize("session", ["a b", "", "x" * 65, "../default", "é"])
def test_a_bad_session_id_is_named_and_nothing_connects(server, open_map, session):
    page = open_map(server, session=session)
    page.watch.allowed.append("is no session id")
    assert f'"{session}" is no session id' in " ".join(page.watch.faults)
    page.watch.allowed.append("not connected")
    assert bridge(page)["state"] == "stopped"
    assert page.watch.frames == [] and bridge(page)["connections"] == 0


def test_reload_is_what_the_android_host_offers(server, open_map, connect):
    client = connect(server)
    page = open_map(server)
    client.expect("READY")
    first = bridge(page)["peer"]
    with page.expect_navigation():
        page.evaluate("__reload__()")
    client.expect("READY")
    wait_state(page, "open")
    assert bridge(page)["peer"] != first


def test_the_state_for_inspection_cannot_be_changed(server, open_map):
    page = open_map(server, session="lobby")
    wait_confirmed(page)
    page.evaluate("() => { try { __bridge__.state = 'x'; } catch {} window.__bridge__ = null; }")
    state = bridge(page)
    assert (state["state"], state["session"], state["pending"]) == ("open", "lobby", 0)
    assert json.dumps(state)  # plain data


def test_two_sessions_do_not_hear_each_other(server, open_map, connect):
    lobby, cellar = connect(server, "lobby"), connect(server, "cellar")
    page = open_map(server, session="lobby")
    lobby.expect("READY")
    other = open_map(server, session="cellar")
    cellar.expect("READY")
    lobby.dispatch({"type": "FOR_LOBBY"})
    cellar.dispatch({"type": "FOR_CELLAR"})
    wait_received(page, "FOR_LOBBY")
    wait_received(other, "FOR_CELLAR")
    assert types(received(page)) == ["FOR_LOBBY"] and types(received(other)) == ["FOR_CELLAR"]
