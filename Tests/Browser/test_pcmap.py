"""A page written from seed 4 alone runs under the bridge as it is (public/bridge/pcmap.mjs)."""
import pytest

from bridge_client import record
from conftest import HERE
from map_page import types, wait_confirmed

POSITION = {"latitude": 47.45232728284989, "longitude": 8.56221512953916, "ordinal": 2, "heading": 91.5}
SCENARIO = {
    "scenarioType": "onePOI", "poi": "150", "showSearch": True, "showLevelChoice": True, "showCallout": True,
    "showZoomControl": True, "zoomLevel": 20,
}

ADAPTERS_FETCHED = "performance.getEntriesByType('resource').filter(({name}) => name.endsWith('pcmap.mjs')).length"


@pytest.fixture
def server(start_server):
    return start_server(bundle=HERE / "pcmap-bundle")


def calls(page, count):
    page.wait_for_function("(count) => calls.length >= count", arg=count)
    return page.evaluate("calls")


@pytest.mark.parametrize("variant", ["plain", "late"])
def test_the_three_calls_of_the_seed_reach_the_page_and_their_results_come_back(server, open_map, connect, variant):
    client = connect(server)
    page = open_map(server, variant=variant)
    client.expect("READY")
    client.expect("MAP_LOADED")
    client.dispatch({"type": "SHOW_ORDINAL", "ordinal": 2})
    result = client.expect("CALL_RESULT")
    assert (result["call"], result["value"]) == ("app.map.showOrdinal", {"shown": 2})
    client.dispatch({"type": "SET_USER_POSITION", **POSITION})
    result = client.expect("CALL_RESULT")
    assert result == {"type": "CALL_RESULT", "call": "app.map.setUserPosition"}
    client.dispatch({"type": "APPLY_SCENARIO", "scenario": SCENARIO})
    result = client.expect("CALL_RESULT")
    assert (result["call"], result["value"]) == ("app.scenarios.apply", "150")
    assert calls(page, 3) == [["showOrdinal", 2], ["setUserPosition", POSITION], ["apply", SCENARIO]]
    assert page.evaluate(ADAPTERS_FETCHED) == 1


def test_what_was_dispatched_before_the_page_is_kept_for_it_and_again_after_a_reload(server, open_map, connect):
    client = connect(server)
    client.dispatch({"type": "SHOW_ORDINAL", "ordinal": 1}, {"type": "APPLY_SCENARIO", "scenario": SCENARIO})
    page = open_map(server)
    assert calls(page, 2) == [["showOrdinal", 1], ["apply", SCENARIO]]
    with page.expect_navigation():
        page.evaluate("__reload__()")
    assert calls(page, 2) == [["showOrdinal", 1], ["apply", SCENARIO]]


def test_a_call_that_fails_comes_back_with_the_reason(server, open_map, connect):
    client = connect(server)
    page = open_map(server)
    client.expect("MAP_LOADED")
    client.dispatch({"type": "APPLY_SCENARIO", "scenario": {"scenarioType": "twoPOI"}})
    result = client.expect("CALL_RESULT")
    assert (result["call"], result["error"]) == ("app.scenarios.apply", "Error: no scenario twoPOI")
    page.evaluate("delete app.map.showOrdinal")
    client.dispatch({"type": "SHOW_ORDINAL", "ordinal": 2})
    assert client.expect("CALL_RESULT")["error"] == "TypeError: the page has no app.map.showOrdinal"


def test_an_error_and_messages_of_other_types_are_passed_on_in_order(server, open_map, connect):
    client = connect(server)
    page = open_map(server, variant="failing")
    client.expect("MAP_LOADED")
    assert client.expect("ERROR")["error"] == {"stack": "Error details will be here..."}
    page.evaluate("post({ messageType: 'poiSelected', poi: '150' })")
    assert client.expect("poiSelected")["poi"] == "150"
    wait_confirmed(page)
    assert types(record(server, "map")) == ["READY", "MAP_LOADED", "ERROR", "poiSelected"]


def test_only_the_calls_of_the_seed_can_be_made(server, open_map, connect):
    client = connect(server)
    page = open_map(server, init_script="window.evil = () => calls.push(['evil']);")
    client.expect("MAP_LOADED")
    client.dispatch(
        {"type": "app.map.showOrdinal", "ordinal": 1}, {"type": "CALL", "call": "evil"}, {"type": "constructor"},
        {"type": "LOAD_MAP", "map_id": "1"}, {"type": "SHOW_ORDINAL", "ordinal": 3},
    )
    client.expect("MAP_LOADED")
    assert calls(page, 1) == [["showOrdinal", 3]]


def test_a_page_that_speaks_tmaps_too_is_not_heard_twice(server, open_map, connect):
    client = connect(server)
    page = open_map(server, variant="both")
    client.expect("READY")
    client.dispatch({"type": "SHOW_ORDINAL", "ordinal": 2})
    assert calls(page, 1) == [["Tagipedia", {"type": "SHOW_ORDINAL", "ordinal": 2}]]
    wait_confirmed(page)
    assert types(record(server, "map")) == ["READY"]
    assert page.evaluate(ADAPTERS_FETCHED) == 0


def test_a_page_that_posts_nothing_costs_nothing_and_is_not_ready(server, open_map, connect):
    page = open_map(server, variant="silent")
    wait_confirmed(page)
    assert record(server, "map") == []
    assert page.evaluate(ADAPTERS_FETCHED) == 0


def test_a_message_that_is_none_is_refused_and_the_next_one_is_heard(server, open_map, connect):
    client = connect(server)
    page = open_map(server, variant="silent")
    page.watch.allowed.append("refused what the page posted")
    with page.expect_console_message(lambda message: "refused what the page posted" in message.text) as refusal:
        page.evaluate("webkit.messageHandlers.mainMessageHandler.postMessage('mapReady')")
    assert "not valid JSON" in refusal.value.text
    page.evaluate("post({ messageType: 'mapReady' })")
    client.expect("MAP_LOADED")
