"""SHOW_ATTRACTIONS: attractions with callouts, as SRAttractionsMap shows them (seed 2)."""
import base64
import math

import pytest
from playwright.sync_api import expect

from conftest import ARTIFACTS
from test_viewer_pins import HOSTILE, PHONE, overlap, rest

SVG = ("<svg xmlns='http://www.w3.org/2000/svg' width='{w}' height='{h}'>"
       "<rect width='{w}' height='{h}' rx='8' fill='{fill}'/></svg>")
METRES_PER_PIXEL = 40_075_016.686 / 512  # at zoom 0 and the equator; the renderer's globe has 512 pixels


def picture(width, height, fill):
    return "data:image/svg+xml;base64," + base64.b64encode(
        SVG.format(w=width, h=height, fill=fill).encode()).decode()


GARDEN = {"id": "garden", "latitude": 31.9501, "longitude": 35.9100, "name": "Roof garden",
          "subname": "Open until eight", "image": picture(600, 400, "seagreen")}
STUDIO = {"id": "studio", "latitude": 31.9503, "longitude": 35.9106, "name": "Studio"}
FAR = {"id": "far", "latitude": 32.5, "longitude": 35.9}
USER = {"type": "SET_USER_POSITION", "latitude": 31.9497, "longitude": 35.9096}
RADIUS = 6_371_008.8


def metres(a, b):
    (north, east), (north2, east2) = [(math.radians(one["latitude"]), math.radians(one["longitude"])) for one in (a, b)]
    half = (math.sin((north2 - north) / 2) ** 2
            + math.cos(north) * math.cos(north2) * math.sin((east2 - east) / 2) ** 2)
    return 2 * RADIUS * math.asin(math.sqrt(half))


def show(view, *attractions, **fields):
    view.dispatch({"type": "SHOW_ATTRACTIONS", "attractions": list(attractions), **fields})
    view.page.wait_for_function("(count) => Tagipedia.state().attractions?.count === count", arg=len(attractions))
    return view


def pin(view, name):
    return view.page.get_by_role("button", name=name, exact=True)


def callout(view):
    return view.page.locator("#callout")


def check_region(view, center, span):
    """The region is centred there and fits the screen's shorter side exactly."""
    state = rest(view)
    assert state["center"] == pytest.approx([center["longitude"], center["latitude"]], abs=1e-9)
    size = view.page.viewport_size
    shown = (min(size["width"], size["height"]) * METRES_PER_PIXEL * math.cos(math.radians(center["latitude"]))
             / 2 ** state["zoom"])
    assert shown == pytest.approx(span, rel=0.01)


@pytest.mark.parametrize("context", [{}, PHONE], ids=["desktop", "phone"])
def test_a_callout_has_title_subtitle_picture_and_button(viewer, context):
    view = viewer(context=context).load()
    show(view, GARDEN, STUDIO, calloutDetailButtonTitle="View directions")
    rest(view)
    pin(view, "Roof garden").click()
    assert view.expect("ATTRACTION_TAPPED") == {"type": "ATTRACTION_TAPPED", "id": "garden"}
    card = callout(view)
    assert card.get_by_role("heading").inner_text() == "Roof garden"
    assert card.locator("p").inner_text() == "Open until eight"
    view.page.wait_for_function("() => document.querySelector('#callout img')?.naturalWidth === 600")
    state = rest(view)
    assert state["center"] == pytest.approx([35.91, 31.9501]), "a chosen pin is centred"
    view.page.screenshot(path=ARTIFACTS / f"viewer-attraction-{'phone' if context else 'desktop'}.png")
    box, below = card.bounding_box(), pin(view, "Roof garden").bounding_box()
    assert box["width"] == pytest.approx(340 if context else 350, abs=1)
    assert box["height"] <= (240 if context else 300) + 1
    assert below["y"] - (box["y"] + box["height"]) == pytest.approx(4, abs=1.5)
    assert card.evaluate("(element) => getComputedStyle(element).animationDuration") == "0.25s"
    card.get_by_role("button", name="View directions").click()
    assert view.expect("ATTRACTION_DETAIL_TAPPED") == {"type": "ATTRACTION_DETAIL_TAPPED", "id": "garden"}
    assert [event for event in view.settle() if event["type"] == "FEATURES_TAPPED"] == []


def test_a_picture_that_does_not_come_is_told_once_and_leaves_no_frame(viewer):
    view = viewer().load()
    elsewhere = "https://pictures.example/garden.jpg"
    view.page.watch.allowed += ["404", "could not be loaded", "Content Security Policy", elsewhere]
    failed = []
    view.page.on("requestfailed", lambda request: failed.append((request.url, request.failure)))
    show(view, {**GARDEN, "image": elsewhere}, {**STUDIO, "image": "../maps/demo/nothing.jpg"},
         customPinImage=elsewhere)
    stack = view.expect("ERROR")["error"]["stack"]
    assert elsewhere in stack and "may load none from other hosts" in stack
    for name in ("Studio", "Roof garden"):
        pin(view, name).click()
        callout(view).get_by_role("heading", name=name).wait_for()
        expect(callout(view).locator("img")).to_have_count(0)
    stack = view.expect("ERROR")["error"]["stack"]
    assert '"../maps/demo/nothing.jpg" could not be loaded' in stack and "other hosts" not in stack
    assert view.page.locator(".place-pin svg").count() == 2, "the usual pins instead"
    assert set(failed) == {(elsewhere, "csp")}, "the browser has asked nobody"
    assert [event for event in view.settle() if event["type"] == "ERROR"] == []


def test_without_a_title_there_is_no_button_and_without_an_image_no_picture(viewer):
    view = show(viewer().load(), GARDEN, STUDIO)
    rest(view)
    pin(view, "Studio").click()
    assert callout(view).is_visible()
    assert callout(view).get_by_role("button").count() == 1, "only the one that closes it"
    assert callout(view).locator("img, p").count() == 0


def test_one_callout_at_a_time_and_a_tap_beside_it_closes_it(viewer):
    view = show(viewer().load(), GARDEN, STUDIO, shouldScrollToPin=False)
    before = rest(view)
    pin(view, "Roof garden").click()
    pin(view, "Studio").click()
    assert view.page.locator("#callout:visible h2").all_inner_texts() == ["Studio"]
    assert rest(view)["center"] == before["center"], "no scrolling to the pin"
    view.tap_at(640, 690)
    callout(view).wait_for(state="hidden")
    assert [event["id"] for event in view.settle() if event["type"] == "ATTRACTION_TAPPED"] == ["garden", "studio"]


def test_the_look_of_a_callout(viewer):
    view = show(
        viewer().load(), GARDEN, calloutDetailButtonTitle="Go", calloutViewSize={"width": 260, "height": 180},
        calloutTitleFont="italic 700 22px serif", calloutTitleColor="rgb(10, 20, 30)",
        calloutSubtitleFont={"family": "Georgia", "size": 11, "weight": 300}, calloutSubtitleColor="#336699",
        calloutDetailButtonFont="600 13px sans-serif", calloutDetailButtonTextColor="crimson",
        calloutFadeInAnimationDuration=None)
    rest(view)
    pin(view, "Roof garden").click()
    box = callout(view).bounding_box()
    assert (box["width"], box["height"]) == (260, 180)
    style = """(element) => { const { fontSize, fontStyle, fontWeight, fontFamily, color } = getComputedStyle(element);
      return [fontSize, fontStyle, fontWeight, fontFamily, color]; }"""
    assert callout(view).locator("h2").evaluate(style) == ["22px", "italic", "700", "serif", "rgb(10, 20, 30)"]
    assert callout(view).locator("p").evaluate(style) == [
        "11px", "normal", "300", "Georgia, sans-serif", "rgb(51, 102, 153)"]
    assert callout(view).get_by_role("button", name="Go").evaluate(style) == [
        "13px", "normal", "600", "sans-serif", "rgb(220, 20, 60)"]
    assert callout(view).evaluate("(element) => getComputedStyle(element).animationName") == "none"
    view.page.screenshot(path=ARTIFACTS / "viewer-attraction-look.png")


def test_a_pin_image_of_the_app(viewer):
    view = show(viewer().load(), GARDEN, STUDIO, customPinImage=picture(40, 30, "purple"))
    view.page.wait_for_function("() => document.querySelectorAll('.place-pin img').length === 2")
    box = view.page.locator(".place-pin img").first.bounding_box()
    assert (box["width"], box["height"]) == (40, 30)
    view.page.screenshot(path=ARTIFACTS / "viewer-attraction-pins.png")


def test_all_attractions_are_in_view(viewer):
    view = show(viewer().load(), GARDEN, STUDIO, displayMode="allAttractions")
    rest(view)
    covers = [view.page.locator(part).bounding_box() for part in ("#place", "#controls")]
    for name in ("Roof garden", "Studio"):
        assert not any(overlap(pin(view, name).bounding_box(), cover) for cover in covers)


def test_first_two_attractions(viewer):
    view = show(viewer().load(), GARDEN, STUDIO, FAR, displayMode="firstTwoAttractions")
    check_region(view, GARDEN, metres(GARDEN, STUDIO) * 2)
    show(view, GARDEN, STUDIO, displayMode="firstTwoAttractions", zoomRadiusMultiplier=5)
    check_region(view, GARDEN, metres(GARDEN, STUDIO) * 5)


def test_fewer_than_two_attractions_are_a_place(viewer):
    """F20."""
    view = show(viewer().load(), GARDEN, displayMode="firstTwoAttractions")
    state = rest(view)
    assert state["zoom"] == pytest.approx(18) and state["center"] == pytest.approx([35.91, 31.9501])
    assert state["attractions"]["fallback"] == "tooFew"


def test_the_user_and_the_first_attraction(viewer):
    view = viewer().load()
    view.dispatch(USER)
    view.expect("CALL_RESULT")
    show(view, STUDIO, GARDEN, displayMode="userAndFirstAttraction")
    check_region(view, USER, metres(USER, STUDIO) * 2)
    view.dispatch({**USER, "latitude": 31.9499})
    view.expect("CALL_RESULT")
    assert rest(view)["center"] == pytest.approx([USER["longitude"], USER["latitude"]]), "only the first fix zooms"


def test_the_user_and_the_closest_attraction_with_a_strict_threshold(viewer):
    view = viewer().load()
    view.dispatch(USER)
    view.expect("CALL_RESULT")
    closest = metres(USER, GARDEN)
    show(view, FAR, GARDEN, displayMode="userAndTheClosestLocation", closestDistanceThreshold=closest + 1)
    check_region(view, USER, closest * 2)
    show(view, FAR, GARDEN, displayMode="userAndTheClosestLocation", closestDistanceThreshold=closest - 1)
    state = rest(view)
    assert state["attractions"]["displayMode"] == "allAttractions" and state["attractions"]["fallback"] == "tooFar"


def test_the_browser_tells_where_the_user_is(viewer):
    context = {"geolocation": {k: USER[k] for k in ("latitude", "longitude")}, "permissions": ["geolocation"]}
    view = show(viewer(context=context).load(), GARDEN, displayMode="userAndFirstAttraction")
    view.expect_log("LocationUpdated", "Gps")
    check_region(view, USER, metres(USER, GARDEN) * 2)
    assert view.page.locator(".me").is_visible(), "the user's dot shows"


def test_where_the_browser_may_not_tell_all_are_shown_until_the_app_tells(viewer):
    """F21."""
    view = show(viewer(context={"permissions": []}).load(), GARDEN, STUDIO, displayMode="userAndFirstAttraction")
    view.page.wait_for_function("() => Tagipedia.state().attractions.fallback === 'denied'")
    assert view.state()["attractions"]["displayMode"] == "allAttractions"
    assert [event for event in view.settle() if event["type"] == "ERROR"] == []
    view.dispatch(USER)
    view.expect("CALL_RESULT")
    check_region(view, USER, metres(USER, GARDEN) * 2)


def test_attractions_across_the_antimeridian(viewer):
    """F19."""
    west, east = {"latitude": -16.80, "longitude": -179.95}, {"latitude": -16.90, "longitude": 179.96}
    view = show(viewer().load(), west, east, displayMode="firstTwoAttractions")
    check_region(view, west, metres(west, east) * 2)
    show(view, west, east, displayMode="allAttractions")
    state = rest(view)
    assert abs(state["center"][0]) > 179.9 and state["zoom"] > 10


def test_no_attractions_take_the_pins_away_and_keep_the_camera(viewer):
    view = show(viewer().load(), GARDEN)
    before = rest(view)
    show(view)
    state = rest(view)
    assert view.page.locator(".place-pin").count() == 0 and state["center"] == before["center"]
    assert state["attractions"]["fallback"] == "noAttractions"


def test_hostile_titles_and_addresses_are_text(viewer):
    attraction = {**GARDEN, "name": HOSTILE, "subname": HOSTILE, "image": "javascript:window.hacked=1"}
    view = show(viewer().load(), attraction, calloutDetailButtonTitle=HOSTILE, customPinImage="javascript:1")
    rest(view)
    view.page.locator(".place-pin").click()
    assert callout(view).get_by_role("heading").inner_text() == HOSTILE
    assert view.page.locator("#callout img, .place-pin img").count() == 0
    assert view.page.evaluate("window.hacked") is None


def test_arabic_on_a_phone_from_right_to_left(viewer):
    view = viewer(lang="ar", context=PHONE).load()
    show(view, {**GARDEN, "name": "حديقة السطح 🌿", "subname": "مفتوحة حتى الثامنة"}, STUDIO,
         calloutDetailButtonTitle="عرض الاتجاهات")
    rest(view)
    pin(view, "حديقة السطح 🌿").click()
    rest(view)
    view.page.screenshot(path=ARTIFACTS / "viewer-attraction-phone-ar.png")
    callout(view).get_by_role("button", name="إغلاق").click()
    assert not callout(view).is_visible()


def test_a_reload_gets_the_attractions_back(viewer):
    view = viewer()
    view.dispatch({"type": "LOAD_MAP", "map_id": "demo"},
                  {"type": "SHOW_ATTRACTIONS", "attractions": [GARDEN, STUDIO], "displayMode": "firstTwoAttractions"})
    view.page.wait_for_function("() => Tagipedia.state()?.attractions?.count === 2")
    view.expect("MAP_LOADED")
    with view.page.expect_navigation():
        view.page.evaluate("__reload__()")
    view.expect("MAP_LOADED")
    view.page.wait_for_function("() => Tagipedia.state()?.attractions?.count === 2")
    check_region(view, GARDEN, metres(GARDEN, STUDIO) * 2)
    view.load()
    assert view.page.locator(".place-pin").count() == 0 and view.state()["attractions"] is None


def test_a_colour_that_is_none_is_an_error_that_names_it(viewer):
    view = viewer().load()
    view.page.watch.allowed.append("SHOW_ATTRACTIONS")
    view.dispatch({"type": "SHOW_ATTRACTIONS", "attractions": [GARDEN], "calloutTitleFont": {"size": "big"}})
    assert "calloutTitleFont is no CSS font" in view.expect("ERROR")["error"]["stack"]
