"""The inspector: what a session says, live, and actions dispatched from a page."""
import re

import pytest
from playwright.sync_api import expect

from accessibility import axe_faults
from bridge_client import record
from test_access import token

ROWS = "#log li:not(.note)"


@pytest.fixture
def inspect(open_map):
    """A factory: the inspector of a session, in a page."""
    def inspect(server, **options):
        return open_map(server, path="inspector", **options)

    return inspect


def rows(page):
    """(seq, type) of every action in the list."""
    return page.locator(ROWS).evaluate_all(
        "rows => rows.map(row => [Number(row.querySelector('.seq').textContent),"
        " row.querySelector('.type').textContent])")


def wait_state(page, text):
    expect(page.locator("#state")).to_have_text(re.compile(text), timeout=15_000)


def dispatch(page, text):
    page.locator("#action").fill(text)
    page.locator("#send").click()
    expect(page.locator("#result")).not_to_have_text("")
    return page.locator("#result").inner_text()


def test_it_shows_what_was_said_before_and_what_is_said_now(server, open_map, connect, inspect):
    client = connect(server)
    client.dispatch({"type": "SET_ZOOM", "zoom": 17})
    page = inspect(server)
    page.locator(ROWS).first.wait_for()
    open_map(server, variant="late")
    client.expect("READY")
    client.dispatch({"type": "HELLO", "text": "<img src=x onerror=alert(1)>"})
    expect(page.locator(".type").last).to_have_text("HELLO")
    expect(page.locator("#presence")).to_have_text("1 map, ready; 1 client")
    said = [action["type"] for action in record(server)]
    assert rows(page) == [[number + 1, type] for number, type in enumerate(said)]
    assert page.locator("#log img").count() == 0
    page.locator("summary").last.click()
    assert "<img src=x" in page.locator("#log pre").inner_text()


def test_an_action_is_dispatched_by_its_example_and_changed_and_sent_again(server, connect, inspect):
    page = inspect(server)
    page.watch.allowed.append("404")
    wait_state(page, "404")
    server.request("POST", "/v1/sessions", {"id": "default"})
    wait_state(page, "live")
    phone = connect(server, role="map")
    phone.dispatch({"type": "READY"})
    page.locator("#type").select_option("SET_ZOOM")
    page.locator("#action").press("Control+Enter")
    expect(page.locator("#result")).to_have_text("accepted as 2")
    sent = phone.expect("SET_ZOOM")
    page.locator("summary").last.click()
    page.get_by_role("button", name="Edit and dispatch").click()
    again = page.locator("#action").input_value().replace(str(sent["zoom"]), "12.5")
    assert dispatch(page, again) == "accepted as 3"
    assert phone.expect("SET_ZOOM")["zoom"] == 12.5


def test_what_is_wrong_with_an_action_is_said_where_it_was_written(server, inspect):
    server.request("POST", "/v1/sessions", {"id": "default"})
    page = inspect(server)
    page.watch.allowed.append("400|422")
    assert "not JSON" in dispatch(page, '{"type": ')
    refused = dispatch(page, '{"type": "SET_ZOOM", "zoom": "much"}')
    assert "zoom: expected" in refused
    assert rows(page) == []


def test_after_a_crash_it_goes_on_without_a_hole_and_without_a_double(server, connect, inspect):
    client = connect(server)
    client.dispatch(*[{"type": "X_COUNT", "n": n} for n in range(5)])
    page = inspect(server)
    page.watch.allowed.append("ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET")
    expect(page.locator(ROWS)).to_have_count(5)
    server.kill()
    wait_state(page, "no connection|has gone")
    server.start()
    connect(server, peer="other").dispatch({"type": "X_COUNT", "n": 5})
    wait_state(page, "live")
    expect(page.locator(ROWS)).to_have_count(6)
    seqs = [seq for seq, _ in rows(page)]
    assert seqs == sorted(set(seqs))


def test_the_filter_hides_and_the_list_follows_until_it_is_scrolled_up(server, connect, inspect):
    client = connect(server)
    page = inspect(server)
    client.dispatch(*[{"type": "X_COUNT" if n % 2 else "X_OTHER", "n": n} for n in range(100)])
    expect(page.locator(ROWS)).to_have_count(100)
    expect(page.locator(ROWS).last).to_be_in_viewport()
    page.locator("#log").evaluate("log => { log.scrollTop = 0; }")
    client.dispatch({"type": "X_COUNT", "n": 101})
    expect(page.locator(ROWS)).to_have_count(101)
    expect(page.locator(ROWS).first).to_be_in_viewport()
    page.locator("#filter").fill("x_count -101")
    expect(page.locator("#shown")).to_have_text("50 shown")
    client.dispatch({"type": "X_OTHER", "n": 102})
    expect(page.locator("#shown")).to_have_text("50 shown")
    page.locator("#filter").fill("")
    expect(page.locator("#shown")).to_have_text("102 shown")


def test_with_tokens_it_wants_a_clients_and_says_what_is_missing(start_server, connect, inspect):
    server = start_server("--auth", "required")
    page = inspect(server)
    page.watch.allowed.append("401")
    wait_state(page, "401")
    secret = token(server, "client")
    connect(server, token=secret).dispatch({"type": "X_HELLO"})
    page = inspect(server, fragment=f"#token={secret}")
    page.watch.allowed.append("403")  # the list of sessions wants a token for all of them
    page.locator(ROWS).first.wait_for()
    assert secret not in page.evaluate("location.href")
    assert dispatch(page, '{"type": "X_BACK"}') == "accepted as 2"
    page.reload()
    expect(page.locator(ROWS)).to_have_count(2)


def test_a_session_that_is_deleted_ends_it(server, inspect):
    server.request("POST", "/v1/sessions", {"id": "default"})
    page = inspect(server)
    wait_state(page, "live")
    server.request("DELETE", "/v1/sessions/default")
    wait_state(page, "4500")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(server, connect, inspect, scheme):
    connect(server).dispatch({"type": "SET_ZOOM", "zoom": 17})
    page = inspect(server, context={"color_scheme": scheme})
    page.locator("summary").first.click()
    page.locator("#log pre").wait_for()
    page.locator("#show-map").check()
    assert axe_faults(page) == []
