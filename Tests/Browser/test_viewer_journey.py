"""SHOW_ROUTE: routes with stops, as Organic Maps previews and navigates them (seed 3)."""
import pytest

from conftest import ARTIFACTS
from test_viewer_pins import CENTRED, HOSTILE, PHONE, overlap, rest

GATE = {"latitude": 31.9497, "longitude": 35.9100, "name": "South gate"}
SHOP = {"latitude": 31.9501, "longitude": 35.9096, "name": "Pickup", "callback": "trips://passed?n=1"}
HALL = {"latitude": 31.95015, "longitude": 35.9106, "name": "Customer", "callback": "trips://arrived"}
ROUTE = {"type": "SHOW_ROUTE", "stops": [GATE, SHOP, HALL], "mode": "pedestrian", "app_name": "Trips",
         "back_url": "trips://"}
HERE = {"type": "SET_USER_POSITION", "latitude": 31.9498, "longitude": 35.9100}


def show(view, **fields):
    view.dispatch({**ROUTE, **fields})
    view.page.wait_for_function("() => Tagipedia.state().journey !== null && Tagipedia.state().journey !== undefined")
    return view


def journey(view):
    return view.state()["journey"]


def move(view, place):
    view.dispatch({**HERE, "latitude": place["latitude"], "longitude": place["longitude"]})
    view.expect("CALL_RESULT")


@pytest.mark.parametrize("context", [{}, PHONE], ids=["desktop", "phone"])
def test_a_route_is_previewed_with_its_stops_and_names(viewer, context):
    view = show(viewer(context=context).load(), navigate=True, preview=True)
    rest(view)
    state = journey(view)
    assert state["stops"] == ["South gate", "Pickup", "Customer"] and state["straight"] == [False, False]
    assert 80 < state["metres"] < 300 and not state["navigating"]
    assert view.page.locator("#caller h2").inner_text() == "Trips"
    assert view.page.locator(".journey-head p").inner_text().startswith("On foot · ")
    assert view.page.locator(".journey li bdi").all_inner_texts() == ["South gate", "Pickup", "Customer"]
    assert view.page.locator(".place-stop").evaluate_all(CENTRED)
    covers = [view.page.locator(part).bounding_box() for part in ("#caller", "#controls")]
    for name in state["stops"]:
        box = view.page.locator(".place-stop").and_(view.page.get_by_role("button", name=name, exact=True))
        assert not any(overlap(box.bounding_box(), cover) for cover in covers), name
    view.page.screenshot(path=ARTIFACTS / f"viewer-journey-{'phone' if context else 'desktop'}.png")
    assert "START_NAVIGATION" not in [event["type"] for event in view.settle()]
    view.page.get_by_role("button", name="Start", exact=True).click()
    start = view.expect("START_NAVIGATION")
    assert start["profile"] == "mapbox/walking"
    assert start["origin"] == {"lat": GATE["latitude"], "lng": GATE["longitude"]}
    assert start["destination"] == {"lat": HALL["latitude"], "lng": HALL["longitude"]}


@pytest.mark.parametrize("mode, words, profile", [
    ("vehicle", "By car", "mapbox/driving"), ("pedestrian", "On foot", "mapbox/walking"),
    ("bicycle", "By bicycle", "mapbox/cycling"), ("transit", "By public transport", "transit")])
def test_modes(viewer, mode, words, profile):
    view = show(viewer().load(), mode=mode)
    assert words in view.page.locator(".journey-head p").inner_text()
    view.page.get_by_role("button", name="Start", exact=True).click()
    assert view.expect("START_NAVIGATION")["profile"] == profile


def test_back_leads_to_the_app(viewer):
    view = show(viewer().load())
    assert not view.page.locator("#place").is_visible(), "the search field gives way to the route"
    view.page.get_by_role("button", name="Back").click()
    assert view.expect("BACK_PRESSED") == {"type": "BACK_PRESSED", "url": "trips://"}
    view.wait_state(journey=None)
    assert view.page.locator(".place-stop").count() == 0 and view.page.locator("#place").is_visible()


def test_navigation_from_where_the_user_is_starts_by_itself_and_passes_the_stops(viewer):
    view = viewer().load()
    move(view, HERE)
    show(view, stops=[{"current": True}, SHOP, HALL], navigate=True, preview=False)
    start = view.expect("START_NAVIGATION")
    assert start["origin"] == {"lat": HERE["latitude"], "lng": HERE["longitude"]}
    assert journey(view)["stops"] == ["My location", "Pickup", "Customer"] and journey(view)["navigating"]
    move(view, HERE)
    assert journey(view)["passed"] == 1
    move(view, SHOP)
    assert view.expect("PIN_SELECTED") == {"type": "PIN_SELECTED", "url": "trips://passed?n=1", "pin": {
        key: SHOP[key] for key in ("latitude", "longitude", "name")}}
    assert view.page.locator(".journey .passed bdi").all_inner_texts() == ["My location", "Pickup"]
    move(view, HALL)
    assert view.expect("PIN_SELECTED")["url"] == "trips://arrived"
    assert view.page.locator("#announcement").inner_text() == "You have arrived: Customer"
    assert not journey(view)["navigating"]


def test_navigation_waits_for_the_users_position(viewer):
    view = viewer(context={"geolocation": {"latitude": 31.9498, "longitude": 35.91}, "permissions": ["geolocation"]})
    view.load()
    show(view, stops=[{"current": True}, HALL], navigate=True, preview=False)
    assert view.expect("START_NAVIGATION")["origin"] == {"lat": 31.9498, "lng": 35.91}
    assert view.page.locator(".me").is_visible()


def test_without_a_position_the_rest_is_shown_and_the_app_may_still_tell(viewer):
    view = viewer(context={"permissions": []}).load()
    show(view, stops=[{"current": True}, SHOP, HALL], navigate=True, preview=False)
    view.page.get_by_text("Your location is not known.").wait_for()
    assert journey(view)["stops"] == ["Pickup", "Customer"]
    assert [event for event in view.settle() if event["type"] in ("ERROR", "START_NAVIGATION")] == []
    move(view, HERE)
    assert view.expect("START_NAVIGATION")["origin"]["lat"] == HERE["latitude"]
    assert journey(view)["stops"] == ["My location", "Pickup", "Customer"]


def test_the_app_ends_its_navigation(viewer):
    view = show(viewer().load())
    view.page.get_by_role("button", name="Start", exact=True).click()
    view.dispatch({"type": "NAVIGATION_CANCELED"})
    view.page.wait_for_function("() => !Tagipedia.state().journey.navigating")
    view.page.get_by_role("button", name="Start", exact=True).click()
    view.dispatch({"type": "NAVIGATION_END"})
    view.page.wait_for_function("() => !Tagipedia.state().journey.navigating")
    assert view.page.locator("#announcement").inner_text() == "You have arrived: Customer"


def test_far_stops_are_joined_by_straight_lines_also_across_the_antimeridian(viewer):
    """F19."""
    stops = [{"latitude": 35.68, "longitude": 139.69, "name": "Tokyo"},
             {"latitude": -17.71, "longitude": 178.06, "name": "Suva"},
             {"latitude": -13.83, "longitude": -171.77, "name": "Apia"}]
    view = show(viewer().load(), stops=stops, mode="vehicle")
    state = rest(view)
    assert state["journey"]["straight"] == [True, True]
    assert state["journey"]["metres"] == pytest.approx(8_305_000, rel=0.05)
    assert 139 < state["center"][0] % 360 < 189
    view.page.screenshot(path=ARTIFACTS / "viewer-journey-far.png")


def test_pins_and_a_route_take_turns(viewer):
    view = show(viewer().load())
    view.dispatch({"type": "SHOW_PINS", "points": [GATE], "app_name": "Pins"})
    view.page.wait_for_function("() => Tagipedia.state().pins !== null && Tagipedia.state().pins !== undefined")
    assert journey(view) is None and view.page.locator(".place-stop").count() == 0
    assert view.page.locator("#caller h2").inner_text() == "Pins"
    show(view)
    assert view.state()["pins"] is None and view.page.locator(".place-pin").count() == 0
    assert view.page.locator("#caller h2").inner_text() == "Trips"


def test_hostile_names_are_text_and_arabic_reads_from_the_right(viewer):
    view = viewer(lang="ar", context=PHONE).load()
    show(view, stops=[{**GATE, "name": "البوابة الجنوبية 🚪"}, {**SHOP, "name": HOSTILE}, {**HALL, "name": None}])
    rest(view)
    assert view.page.locator(".journey li bdi").all_inner_texts() == ["البوابة الجنوبية 🚪", HOSTILE, "الوجهة"]
    assert view.page.locator(".place-stop:has(span)").evaluate_all(CENTRED)
    view.page.screenshot(path=ARTIFACTS / "viewer-journey-phone-ar.png")
    assert view.page.evaluate("window.hacked") is None and view.page.locator("#caller img").count() == 0
    assert view.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_reload_gets_the_route_back_and_a_new_map_begins_without_it(viewer):
    view = viewer()
    view.dispatch({"type": "LOAD_MAP", "map_id": "demo"}, ROUTE)
    view.expect("MAP_LOADED")
    view.page.wait_for_function("() => Tagipedia.state()?.journey?.stops.length === 3")
    with view.page.expect_navigation():
        view.page.evaluate("__reload__()")
    view.expect("MAP_LOADED")
    view.page.wait_for_function("() => Tagipedia.state()?.journey?.stops.length === 3")
    view.load()
    assert journey(view) is None and view.page.locator(".place-stop").count() == 0


def test_the_line_follows_theme_and_floor(viewer):
    view = show(viewer().load(), stops=[GATE, HALL])
    assert journey(view)["straight"] == [False]
    view.dispatch({"type": "SET_THEME", "theme": {"primary": "#663399"}}, {"type": "SHOW_ORDINAL", "ordinal": 1})
    view.wait_state(level="1")
    rest(view)
    view.page.screenshot(path=ARTIFACTS / "viewer-journey-elsewhere.png")
