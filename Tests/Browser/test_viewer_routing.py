"""Routes through the demo venue: the dialog, steps, floors, and navigation that the app takes over."""
import pytest

from conftest import ARTIFACTS

CINEMA, FLORIST, BAKERY = "w201", "w114", "w002"  # on the first floor, the ground floor, in the basement
SHOW = {"type": "SHOW_NAVIGATION_DIALOG"}


def wait_route(view, *legs):
    view.page.wait_for_function("(legs) => JSON.stringify(Tagipedia.state().route?.legs) === JSON.stringify(legs)",
                                arg=list(legs))
    return view.state()["route"]


def open_route(view, start, end):
    view.dispatch({**SHOW, "navigation_params": {"route_from": start, "route_to": end}})


@pytest.mark.row("EVENT_LOGGED Routes Routed")
def test_from_a_popup_to_a_route(viewer):
    view = viewer().load()
    view.tap(FLORIST)
    view.page.get_by_role("button", name="Route to").click()
    assert view.page.get_by_role("dialog", name="Route").is_visible()
    assert view.page.get_by_label("To", exact=True).input_value() == "Jasmine Florist"
    assert not view.page.locator("#popup").is_visible()
    field = view.page.get_by_label("From", exact=True)
    field.fill("lantern")
    field.press("Enter")
    wait_route(view, "walk 1", "escalator 0", "walk 0")
    assert view.expect_log("Routes", "Routed") == ("Lantern Cinema => Jasmine Florist", {
        "map_id": "demo", "source_feature_id": CINEMA, "target_feature_id": FLORIST})
    assert view.state()["level"] == "1", "a route is shown from its start"
    view.page.screenshot(path=ARTIFACTS / "viewer-route.png")
    view.page.locator(".floor-change").click()
    view.wait_state(level="0")
    field.press("Escape")
    view.wait_state(route=None)


@pytest.mark.row("SHOW_NAVIGATION_DIALOG")
def test_without_steps_the_lift_is_taken_and_the_escalator_only_its_way(viewer):
    """F36."""
    view = viewer().load()
    open_route(view, FLORIST, CINEMA)
    wait_route(view, "walk 0", "escalator 1", "walk 1")
    view.page.get_by_label("Without steps").check()
    wait_route(view, "walk 0", "lift 1", "walk 1")
    view.page.get_by_role("button", name="Swap start and destination").click()
    wait_route(view, "walk 1", "lift 0", "walk 0")
    assert "Take the lift to Ground floor" in view.page.locator(".route-answer").inner_text()


@pytest.mark.row("START_NAVIGATION", "NAVIGATION_END", "NAVIGATION_CANCELED")
def test_navigation_by_the_app(viewer):
    view = viewer().load()
    open_route(view, BAKERY, CINEMA)
    view.page.get_by_role("button", name="Start", exact=True).click()
    start = view.expect("START_NAVIGATION")
    assert start["profile"] == "mapbox/walking"
    assert set(start["origin"]) == set(start["destination"]) == {"lat", "lng"}
    assert 31.94 < start["origin"]["lat"] < 31.96 and 35.90 < start["destination"]["lng"] < 35.92
    assert view.state()["route"]["navigating"]
    view.dispatch({"type": "NAVIGATION_CANCELED"})
    view.page.wait_for_function("() => !Tagipedia.state().route.navigating")
    view.page.get_by_role("button", name="Start", exact=True).click()
    view.dispatch({"type": "NAVIGATION_END", "origin": [35.91, 31.95], "destination": {"lat": 31.95, "lng": 35.91},
                   "profile": "mapbox/walking"})
    view.wait_state(route=None)
    assert view.page.locator("#announcement").inner_text() == "You have arrived at Lantern Cinema"


def test_the_dialog_for_an_unknown_feature_is_an_error(viewer):
    view = viewer().load()
    view.page.watch.allowed.append("SHOW_NAVIGATION_DIALOG")
    view.dispatch({**SHOW, "navigation_params": {"route_to": "nowhere"}})
    assert 'has no feature "nowhere"' in view.expect("ERROR")["error"]["stack"]


def test_a_route_on_a_phone_in_arabic(viewer):
    view = viewer(lang="ar", context={"viewport": {"width": 360, "height": 640}, "has_touch": True}).load()
    open_route(view, BAKERY, FLORIST)
    view.page.locator(".route-summary").wait_for()
    view.page.wait_for_function("""() => new Promise((resolve) => { let last;
      const look = () => { const now = JSON.stringify(Tagipedia.state().center); if (now === last) resolve(true);
        else { last = now; setTimeout(look, 150); } }; look(); })""")
    view.page.screenshot(path=ARTIFACTS / "viewer-route-phone-ar.png")
    place, controls = (view.page.locator(part).bounding_box() for part in ("#place", "#controls"))
    assert place["y"] + place["height"] <= controls["y"]
    assert view.page.evaluate("document.documentElement.scrollWidth") <= 360
