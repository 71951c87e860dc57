"""What stands on the page when it is not connected: for who asks for it, and never for a normal reconnect."""
import pytest
from playwright.sync_api import expect

from accessibility import axe_faults
from conftest import ARTIFACTS
from map_page import open_reconnects, wait_state
from test_access import token

ASKED = {"bridge-status": ""}
KIOSK = {"viewport": {"width": 1080, "height": 1920}, "reduced_motion": "reduce"}
NO_TOKEN = r"401|wants a token|HTTP Authentication failed"


def panel(page):
    return page.locator("#bridge-status section")


def note(page):
    return page.locator("#bridge-status #note")


@pytest.fixture
def timed_page(server, open_map):
    """A page that shows its state, and whose clock stands until the test moves it by `run_for`. The network runs on."""
    page = open_map(server, **ASKED)
    open_reconnects(page)
    page.clock.install()
    page.reload()
    wait_state(page, "open")
    with page.expect_response("**/statuswords.mjs"):
        page.clock.run_for(15_000)
    return page


def run_until_open(page):
    for _ in range(60):
        page.clock.run_for(1_000)
        if page.evaluate("__bridge__.state") == "open":
            return
        page.wait_for_function("__bridge__.state !== 'connecting'")
        if page.evaluate("__bridge__.state") == "open":
            return
    raise AssertionError("not connected again")


@pytest.mark.parametrize("context", [{}, {**KIOSK, "color_scheme": "dark"}], ids=["desktop", "dark kiosk"])
def test_a_page_without_a_token_says_what_to_do(start_server, open_map, context):
    server = start_server("--auth", "required", bundle=None)
    page = open_map(server, context=context, session="hall")
    page.watch.allowed.append(NO_TOKEN)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("This page needs a valid token")
    expect(alert).to_contain_text("#token=")
    expect(alert).to_contain_text("tmaps token --session hall --role map")
    assert axe_faults(page) == []
    page.screenshot(path=ARTIFACTS / "status-no-token.png")
    size = float(page.locator("#title").evaluate("title => parseFloat(getComputedStyle(title).fontSize)"))
    assert size >= (28 if context else 20)
    # The link that was meant is opened in the same tab.
    with page.expect_navigation():
        page.evaluate("(token) => { location.hash = `token=${token}`; }", token(server, "map", session="hall"))
    wait_state(page, "open")
    expect(panel(page)).to_have_count(0)


def test_a_token_that_expires_and_a_session_that_ends_are_told_beside_the_map(start_server, open_map, connect):
    server = start_server("--auth", "required", bundle=None)
    page = open_map(server, fragment=f"#token={token(server, 'map')}", map="demo")
    page.watch.allowed.append("4500|4501")
    connect(server, token=token(server, "client")).expect("MAP_LOADED", timeout=30)
    admin = {"Authorization": f"Bearer {token(server, 'admin', session='*')}"}
    assert server.request("DELETE", "/v1/sessions/default", headers=admin)[0] in (200, 204)
    expect(page.get_by_role("alert")).to_contain_text("This session has ended")
    box = panel(page).bounding_box()
    assert box["y"] > page.viewport_size["height"] / 2, "the map can still be looked at"
    assert axe_faults(page) == []
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Hide").focus()
    page.keyboard.press("Enter")
    expect(panel(page)).to_be_hidden()
    again = page.get_by_role("button", name="Not connected")
    expect(again).to_be_focused()
    assert axe_faults(page) == []
    again.press("Enter")
    expect(panel(page)).to_be_visible()
    page = open_map(server, fragment=f"#token={token(server, 'map', ttl='4s')}", lang="ar")
    page.watch.allowed.append("4501")
    expect(page.get_by_role("alert")).to_contain_text("لم يعد رمز هذه الصفحة صالحًا")
    expect(panel(page)).to_have_css("direction", "rtl")


def test_try_again_loads_the_page_anew(start_server, open_map):
    server = start_server(bundle=None)
    page = open_map(server)
    page.watch.allowed.append("4500")
    wait_state(page, "open")
    server.request("DELETE", "/v1/sessions/default")
    with page.expect_navigation():
        page.get_by_role("button", name="Try again").click()
    wait_state(page, "open")


def test_an_address_with_a_wrong_session_is_told(start_server, open_map):
    page = open_map(start_server(bundle=None), session="a b")
    page.watch.allowed.append("no session id")
    expect(page.get_by_role("alert")).to_contain_text("The address of this page is wrong")


def test_nothing_is_drawn_into_a_bundle_that_has_not_asked(start_server, open_map):
    server = start_server("--auth", "required")
    for query, is_shown in [({}, False), ({"bridge-status": "off"}, False), (ASKED, True)]:
        page = open_map(server, **query)
        page.watch.allowed.append(NO_TOKEN)
        wait_state(page, "stopped")
        if is_shown:
            expect(panel(page)).to_be_visible()
        else:
            page.wait_for_load_state("networkidle")
            expect(page.locator("#bridge-status")).to_have_count(0)
            assert not page.evaluate("performance.getEntriesByType('resource').some(({ name }) => /status/.test(name))")


def test_the_default_bundle_says_nothing_where_its_address_forbids_it(start_server, open_map):
    page = open_map(start_server("--auth", "required", bundle=None), **{"bridge-status": "off"})
    page.watch.allowed.append(NO_TOKEN)
    wait_state(page, "stopped")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#bridge-status")).to_have_count(0)


def test_a_normal_reconnect_shows_nothing(server, timed_page):
    page = timed_page
    for _ in range(3):
        server.kill()
        wait_state(page, "waiting")
        server.start()
        page.clock.run_for(300)
        wait_state(page, "open")
        page.clock.run_for(6_000)
    assert page.locator("#bridge-status").count() == 0


def test_a_long_reconnect_is_noted_and_its_end(server, timed_page):
    page = timed_page
    server.kill()
    wait_state(page, "waiting")
    page.clock.run_for(4_800)
    assert page.locator("#bridge-status").count() == 0
    page.clock.run_for(400)
    expect(note(page)).to_have_text("Connecting again…")
    expect(page.get_by_role("status").filter(has_text="Connecting")).to_be_visible()
    server.start()
    run_until_open(page)
    expect(note(page)).to_have_text("Connected again")
    page.clock.run_for(3_000)
    expect(note(page)).to_be_hidden()


def test_a_session_that_is_not_there_is_told_and_waited_for(start_server, open_map):
    """The page waited for a LOAD_MAP that nobody could send."""
    server = start_server("--no-implicit-sessions", bundle=None)
    page = open_map(server, session="nope")
    page.watch.allowed.append("404")
    expect(note(page)).to_contain_text("has no session “nope”", timeout=15_000)
    page.screenshot(path=ARTIFACTS / "status-no-session.png")
    server.request("POST", "/v1/sessions", {"id": "nope"})
    expect(note(page)).to_have_text("Connected again", timeout=15_000)
    wait_state(page, "open")
