"""A page whose connection goes away: nothing lost, nothing doubled, no reload (F52, wire.md §3 and §4)."""
import shutil
import socket
import time

import pytest

from bridge_client import observe, record
from map_page import (
    bridge, open_reconnects, received, say, types, wait_confirmed, wait_received, wait_state,
)

LOAD_MAP = {"type": "LOAD_MAP", "map_id": "3"}
SLOWEST_BACKOFF = "Math.random = () => 1;"  # the jitter's upper end: 250 ms, 500 ms, 1 s … 10 s


def loaded_page(server, open_map, connect, **options):
    client = connect(server)
    page = open_map(server, **options)
    client.expect("READY")
    client.dispatch(LOAD_MAP)
    client.expect("MAP_LOADED")
    wait_confirmed(page)
    open_reconnects(page)
    return page


def is_loaded(server):
    session, _ = observe(server)
    return session["ready"] and session["loaded"]


def test_after_kill_9_and_a_restart_the_page_goes_on_where_it_was(server, open_map, connect):
    page = loaded_page(server, open_map, connect)
    before = bridge(page)
    server.kill()
    wait_state(page, "waiting")
    server.start()
    client = connect(server)
    client.dispatch({"type": "AFTER_RESTART"})
    wait_received(page, "AFTER_RESTART")
    after = bridge(page)
    assert types(received(page)) == ["LOAD_MAP", "AFTER_RESTART"], "no second LOAD_MAP"
    assert (after["peer"], after["position"]["epoch"]) == (before["peer"], before["position"]["epoch"])
    assert after["connections"] == 2 and after["position"]["seq"] > before["position"]["seq"]
    assert types(record(server, "map")) == ["READY", "MAP_LOADED"]
    assert is_loaded(server)


def test_what_a_client_sends_while_the_page_is_away_is_waiting_for_it(server, open_map, connect):
    page = loaded_page(server, open_map, connect, init_script=SLOWEST_BACKOFF)
    server.kill()
    page.wait_for_function("__bridge__.state === 'waiting'")
    server.start()
    client = connect(server)
    client.dispatch(*({"type": "CUSTOM", "n": n} for n in range(20)))
    wait_received(page, "CUSTOM", 20)
    client.dispatch({"type": "CUSTOM", "n": 20})
    wait_received(page, "CUSTOM", 21)
    assert [action["n"] for action in received(page) if action["type"] == "CUSTOM"] == list(range(21))


def test_what_the_page_says_while_it_is_cut_off_goes_out_first_and_once(server, open_map, connect):
    page = loaded_page(server, open_map, connect)
    server.kill()
    wait_state(page, "waiting")
    say(page, *({"type": "SAID", "n": n} for n in range(50)))
    assert bridge(page)["pending"] == 50
    server.start()
    client = connect(server, after=0)
    wait_confirmed(page)
    say(page, {"type": "SAID", "n": 50})
    assert [client.expect("SAID")["n"] for _ in range(51)] == list(range(51))
    wait_confirmed(page)
    assert types(record(server, "map")).count("SAID") == 51


def test_a_server_killed_in_the_middle_of_a_stream_loses_and_doubles_nothing(server, open_map, connect):
    """Confirmed before it is on disk, or sent again without an id: either fault shows here."""
    page = loaded_page(server, open_map, connect)
    client = connect(server)
    page.evaluate("""() => {
      window.said = 0;
      window.stream = setInterval(() => {
        for (let k = 0; k < 3; k += 1) say({ type: 'STREAM', n: said++ });
      }, 15);
    }""")
    for _ in range(3):
        start = client.expect("STREAM")["n"]
        client.until(lambda message, start=start: client.action(message).get("n", 0) >= start + 60)
        server.kill()
        wait_state(page, "waiting")
        server.start()
        client = connect(server)
    client.expect("STREAM")
    said = page.evaluate("() => { clearInterval(stream); return said; }")
    wait_confirmed(page)
    streamed = [action["n"] for action in record(server, "map") if action["type"] == "STREAM"]
    assert streamed == list(range(said)) and said > 180


def test_a_page_cut_before_it_said_ready_starts_normally(server, open_map, connect):
    page = open_map(server, variant="shy")
    wait_state(page, "open")
    open_reconnects(page)
    server.kill()
    wait_state(page, "waiting")
    server.start()
    client = connect(server)
    client.dispatch(LOAD_MAP)
    say(page, {"type": "READY"})
    client.expect("MAP_LOADED")
    assert types(received(page)) == ["LOAD_MAP"]


def test_a_page_cut_in_the_middle_of_its_replay_gets_the_state_again(server, open_map, connect):
    """peakflo/20x#82. READY is on record once: the page goes on, it does not start again."""
    client = connect(server)
    theme = {"type": "SET_THEME", "theme": {"primary": "#336699", "accent": "#ff8800"}}
    client.dispatch(theme, LOAD_MAP, {"type": "SET_ZOOM", "zoom": 18})
    page = open_map(server, variant="mute")
    open_reconnects(page)
    wait_received(page, "LOAD_MAP")
    wait_confirmed(page)
    server.kill()
    wait_state(page, "waiting")
    server.start()
    wait_received(page, "LOAD_MAP", 2)
    say(page, {"type": "MAP_LOADED"})
    wait_received(page, "SET_ZOOM")
    assert types(received(page)) == ["SET_THEME", "LOAD_MAP", "SET_THEME", "LOAD_MAP", "SET_ZOOM"]
    assert types(record(server, "map")) == ["READY", "MAP_LOADED"]


def test_a_session_whose_records_are_gone_starts_again_at_ready(server, open_map, connect):
    page = loaded_page(server, open_map, connect)
    epoch = bridge(page)["position"]["epoch"]
    server.kill()
    wait_state(page, "waiting")
    shutil.rmtree(server.data)
    server.start()
    client = connect(server)
    wait_confirmed(page)
    client.dispatch({"type": "AFTER_LOSS"})
    wait_received(page, "AFTER_LOSS")
    assert bridge(page)["position"]["epoch"] != epoch
    assert types(record(server, "map")) == ["READY", "MAP_LOADED"]
    assert is_loaded(server)


def test_a_graceful_stop_is_a_reason_to_come_back(server, open_map, connect):
    page = loaded_page(server, open_map, connect)
    server.stop()
    wait_state(page, "waiting")
    server.start()
    wait_confirmed(page)
    assert types(received(page)) == ["LOAD_MAP"] and bridge(page)["connections"] == 2


def test_a_session_that_is_ended_is_not_connected_to_again(server, open_map, connect):
    page = loaded_page(server, open_map, connect)
    page.watch.allowed.append("the server ended the connection: 4500")
    status, _ = server.request("DELETE", "/v1/sessions/default")
    assert status in (200, 204)
    wait_state(page, "stopped")
    assert "4500" in bridge(page)["stopped"]
    page.evaluate("dispatchEvent(new Event('online'))")
    assert bridge(page)["state"] == "stopped"
    assert server.request("GET", "/v1/sessions/default")[0] == 404, "the page did not make the session anew"


def test_coming_back_online_does_not_wait_for_the_back_off(server, open_map, connect):
    page = loaded_page(server, open_map, connect, init_script=SLOWEST_BACKOFF)
    server.kill()
    # five attempts at the slow end of the jitter: the next one is 8 s away
    with page.expect_event("console", lambda message: "failed" in message.text):
        pass
    for _ in range(4):
        page.wait_for_event("console", lambda message: "failed" in message.text)
    wait_state(page, "waiting")
    server.start()
    start = time.monotonic()
    page.context.set_offline(True)
    page.context.set_offline(False)
    wait_confirmed(page)
    assert time.monotonic() - start < 4


def test_a_server_that_accepts_and_says_nothing_is_tried_again(server, open_map, connect):
    page = loaded_page(server, open_map, connect, init_script="Math.random = () => 0;")
    page.clock.install()
    server.kill()
    with socket.create_server(("127.0.0.1", server.port)) as deaf:
        deaf.settimeout(10)
        first, _ = deaf.accept()  # after this one the page's clock runs, but nobody answers
        page.clock.fast_forward(15_000)
        second, _ = deaf.accept()
        for connection in (first, second):
            connection.close()
    server.start()
    wait_confirmed(page)
    assert types(received(page)) == ["LOAD_MAP"]


def test_a_page_that_slept_replaces_its_socket(server, open_map, connect):
    """wire-webapp#21477: after sleep a socket says OPEN and is dead. The clock jumps, as when a lid is closed."""
    client = connect(server)
    page = open_map(server, variant="shy")
    page.clock.install()
    page.reload()
    say(page, {"type": "READY"})
    client.expect("READY")
    wait_confirmed(page)
    page.clock.fast_forward("05:00")
    page.wait_for_function("__bridge__.connections === 2")
    wait_confirmed(page)
    client.dispatch({"type": "AWAKE"})
    wait_received(page, "AWAKE")
    assert types(received(page)) == ["AWAKE"] and observe(server)[0]["maps"] == 1
