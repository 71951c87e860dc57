"""Screens of one session by their names: an operator sees which are on, and dispatches to one of them."""
import subprocess

from map_page import received, types, wait_received
from tmaps_server import BINARY


def peers(server, role="map"):
    status, listed = server.request("GET", "/v1/sessions/default/peers")
    assert status == 200
    return [peer for peer in listed if peer["role"] == role]


def test_a_screen_keeps_its_name_when_its_page_is_loaded_again(server, open_map, connect):
    client = connect(server)
    page = open_map(server, name="lobby-3")
    client.dispatch({"type": "LOAD_MAP", "map_id": "demo"})
    client.expect("MAP_LOADED")
    before, = peers(server)
    assert (before["name"], before["ready"], before["loaded"], before["hidden"]) == ("lobby-3", True, True, False)
    page.reload()
    client.expect("MAP_LOADED")
    after, = [peer for peer in peers(server) if peer["peer"] != before["peer"]]
    assert after["name"] == "lobby-3" and after["loaded"]


def test_an_action_for_a_screen_reaches_no_other(server, open_map, connect):
    client = connect(server)
    pages = [open_map(server, name=name) for name in ("lobby-1", "lobby-2")]
    for _ in pages:
        client.expect("READY")
    environment = {"TMAPS_SERVER": server.url}
    command = [BINARY, "dispatch", "SEARCH_ITEM", "featureIdOrCategoryName=x", "--to", "lobby-2"]
    subprocess.run(command, check=True, timeout=30, env=environment)
    wait_received(pages[1], "SEARCH_ITEM")
    client.dispatch({"type": "X_LAST"})
    wait_received(pages[0], "X_LAST")
    assert types(received(pages[0])) == ["X_LAST"]
    listed = subprocess.run([BINARY, "sessions", "peers", "default"], check=True, timeout=30, env=environment,
                            capture_output=True, text=True).stdout
    assert '"name":"lobby-1"' in listed and '"name":"lobby-2"' in listed


def test_a_page_whose_name_is_none_says_so(server, open_map):
    page = open_map(server, name="the lobby")
    page.watch.allowed.append("is no session id and no name")
    assert page.evaluate("__bridge__.stopped").startswith('"the lobby" is no session id and no name')
    assert page.watch.frames == []
