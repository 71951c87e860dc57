"""What users of other relays complain about, where it takes a process that dies; docs/complaints.md lists all."""
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed

from bridge_client import BridgeClient, observe, record
from map_page import open_reconnects, received, wait_confirmed, wait_received

SEARCH = {"type": "SEARCH_ITEM", "featureIdOrCategoryName": "cafe"}


def restart(server, how):
    getattr(server, how)()
    server.start()


@pytest.fixture
def killable(start_server):
    server = start_server()
    server.allowed_in_log.append("the last stop was not clean")
    return server


def test_socket_io_redis_streams_adapter_26_27_reconnect_faster_than_the_save(killable, connect):
    """The position is in the record, not saved at a disconnect: a node that dies without one loses no position."""
    page, client = connect(killable, role="map", peer="page"), connect(killable, peer="app")
    page.dispatch({"type": "READY"})
    page.socket.send(page.envelope({"type": "TAP", "n": 1}))  # not confirmed: perhaps not on disk
    position = client.until(lambda m: client.action(m).get("type") == "TAP")["seq"]
    restart(killable, "kill")
    page = connect(killable, role="map", peer="page")
    client = connect(killable, peer="app", after=position, epoch=client.hello["epoch"])
    assert client.next_message() == {"resumed": True, "after": position, "replayed": 0}
    page.socket.send(page.envelope({"type": "TAP", "n": 2}))
    following = client.until(lambda m: client.action(m).get("type") == "TAP")
    assert following["action"]["n"] == 2 and following["seq"] > position, "no number is used twice"


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_socket_io_5334_a_retry_after_an_outage_is_not_a_second_message(killable, connect, how):
    client = connect(killable, peer="app")
    text = client.envelope(SEARCH, id="once")
    client.socket.send(text)
    first = client.until(lambda message: "ack" in message)
    restart(killable, how)
    client = connect(killable, peer="app")
    client.socket.send(text)
    assert client.until(lambda message: "ack" in message) == {**first, "duplicate": True}
    assert len(record(killable, "client")) == 1


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_mosquitto_769_1464_what_waits_is_there_after_a_restart(killable, connect, how):
    """The restart matrix: what waits for a map, retained state, confirmed ids, how far a page had come."""
    client, page = connect(killable, peer="app"), connect(killable, role="map", peer="page")
    page.dispatch({"type": "READY"})
    position = page.until(lambda message: "caught_up" in message)["caught_up"]
    theme = {"type": "SET_THEME", "theme": {"primary": "#336699", "accent": "#ff8800"}}
    client.dispatch(theme)
    page.expect("SET_THEME")
    page.close()
    client.until(lambda message: message.get("peers", {}).get("maps") == 0)
    client.dispatch(SEARCH, SEARCH)
    restart(killable, how)
    again = connect(killable, role="map", peer="page", after=position, epoch=client.hello["epoch"])
    assert again.next_message() == {"resumed": True, "after": position, "replayed": 3}
    assert [again.next_message()["action"] for _ in range(3)] == [theme, SEARCH, SEARCH]
    other = connect(killable, role="map", peer="other")
    other.dispatch({"type": "READY"})
    assert other.expect("SET_THEME") == theme and observe(killable)[0]["ready"]


def test_buzz_2575_a_stop_under_load_closes_with_1001_and_loses_nothing_that_was_confirmed(server, connect):
    confirmed, codes = [], []

    def pump(peer):
        client = BridgeClient(server.url, peer=peer)
        try:
            while True:
                confirmed.append((peer, *client.dispatch({"type": "SET_ZOOM", "zoom": 1, "from": peer})))
        except ConnectionClosed as closed:
            codes.append(closed.rcvd.code if closed.rcvd else 1006)

    pumps = [threading.Thread(target=pump, args=[f"app{n}"], daemon=True) for n in range(4)]
    for thread in pumps:
        thread.start()
    watcher = connect(server, role="observer")
    watcher.until(lambda message: message.get("seq", 0) > 200)
    start = time.monotonic()
    server.stop()
    assert time.monotonic() - start < 5
    for thread in pumps:
        thread.join(5)
    assert codes == [1001] * 4, "none of them was reset"
    server.start()
    on_record = {(entry["peer"], entry["seq"]) for entry in observe(server)[1]}
    assert set(confirmed) <= on_record and len(confirmed) > 100


def test_home_assistant_81293_a_page_says_that_it_is_hidden(server, open_map, connect):
    """To clients, and in the list of sessions; also on a new connection, and no more once it is shown."""
    client = connect(server)
    page = open_map(server, init_script="""
      let shown = 'hidden';
      Object.defineProperty(Document.prototype, 'visibilityState', { get: () => shown });
      window.turn = (state) => { shown = state; document.dispatchEvent(new Event('visibilitychange')); };
    """)
    hidden = lambda message: message.get("peers", {}).get("hidden", 0)  # noqa: E731
    client.until(lambda message: hidden(message) == 1)
    page.evaluate("turn('visible')")
    client.until(lambda message: "peers" in message and hidden(message) == 0)
    page.evaluate("turn('hidden')")
    client.until(lambda message: hidden(message) == 1)
    assert connect(server).hello["hidden"] == 1
    assert server.request("GET", "/v1/sessions/default")[1]["hidden"] == 1
    open_reconnects(page)
    restart(server, "stop")
    page.wait_for_function("__bridge__.connections === 2 && __bridge__.pending === 0")
    client = connect(server)
    assert client.hello.get("hidden") or client.until(hidden)


def test_home_assistant_81293_a_frozen_tab_gets_what_it_missed_when_it_is_shown_again(server, open_map, connect):
    """Chromium freezes a hidden tab's scripts, not its answers to pings; thawed, or reconnected, it has everything."""
    client = connect(server)
    page = open_map(server)
    client.expect("READY")
    wait_confirmed(page)
    open_reconnects(page)
    tab = page.context.new_cdp_session(page)
    tab.send("Page.setWebLifecycleState", {"state": "frozen"})
    client.dispatch(*({"type": "CUSTOM", "n": n} for n in range(30)))
    tab.send("Page.setWebLifecycleState", {"state": "active"})
    wait_received(page, "CUSTOM", 30)
    assert [action["n"] for action in received(page) if action["type"] == "CUSTOM"] == list(range(30))
