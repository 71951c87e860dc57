"""Where the user is: the vendor's two flows, and the dot."""
import pytest

from conftest import ARTIFACTS

HERE = {"latitude": 31.95, "longitude": 35.91, "accuracy": 8}
BEACON = {"type": "SET_USER_BEACON_LOCATION", "x": 60, "y": 22, "origin_lat": 31.9497, "origin_lng": 35.9094}


@pytest.mark.row(
    "ENABLE_GPS_BUTTON", "CHECK_GPS_AVAILABILITY", "START_UPDATING_LOCATION", "EVENT_LOGGED LocationUpdated Gps")
def test_gps_flow(viewer):
    """Seed 1, "Follow our samples": button, CHECK_GPS_AVAILABILITY, START_UPDATING_LOCATION, the dot."""
    view = viewer(context={"geolocation": HERE, "permissions": ["geolocation"]}).load()
    view.dispatch({"type": "ENABLE_GPS_BUTTON"})
    button = view.page.get_by_role("button", name="Show my location")
    button.click()
    assert view.expect("CHECK_GPS_AVAILABILITY") == {"type": "CHECK_GPS_AVAILABILITY"}
    assert view.state()["position"] is None, "no dot before a fix (F22)"
    view.dispatch({"type": "START_UPDATING_LOCATION", "is_gps_activated": True})
    assert view.expect_log("LocationUpdated", "Gps") == (
        "31.95/35.91", {"map_id": "demo", "lat": 31.95, "lng": 35.91})
    assert view.page.get_by_role("img", name="My location").is_visible()
    assert button.get_attribute("aria-pressed") == "true"
    view.page.screenshot(path=ARTIFACTS / "viewer-gps.png")
    view.page.context.set_geolocation({**HERE, "latitude": 31.9501})
    assert view.expect_log("LocationUpdated", "Gps")[0] == "31.9501/35.91"
    view.dispatch({"type": "START_UPDATING_LOCATION", "is_gps_activated": 0})
    view.wait_state(position=None)
    assert view.page.locator(".me").count() == 0


def test_a_refused_location_is_an_error_and_the_button_goes_off(viewer):
    view = viewer(context={"permissions": []}).load()
    view.page.watch.allowed.append("START_UPDATING_LOCATION")
    view.dispatch({"type": "ENABLE_GPS_BUTTON"}, {"type": "START_UPDATING_LOCATION", "is_gps_activated": True})
    assert "may not tell the location" in view.expect("ERROR")["error"]["stack"]
    button = view.page.get_by_role("button", name="Show my location")
    assert button.get_attribute("aria-pressed") == "false"


@pytest.mark.row(
    "ENABLE_BEACON_LOCATION_BUTTON", "CHECK_BEACON_LOCATION_AVAILABILITY", "START_UPDATING_BEACON_LOCATION",
    "START_POSITION_UPDATES_FOR_BEACON_LOCATION", "SET_USER_BEACON_LOCATION",
    "EVENT_LOGGED LocationUpdated Beacon")
def test_beacon_flow(viewer):
    view = viewer().load()
    view.dispatch({"type": "ENABLE_BEACON_LOCATION_BUTTON"})
    view.page.get_by_role("button", name="Show my location by beacons").click()
    view.expect("CHECK_BEACON_LOCATION_AVAILABILITY")
    view.dispatch({"type": "START_UPDATING_BEACON_LOCATION", "is_beacon_location_activated": True})
    assert view.expect("START_POSITION_UPDATES_FOR_BEACON_LOCATION")["start_beacon_manager"] is True
    view.dispatch(BEACON)
    label, fields = view.expect_log("LocationUpdated", "Beacon")
    assert fields["map_id"] == "demo" and label == f"{fields['lat']}/{fields['lng']}"
    assert fields["lng"] == pytest.approx(35.910035, abs=1e-6) and fields["lat"] == pytest.approx(31.949898, abs=1e-6)
    view.dispatch({"type": "START_UPDATING_BEACON_LOCATION", "is_beacon_location_activated": False})
    assert view.expect("START_POSITION_UPDATES_FOR_BEACON_LOCATION")["start_beacon_manager"] is False
    view.wait_state(position=None)


@pytest.mark.row("SHOW_ORDINAL", "CALL_RESULT")
def test_a_dot_on_another_floor_is_pale_and_says_its_floor(viewer):
    """F35."""
    view = viewer().load()
    view.dispatch({**BEACON, "ordinal": -1})
    dot = view.page.locator(".me.elsewhere")
    dot.wait_for()
    assert dot.inner_text() == "B1" and view.state()["level"] == "0", "the dot alone opens no floor"
    view.dispatch({"type": "HIGHLIGHT_FEATURE", "feature_id": "w201"})
    view.wait_state(level="1")
    assert dot.is_visible()
    view.dispatch({"type": "SHOW_ORDINAL", "ordinal": -1})
    assert view.expect("CALL_RESULT") == {"type": "CALL_RESULT", "call": "app.map.showOrdinal", "value": -1}
    dot.wait_for(state="detached")
    assert view.page.locator(".me").is_visible()


@pytest.mark.row("SET_USER_POSITION")
def test_a_route_from_where_the_user_is(viewer):
    view = viewer().load()
    view.dispatch({"type": "SET_USER_POSITION", "latitude": 31.949898, "longitude": 35.910035, "ordinal": 0,
                   "heading": 90, "accuracy": 6},
                  {"type": "SHOW_NAVIGATION_DIALOG", "navigation_params": {"route_to": "w201"}})
    assert view.expect("CALL_RESULT") == {"type": "CALL_RESULT", "call": "app.map.setUserPosition"}
    label, fields = view.expect_log("Routes", "Routed")
    assert label == "My location => Lantern Cinema" and fields["source_feature_id"] is None
    view.page.screenshot(path=ARTIFACTS / "viewer-position.png")


@pytest.mark.parametrize("action, wrong", [
    ({**BEACON, "x": None}, "x must be a number"),
    ({"type": "START_UPDATING_LOCATION", "is_gps_activated": "yes"}, "is_gps_activated must be true or false"),
    ({"type": "SHOW_ORDINAL", "ordinal": 12}, "no floor with ordinal 12; there are -1, 0, 1"),
], ids=["beacon", "gps", "ordinal"])
def test_a_field_that_is_wrong_is_named(viewer, action, wrong):
    view = viewer(map="demo")
    view.expect("MAP_LOADED", timeout=30)
    view.page.watch.allowed.append(action["type"])
    view.page.evaluate("(action) => Tagipedia.dispatch(action)", action)
    assert wrong in view.expect("ERROR")["error"]["stack"]
    if action["type"] == "SHOW_ORDINAL":
        assert wrong in view.expect("CALL_RESULT", call="app.map.showOrdinal")["error"], "whoever waits for it is told"


def near(view):
    options = view.page.get_by_role("listbox", name="Near you").get_by_role("option")
    options.first.wait_for()
    return [(option.locator("b").inner_text(), option.locator("small").inner_text()) for option in options.all()]


def test_the_nearest_places_are_shown_with_the_first_fix(viewer):
    """Seed 1: "to start updating user location and showing nearest places to user"."""
    view = viewer(context={"geolocation": HERE, "permissions": ["geolocation"]}).load()
    view.dispatch({"type": "START_UPDATING_LOCATION", "is_gps_activated": True})
    view.expect_log("LocationUpdated", "Gps")
    first = near(view)
    assert 3 <= len(first) <= 6 and all("Ground floor" in detail for _, detail in first)
    view.page.wait_for_function("() => Tagipedia.state().zoom >= 18.5")
    view.page.screenshot(path=ARTIFACTS / "viewer-nearest.png")
    view.page.context.set_geolocation({**HERE, "latitude": 31.9503, "longitude": 35.9094})
    view.page.wait_for_function("(name) => document.querySelector('#found b').textContent !== name", arg=first[0][0])
    view.page.get_by_role("option").first.click()
    view.expect_log("Features", "Searched")


def test_the_nearest_places_come_with_beacons_too_and_go_with_a_tap_on_the_map(viewer):
    view = viewer().load()
    view.dispatch({"type": "START_UPDATING_BEACON_LOCATION", "is_beacon_location_activated": True},
                  {**BEACON, "ordinal": -1})
    assert all("Basement" in detail for _, detail in near(view)), "of the user's floor"
    view.wait_state(level="-1")
    view.page.keyboard.press("Escape")
    view.tap_at(700, 650)
    view.page.locator("#found").wait_for(state="hidden")
    view.page.locator("#search").focus()
    assert near(view), "and come back with the empty search field"


def test_far_from_the_map_nothing_is_near(viewer):
    paris = {"latitude": 48.88, "longitude": 2.36}
    view = viewer(context={"geolocation": paris, "permissions": ["geolocation"]}).load()
    view.dispatch({"type": "START_UPDATING_LOCATION", "is_gps_activated": True})
    view.expect_log("LocationUpdated", "Gps")
    view.page.locator("#search").focus()
    assert not view.page.locator("#found").is_visible()
