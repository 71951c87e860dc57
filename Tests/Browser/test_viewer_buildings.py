"""Two buildings on one site."""
import pytest

from conftest import ARTIFACTS

PAVILION = {"map_id": "demo", "building_id": "b2"}


@pytest.mark.row("EVENT_LOGGED Buildings Tapped", "EVENT_LOGGED Buildings Opened")
def test_a_tap_on_a_closed_building_opens_it(viewer):
    view = viewer().load(zoom=17.2, center=[35.9104, 31.9500])
    assert view.state()["building"] == "b1"
    view.tap("b2")
    assert view.expect("FEATURES_TAPPED")["features"][0]["id"] == "b2"
    assert view.expect_log("Buildings", "Tapped") == ("Garden Pavilion", PAVILION)
    assert view.expect_log("Buildings", "Opened") == ("Garden Pavilion", PAVILION)
    view.wait_state(building="b2", levels=["0", "1"], popup="b2")
    assert view.page.get_by_role("radio").count() == 2
    view.page.evaluate("(id) => new Promise((done) => setTimeout(done, 900))", "")
    view.page.screenshot(path=ARTIFACTS / "viewer-building.png")


def test_coming_close_by_hand_opens_it_too(viewer):
    view = viewer().load(zoom=19, center=[35.91060, 31.95000])
    canvas = view.page.locator("#map canvas")
    canvas.focus()
    for _ in range(5):
        longitude = view.state()["center"][0]
        canvas.press("ArrowRight")
        view.page.wait_for_function("(from) => Tagipedia.state().center[0] > from + 0.00012", arg=longitude)
    assert view.expect_log("Buildings", "Opened") == ("Garden Pavilion", PAVILION)


def test_highlighting_reaches_into_the_other_building(viewer):
    view = viewer().load()
    view.dispatch({"type": "HIGHLIGHT_FEATURE", "feature_id": "w602"})
    view.expect("FEATURE_HIGHLIGHTED", feature_id="w602")
    view.wait_state(building="b2", level="1", highlighted="w602")
    assert view.expect_log("Buildings", "Opened") == ("Garden Pavilion", PAVILION)
    assert view.expect_log("Floors", "Opened") == ("1", {"map_id": "demo", "layer_id": "1"})


def test_a_route_leads_from_one_building_into_the_other(viewer):
    view = viewer().load()
    view.dispatch({"type": "SHOW_NAVIGATION_DIALOG", "navigation_params": {"route_from": "w201", "route_to": "w602"}})
    view.expect_log("Routes", "Routed")
    assert view.state()["building"] == "b1"
    view.page.locator(".route-answer li button").last.click()
    view.wait_state(building="b2", level="1")
