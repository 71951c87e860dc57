"""Tokens in the address bar, and pages that are served behind a path prefix."""
import json
import subprocess

import pytest

from map_page import bridge, received, types, wait_confirmed, wait_received, wait_state
from prefix_proxy import PrefixProxy
from tmaps_server import BINARY


def token(server, role, ttl="1h", session="default"):
    command = [BINARY, "token", "--data", server.data, "--session", session, "--role", role, "--ttl", ttl]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_a_token_moves_from_the_address_bar_and_survives_a_reload(start_server, open_map, connect):
    server = start_server("--auth", "required")
    client = connect(server, token=token(server, "client"))
    secret = token(server, "map")
    page = open_map(server, fragment=f"#token={secret}&floor=2", variant="late")
    client.expect("READY")
    assert page.evaluate("location.hash") == "#floor=2" and secret not in page.evaluate("location.href")
    page.reload()
    client.expect("READY")
    client.dispatch({"type": "HELLO"})
    wait_received(page, "HELLO")
    assert secret not in server.log.read_text()


def test_every_connection_has_a_ticket_of_its_own(start_server, open_map, connect):
    server = start_server("--auth", "required")
    page = open_map(server, fragment=f"#token={token(server, 'map')}")
    page.watch.allowed.append(r"WebSocket connection to .* failed|ERR_CONNECTION_REFUSED")
    wait_confirmed(page)
    assert page.evaluate("location.hash") == ""
    server.kill()
    wait_state(page, "waiting")
    server.start()
    wait_confirmed(page)
    assert bridge(page)["connections"] == 2


def test_a_token_that_is_not_accepted_stops_the_page_for_good(start_server, open_map):
    """engram PR#1018: an expired token was retried for ever."""
    server = start_server("--auth", "required")
    page = open_map(server, fragment="#token=made-up")
    page.watch.allowed.append("does not accept the token|401")
    wait_state(page, "stopped")
    assert "does not accept the token" in bridge(page)["stopped"]


def test_a_token_for_something_else_stops_the_page_and_says_why(start_server, open_map):
    server = start_server("--auth", "required")
    for role, session in [("client", "default"), ("map", "lobby")]:
        page = open_map(server, fragment=f"#token={token(server, role, session=session)}")
        page.watch.allowed.append("does not accept the token")
        page.watch.allowed.append("401|403")
        wait_state(page, "stopped")
        assert "does not accept the token" in bridge(page)["stopped"]


def test_a_page_without_a_token_says_that_one_is_wanted(start_server, open_map):
    """A browser does not tell why a WebSocket was refused: the page tried for ever."""
    server = start_server("--auth", "required")
    page = open_map(server)
    page.watch.allowed.append("401|wants a token|HTTP Authentication failed")
    wait_state(page, "stopped")
    assert "wants a token" in bridge(page)["stopped"]
    # The link that was meant is opened in the same tab, which changes the fragment alone.
    with page.expect_navigation():
        page.evaluate("(token) => { location.hash = `token=${token}`; }", token(server, "map"))
    wait_confirmed(page)
    assert page.evaluate("location.hash") == ""


def test_tickets_come_though_their_code_did_not_load_at_first(start_server, open_map):
    """Where the import of a module failed once, some browsers let it fail for ever."""
    server = start_server("--auth", "required")
    page = open_map(server)
    page.watch.allowed.append("401|wants a token|HTTP Authentication failed|ERR_FAILED")
    wait_state(page, "stopped")
    cut = []

    def cut_once(route):
        cut.append(route.request.url)
        if len(cut) == 1:
            route.abort()
        else:
            route.continue_()

    page.route("**/tickets.mjs*", cut_once)
    with page.expect_navigation():
        page.evaluate("(token) => { location.hash = `token=${token}`; }", token(server, "map"))
    wait_confirmed(page)
    assert len(cut) == 2


def test_when_the_token_expires_the_page_is_told_and_stops(start_server, open_map):
    server = start_server("--auth", "required")
    page = open_map(server, fragment=f"#token={token(server, 'map', ttl='4s')}")
    page.watch.allowed.append("4501")
    wait_state(page, "stopped")
    assert "4501 the token has expired" in bridge(page)["stopped"]
    assert bridge(page)["connections"] == 1


def test_a_token_is_in_no_address_and_no_log(start_server, open_map):
    server = start_server("--auth", "required", "--log-level", "debug")
    secret = token(server, "map", session="*")
    page = open_map(server, "window.asked = []; const open = WebSocket; window.WebSocket = function (...all) {"
                            "asked.push(all); return new open(...all); };", fragment=f"#token={secret}")
    wait_confirmed(page)
    [[url, protocols]] = page.evaluate("asked.map(([url, protocols]) => [String(url), protocols])")
    assert secret not in url and "token" not in url
    assert protocols[0] == "tmaps.session.v1" and len(protocols[1]) == len("ticket.") + 22
    assert len(",".join(protocols)) < 127, "libwebsockets refuses more"
    seen = page.evaluate("[document.referrer, ...performance.getEntriesByType('resource').map(({ name }) => name)]")
    log = server.log.read_text()
    ticket = protocols[1].removeprefix("ticket.")
    assert not any(secret in text or ticket in text for text in [*seen, log])
    assert "joined" in log, "the debug log is on"


def test_the_default_bundle_works_with_a_token(start_server, open_map, connect):
    server = start_server("--auth", "required", bundle=None)
    status, body = server.request("POST", "/v1/sessions", {"id": "hall"},
                                  {"Authorization": f"Bearer {token(server, 'admin', session='*')}"})
    assert status == 201, json.dumps(body)
    client = connect(server, "hall", token=body["tokens"]["client"])
    open_map(server, fragment=f"#token={body['tokens']['map']}", session="hall")
    client.expect("READY")
    client.dispatch({"type": "LOAD_MAP", "map_id": "demo"})
    client.expect("MAP_LOADED", timeout=30)


@pytest.mark.parametrize("flags", [[], ["--auth", "off"]])
def test_where_no_token_is_wanted_one_does_no_harm(start_server, open_map, flags):
    server = start_server(*flags)
    page = open_map(server, fragment="#token=left-over")
    wait_confirmed(page)
    assert page.evaluate("location.hash") == ""


def test_a_page_behind_a_path_prefix_finds_its_session(start_server, open_map, connect):
    with PrefixProxy("/venues/map") as proxy:
        server = start_server("--allow-host", f"127.0.0.1:{proxy.port}")
        proxy.target = server.port
        client = connect(server)
        page = open_map(server, url=f"http://127.0.0.1:{proxy.port}/venues/map")
        client.expect("READY")
        client.dispatch({"type": "THROUGH_THE_PROXY"})
        wait_received(page, "THROUGH_THE_PROXY")
        assert types(received(page)) == ["THROUGH_THE_PROXY"]
