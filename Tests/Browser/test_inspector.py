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
    page.locator("summary", has_text="SET_ZOOM").click()
    page.get_by_role("button", name="Edit and dispatch").click()
    again = page.locator("#action").input_value().replace(str(sent["zoom"]), "12.5")
    assert dispatch(page, again) == "accepted as 3"
    assert phone.expect("SET_ZOOM")["zoom"] == 12.5


def test_one_map_alone_is_dispatched_to_by_its_name(server, open_map, connect, inspect):
    page = inspect(server)
    page.watch.allowed.append("404")
    lobbies = [connect(server, role="map", name=f"lobby-{n}") for n in (1, 2)]
    for lobby in lobbies:
        lobby.dispatch({"type": "READY"})
    to = page.get_by_label("To", exact=True)
    expect(to.locator("option")).to_have_text(["every map", "lobby-1", "lobby-2"])
    to.select_option("lobby-2")
    assert dispatch(page, '{"type": "X_ONE"}') == "accepted as 3"
    to.select_option("every map")
    assert dispatch(page, '{"type": "X_ALL"}') == "accepted as 4"
    assert lobbies[1].expect("X_ONE") and lobbies[1].expect("X_ALL")
    assert lobbies[0].until(lambda message: "X_" in str(message.get("action")))["action"]["type"] == "X_ALL"
    to.select_option("lobby-2")
    lobbies[1].close()
    expect(to.locator("option:checked")).to_have_text("lobby-2 (not connected)")
    assert dispatch(page, '{"type": "X_GONE"}').startswith("404")


def test_what_is_wrong_with_an_action_is_said_where_it_was_written(server, inspect):
    server.request("POST", "/v1/sessions", {"id": "default"})
    page = inspect(server)
    page.watch.allowed.append("400|403|422")
    assert "not JSON" in dispatch(page, '{"type": ')
    for text, said in [('{"type": ""}', "the type is empty"), ("[]", "nothing was dispatched"), ("3", "400"),
                       ('{"type": "X", "type": "Y"}', "twice"), ('{"type": "READY"}', "dispatched by maps")]:
        assert said in dispatch(page, text)
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


def test_thousands_of_actions_are_shown_and_filtered_at_once(server, connect, inspect):
    """Laid out one by one, ten thousand took minutes; to hide two thousand list items took seconds."""
    phone = connect(server, role="map", subprotocol="tmaps.dispatch.v1")
    phone.dispatch({"type": "READY"})
    page = inspect(server)
    wait_state(page, "live")
    phone.dispatch(*[{"type": "X_COUNT", "n": n} for n in range(5000)])
    expect(page.locator(".rest").last).to_have_text('{"n":4999}', timeout=20_000)
    expect(page.locator("#shown")).to_have_text("2000 shown of the last 2000")
    expect(page.locator(ROWS).last).to_be_in_viewport()
    seqs = [seq for seq, _ in rows(page)]
    assert seqs == list(range(3002, 5002))
    milliseconds = page.locator("#filter").evaluate("""filter => {
      const start = performance.now();
      filter.value = '"n":4990';
      filter.dispatchEvent(new Event('input'));
      return document.getElementById('log').scrollHeight && performance.now() - start;
    }""")
    expect(page.locator("#shown")).to_have_text("1 shown of the last 2000")
    expect(page.get_by_role("status").filter(has_text="1 of 2000 actions")).to_have_count(1)
    assert milliseconds < 1000, "15 on an idle machine"


def test_it_is_used_with_the_keyboard_alone(server, connect, inspect):
    """Each row was a stop for Tab: the form came after two thousand."""
    client = connect(server)
    client.dispatch(*[{"type": f"X_{n}", "n": n} for n in range(60)])
    page = inspect(server)
    expect(page.locator(ROWS)).to_have_count(60)
    page.locator("#filter").focus()
    stops = []
    for _ in range(3):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.id || document.activeElement.innerText"))
    assert stops[0] == "clear" and "X_59" in stops[1] and stops[2] == "type"
    page.keyboard.press("Shift+Tab")
    focused = page.locator(":focus .type")
    for key, kind in [("ArrowUp", "X_58"), ("ArrowUp", "X_57"), ("ArrowDown", "X_58"), ("Home", "X_0"),
                      ("ArrowUp", "X_0"), ("End", "X_59")]:
        page.keyboard.press(key)
        expect(focused).to_have_text(kind)
        expect(focused).to_be_in_viewport()
    page.keyboard.press("Home")
    client.dispatch({"type": "X_MORE"})
    expect(page.locator(ROWS)).to_have_count(61)
    expect(focused).to_have_text("X_0")
    page.keyboard.press("Enter")
    page.locator("#log .again").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#action")).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#result")).to_have_text("accepted as 62")
    page.locator("#filter").fill("x_5")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Home")
    expect(focused).to_have_text("X_5")
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_text("X_50")


def test_who_has_scrolled_up_gets_back_to_the_newest(server, connect, inspect):
    connect(server).dispatch(*[{"type": "X_COUNT", "n": n} for n in range(200)])
    page = inspect(server)
    expect(page.locator(ROWS)).to_have_count(200)
    newest = page.get_by_role("button", name="Newest")
    expect(newest).to_be_hidden()
    page.locator("#log").evaluate("log => { log.scrollTop = 0; }")
    newest.click()
    expect(page.locator(ROWS).last).to_be_in_viewport()
    expect(newest).to_be_hidden()
    page.locator("#clear").click()
    expect(page.locator(ROWS)).to_have_count(0)
    connect(server, peer="late").dispatch({"type": "X_LATE"})
    expect(page.locator("#shown")).to_have_text("1 shown")


def test_a_narrow_window_has_all_of_it_below_each_other(server, connect, inspect):
    connect(server).dispatch({"type": "X_LONG", "text": "long " * 200})
    page = inspect(server, context={"viewport": {"width": 360, "height": 640}})
    page.locator("summary").first.click()
    page.locator("#type").select_option("LOAD_MAP")
    expect(page.locator("#fields li").first).to_have_text("map_id id, required. The map.")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    boxes = [page.locator(part).bounding_box() for part in ("header", "#record", "#compose")]
    assert all(a["y"] + a["height"] <= b["y"] + 1 for a, b in zip(boxes, boxes[1:]))
    assert axe_faults(page) == []


def test_with_tokens_it_wants_a_clients_and_says_what_is_missing(start_server, connect, inspect):
    server = start_server("--auth", "required")
    page = inspect(server)
    page.watch.allowed.append("401")
    wait_state(page, "401.*Open this page with #token=")
    secret = token(server, "client", session="*")
    connect(server, token=secret).dispatch({"type": "X_HELLO"})
    with page.expect_navigation():  # the link that was meant, in the same tab
        page.evaluate("(token) => { location.hash = `token=${token}`; }", secret)
    page.watch.allowed.append("403|404")  # the list of sessions wants a token for all of them
    page.locator(ROWS).first.wait_for()
    assert secret not in page.evaluate("location.href")
    assert dispatch(page, '{"type": "X_BACK"}') == "accepted as 2"
    page.reload()
    expect(page.locator(ROWS)).to_have_count(2)
    connect(server, "hall", token=secret).dispatch({"type": "X_HALL"})
    page.locator("#session").fill("hall")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".type")).to_have_text("X_HALL")
    assert secret not in page.evaluate("location.href")


def test_an_address_with_a_wrong_session_is_told_once(server, inspect):
    page = inspect(server, session="a b")
    page.watch.allowed.append("400")
    wait_state(page, "400.*expected an id")
    page.wait_for_load_state("networkidle")
    assert len([fault for fault in page.watch.faults if "400" in fault]) == 1


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
