"""The page of the default bundle: links into it, kiosks, the heat map, and whether everybody can use it."""
import pytest

from accessibility import FAULTS
from conftest import ARTIFACTS


def test_a_link_opens_a_map_at_a_feature(viewer):
    view = viewer(map="demo", feature="w201")
    assert view.expect("FEATURE_HIGHLIGHTED", timeout=30)["feature_id"] == "w201"
    view.wait_state(level="1", popup="w201", highlighted="w201")


@pytest.mark.row("EVENT_LOGGED Floors Opened")
def test_a_link_opens_a_map_at_a_level_in_its_session(viewer):
    view = viewer(session="lobby", map="demo", level="-1")
    view.expect("MAP_LOADED", timeout=30)
    assert view.expect_log("Floors", "Opened") == ("B1", {"map_id": "demo", "layer_id": "-1"})


def test_a_link_to_what_is_not_there_is_an_error_on_a_map_that_shows(viewer):
    view = viewer(map="demo", feature="nope")
    view.page.watch.allowed.append("link")
    assert 'no feature "nope"' in view.expect("ERROR", timeout=30)["error"]["stack"]
    assert view.state()["mapId"] == "demo"


def test_a_kiosk_starts_anew_when_it_is_left(viewer):
    view = viewer(map="demo", kiosk="5")
    view.expect("MAP_LOADED", timeout=30)
    home = view.state()["center"]
    view.page.get_by_role("radio", name="First floor").click()
    view.tap("w201")
    view.wait_state(popup="w201", level="1")
    view.page.wait_for_function(
        "() => Tagipedia.state().popup === null && Tagipedia.state().level === '0'", timeout=15_000)
    view.page.wait_for_function("""([x, y]) => {
      const [lng, lat] = Tagipedia.state().center;
      return Math.hypot(lng - x, lat - y) < 1e-6; }""", arg=home)


@pytest.mark.row("UPDATE_HEAT_MAP_DATA")
def test_heat_is_drawn_on_its_floor_and_taken_away(viewer):
    view = viewer().load()
    view.dispatch({"type": "UPDATE_HEAT_MAP_DATA", "data": [
        {"location": [35.9098, 31.9499], "value": 5}, {"feature_id": "w114", "value": 12},
        {"feature_id": "w201", "value": 9}]})
    view.wait_state(heat=3)
    view.page.screenshot(path=ARTIFACTS / "viewer-heat.png")
    view.dispatch({"type": "UPDATE_HEAT_MAP_DATA", "data": []})
    view.wait_state(heat=0)
    view.page.watch.allowed.append("UPDATE_HEAT_MAP_DATA")
    view.page.evaluate("Tagipedia.dispatch({type: 'UPDATE_HEAT_MAP_DATA', data: [{value: 1}]})")
    assert "data[0] must have a location" in view.expect("ERROR")["error"]["stack"]


@pytest.mark.parametrize("query", [{}, {"lang": "ar"}, {"theme": "dark"}], ids=["en", "ar", "dark"])
def test_all_that_can_be_used_has_a_size_and_contrast(viewer, query):
    view = viewer(**query).load()
    view.dispatch({"type": "ENABLE_GPS_BUTTON"}, {"type": "ENABLE_BEACON_LOCATION_BUTTON"})
    view.page.locator(".location").nth(1).wait_for()
    assert view.page.evaluate(FAULTS) == []
    view.tap("w114")
    view.wait_state(popup="w114")
    view.page.wait_for_function("() => document.querySelector('.tmaps-popup').getAnimations().length === 0")
    view.page.locator("#search").fill("a")
    assert view.page.evaluate(FAULTS) == []
    view.dispatch({"type": "SHOW_NAVIGATION_DIALOG", "navigation_params": {"route_from": "w201", "route_to": "w114"}})
    view.page.locator(".route-start").wait_for()
    assert view.page.evaluate(FAULTS) == []


def test_the_keyboard_goes_from_the_search_over_the_map_to_the_controls(viewer):
    view = viewer().load()
    view.page.locator(".chips button").first.wait_for()
    order = []
    for _ in range(40):
        view.page.keyboard.press("Tab")
        order.append(view.page.evaluate("""() => { const { activeElement: at } = document;
          return at.id || at.closest('.chips, .floors, .render-mode')?.className.split(' ')[0] || at.tagName; }"""))
        if order[-1] == "floors":
            break
    steps = [step for index, step in enumerate(order) if index == 0 or order[index - 1] != step]
    assert steps == ["search", "chips", "CANVAS", "render-mode", "floors"]


def test_nothing_scrolls_the_page_and_nothing_overlaps_on_a_phone(viewer):
    view = viewer(context={"viewport": {"width": 360, "height": 640}, "has_touch": True}).load()
    view.dispatch({"type": "ENABLE_GPS_BUTTON"}, {"type": "ENABLE_BEACON_LOCATION_BUTTON"})
    view.page.locator(".location").nth(1).wait_for()
    view.tap("w113")
    view.wait_state(popup="w113")
    view.page.wait_for_function("() => document.querySelector('.tmaps-popup').getAnimations().length === 0")
    view.page.screenshot(path=ARTIFACTS / "viewer-phone-all.png")
    boxes = {part: view.page.locator(part).bounding_box() for part in ("#place", ".chips", "#controls", "#popup")}
    names = list(boxes)
    for at, one in enumerate(names):
        for two in names[:at]:
            a, b = boxes[one], boxes[two]
            assert a["y"] >= b["y"] + b["height"] or b["y"] >= a["y"] + a["height"], (one, a, two, b)
    view.page.mouse.wheel(0, 500)
    assert view.page.evaluate("[scrollX, scrollY, document.body.scrollTop]") == [0, 0, 0]
