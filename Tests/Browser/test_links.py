"""Map links, by `tmaps link` and over HTTP, as the default bundle shows them."""
import json
import subprocess

import pytest

from conftest import ARTIFACTS
from test_viewer_pins import card, rest
from tmaps_server import BINARY


def link(server, url):
    """`tmaps link --session default URL`: what it prints."""
    command = [BINARY, "link", "--server", server.url, "--session", "default", url]
    return json.loads(subprocess.run(command, check=True, capture_output=True, timeout=20).stdout)


@pytest.mark.parametrize("way", ["command", "http"])
def test_a_link_shows_its_pin_under_the_callers_name_and_leads_back(start_server, viewer, way):
    server = start_server(bundle=None)
    view = viewer(server).load()
    url = "om://map?v=1&appname=Cities&backurl=cities&ll=31.9501,35.91&n=C%2B%2B%20Caf%C3%A9&id=a%2Bb"
    if way == "command":
        assert link(server, url)["points"][0]["name"] == "C++ Café"
    else:
        status, answer = server.request("POST", "/v1/sessions/default/links?wait=durable", {"url": url})
        assert status == 202 and len(answer["seq"]) == 1 and answer["link"]["kind"] == "map"
    card(view).get_by_role("heading", name="C++ Café").wait_for()
    assert view.page.locator("#caller h2").inner_text() == "Cities"
    card(view).get_by_role("button", name="More info").click()
    assert view.expect("PIN_SELECTED")["url"] == "cities://pin?ll=31.9501,35.91&n=C%2B%2B%20Caf%C3%A9&id=a%2Bb"
    view.page.get_by_role("button", name="Back").click()
    assert view.expect("BACK_PRESSED") == {"type": "BACK_PRESSED", "url": "cities://"}


def test_a_link_that_was_sent_before_the_page_is_shown_by_it(start_server, viewer):
    server = start_server(bundle=None)
    assert link(server, "geo:31.95,35.91?z=19&q=31.95,35.91(Here)")["zoom"] == 19
    view = viewer(server, map="demo")
    card(view).get_by_role("heading", name="Here").wait_for()
    state = rest(view)
    assert state["zoom"] == pytest.approx(19) and state["center"] == pytest.approx([35.91, 31.95])


def test_a_search_and_a_crosshair_move_the_map(start_server, viewer):
    server = start_server(bundle=None)
    view = viewer(server).load()
    link(server, "om://search?query=cafe&cll=31.95,35.91")
    view.expect("CENTER_ENDED")
    view.expect_log("Categories", "Searched")
    view.page.screenshot(path=ARTIFACTS / "link-search.png")
    link(server, "om://crosshair?cll=31.9495,35.9095")
    view.expect("CENTER_ENDED")
    view.expect("ZOOM_ENDED")
    assert rest(view)["center"] == pytest.approx([35.9095, 31.9495])


def test_a_bad_link_changes_nothing(start_server, viewer):
    server = start_server(bundle=None)
    view = viewer(server).load()
    command = [BINARY, "link", "--server", server.url, "--session", "default", "om://map?ll=95,0"]
    result = subprocess.run(command, capture_output=True, timeout=20)
    assert result.returncode == 1 and json.loads(result.stdout)["kind"] == "incorrect"
    assert server.request("POST", "/v1/sessions/default/links", {"url": "om://map?ll=95,0"})[0] == 400
    _, log = server.request("GET", "/v1/sessions/default/actions")
    assert [entry["action"]["type"] for entry in log["actions"] if entry["role"] == "client"] == ["LOAD_MAP"]
