"""SHOW_PINS: pins of another app, as Organic Maps shows them (seed 3)."""
import pytest

from conftest import ARTIFACTS

HOME = {"latitude": 31.9501, "longitude": 35.9100, "name": "Home", "id": "h 1"}
WORK = {"latitude": 31.9497, "longitude": 35.9108, "name": "Work & C++", "id": "w", "style": "placemark-red"}
BARE = {"latitude": 31.9503, "longitude": 35.9105}
TRIPS = {"type": "SHOW_PINS", "app_name": "Trips", "back_url": "trips://"}
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
HOSTILE = '<img src=x onerror="window.hacked=1">{{constructor.constructor("window.hacked=1")()}}'


def show(view, *points, **fields):
    view.dispatch({**TRIPS, "points": list(points), **fields})
    if points:
        view.page.locator("#caller").wait_for()


def pin(view, name):
    return view.page.get_by_role("button", name=name, exact=True)


def card(view):
    return view.page.locator("#pin-card")


def rest(view):
    """Waits until the camera has come to rest."""
    view.page.wait_for_function("""() => new Promise((resolve) => { let last, frames = 0;
      const look = () => { const { center, zoom } = Tagipedia.state(); const now = `${center} ${zoom}`;
        frames = now === last ? frames + 1 : 0; last = now;
        if (frames === 20) resolve(true); else requestAnimationFrame(look); }; look(); })""")
    return view.state()


CENTRED = """(buttons) => buttons.every((button) => { const [a, b] = [button, button.querySelector('span')]
  .map((element) => element.getBoundingClientRect()); return Math.abs(a.x + a.width / 2 - b.x - b.width / 2) < 1; })"""


def overlap(a, b):
    return (a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
            and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"])


def test_one_pin_opens_its_card_and_more_info_gives_the_callback(viewer):
    view = viewer().load()
    show(view, HOME)
    assert view.page.locator("#caller h2").inner_text() == "Trips"
    assert card(view).get_by_role("heading").inner_text() == "Home"
    state = rest(view)
    assert state["center"] == pytest.approx([35.91, 31.9501]) and state["zoom"] == pytest.approx(18)
    card(view).get_by_role("button", name="More info").click()
    assert view.expect("PIN_SELECTED") == {
        "type": "PIN_SELECTED", "url": "trips://pin?ll=31.9501,35.91&n=Home&id=h%201", "pin": HOME}
    view.page.screenshot(path=ARTIFACTS / "viewer-pin.png")


def test_back_takes_the_pins_away_and_leads_to_the_app(viewer):
    view = viewer().load()
    show(view, HOME, WORK, back_url="trips")
    view.page.get_by_role("button", name="Back").click()
    assert view.expect("BACK_PRESSED") == {"type": "BACK_PRESSED", "url": "trips://"}
    assert view.page.locator(".place-pin").count() == 0
    assert not view.page.locator("#caller").is_visible() and view.state()["pins"] is None


def test_without_a_back_url_the_app_is_told_all_the_same(viewer):
    view = viewer().load()
    show(view, HOME, back_url=None, app_name=None)
    card(view).get_by_role("button", name="More info").click()
    assert view.expect("PIN_SELECTED") == {"type": "PIN_SELECTED", "url": "", "pin": HOME}
    view.page.get_by_role("button", name="Back").click()
    assert view.expect("BACK_PRESSED") == {"type": "BACK_PRESSED"}


@pytest.mark.parametrize("context", [{}, PHONE], ids=["desktop", "phone"])
def test_several_pins_are_all_in_view_with_their_titles_and_no_card(viewer, context):
    view = viewer(context=context).load()
    show(view, HOME, WORK, BARE)
    rest(view)
    assert not card(view).is_visible()
    covers = [view.page.locator(part).bounding_box() for part in ("#place", "#caller", "#controls")]
    size = view.page.viewport_size
    for name in ("Home", "Work & C++", "Pin 31.9503, 35.9105"):
        box = pin(view, name).bounding_box()
        assert 0 <= box["x"] <= size["width"] - box["width"] and 0 <= box["y"] <= size["height"] - box["height"]
        assert not any(overlap(box, cover) for cover in covers), name
    assert view.page.locator(".place-pin span:visible").all_inner_texts() == ["Home", "Work & C++"]
    view.page.screenshot(path=ARTIFACTS / f"viewer-pins-{'phone' if context else 'desktop'}.png")
    pin(view, "Work & C++").click()
    assert card(view).get_by_role("heading").inner_text() == "Work & C++"
    assert view.state()["pins"]["selected"] == 1
    card(view).get_by_role("button", name="More info").click()
    assert view.expect("PIN_SELECTED")["url"] == "trips://pin?ll=31.9497,35.9108&n=Work%20%26%20C%2B%2B&id=w"
    view.page.screenshot(path=ARTIFACTS / f"viewer-pins-card-{'phone' if context else 'desktop'}.png")
    assert [event for event in view.settle() if event["type"] == "FEATURES_TAPPED"] == []


def test_on_an_upright_kiosk_they_are_in_the_middle_of_the_screen(viewer):
    """The card at the top left took its width from all of the screen: the map was squeezed into the right half."""
    view = viewer(context={"viewport": {"width": 1080, "height": 1920}}).load()
    show(view, HOME, WORK)
    rest(view)
    boxes = [pin(view, name).bounding_box() for name in ("Home", "Work & C++")]
    assert sum(box["x"] + box["width"] / 2 for box in boxes) / 2 == pytest.approx(540, abs=40)
    assert not any(overlap(box, view.page.locator("#place").bounding_box()) for box in boxes)


def test_with_a_balloon_action_a_tap_on_a_pin_calls_back_at_once(viewer):
    view = viewer().load()
    show(view, HOME, WORK, balloon_action="openUrlOnBalloonClick")
    rest(view)
    pin(view, "Home").click()
    assert view.expect("PIN_SELECTED")["pin"] == HOME
    assert not card(view).is_visible()


def test_an_address_in_the_id_is_opened_and_nothing_else_is(viewer):
    view = viewer().load()
    address = view.page.url.split("/tmapswww")[0] + "/healthz?a=1&b=2"
    show(view, {**HOME, "id": address})
    with view.page.expect_popup() as popup:
        card(view).get_by_role("button", name="More info").click()
    popup.value.wait_for_url(address)
    assert popup.value.evaluate("window.opener") is None
    assert view.expect("PIN_SELECTED")["url"] == address
    show(view, {**HOME, "id": "javascript:window.hacked=1"})
    view.page.wait_for_function("() => Tagipedia.state().pins.pins[0].id.startsWith('javascript')")
    card(view).get_by_role("button", name="More info").click()
    assert view.expect("PIN_SELECTED")["url"] == (
        "trips://pin?ll=31.9501,35.91&n=Home&id=javascript%3Awindow.hacked%3D1")
    assert view.page.evaluate("window.hacked") is None and len(view.page.context.pages) == 2


def test_hostile_titles_are_text(viewer):
    view = viewer().load()
    show(view, {**HOME, "name": HOSTILE, "style": HOSTILE, "id": HOSTILE}, app_name=HOSTILE)
    assert card(view).get_by_role("heading").inner_text() == HOSTILE
    assert view.page.locator("#caller h2").inner_text() == HOSTILE
    assert view.page.locator("#caller img, #pin-card img, .place-pin img").count() == 0
    card(view).get_by_role("button", name="More info").click()
    assert view.expect("PIN_SELECTED")["pin"]["name"] == HOSTILE
    assert view.page.evaluate("window.hacked") is None


def test_arabic_and_emoji_on_a_phone_from_right_to_left(viewer):
    view = viewer(lang="ar", context=PHONE).load()
    points = [{**HOME, "name": "مقهى الياسمين ☕️"}, {**WORK, "name": "मुंबई 👩‍🚀 Café"}]
    show(view, *points, app_name="رحلات 🧭")
    rest(view)
    pin(view, "مقهى الياسمين ☕️").click()
    assert view.page.locator(".place-pin").evaluate_all(CENTRED)
    view.page.screenshot(path=ARTIFACTS / "viewer-pins-phone-ar.png")
    assert view.page.evaluate("document.documentElement.scrollWidth") <= 360
    card(view).get_by_role("button", name="مزيد من المعلومات").click()
    assert view.expect("PIN_SELECTED")["pin"]["name"] == "مقهى الياسمين ☕️"
    card(view).get_by_role("button", name="إغلاق").click()
    assert not card(view).is_visible()
    view.page.get_by_role("button", name="رجوع").click()
    view.expect("BACK_PRESSED")


def test_pins_by_the_keyboard(viewer):
    view = viewer().load()
    show(view, HOME, WORK)
    pin(view, "Home").focus()
    view.page.keyboard.press("Enter")
    assert card(view).is_visible()
    card(view).get_by_role("button", name="More info").focus()
    view.page.keyboard.press("Escape")
    assert not card(view).is_visible()


def test_a_reload_gets_the_pins_back_and_a_new_map_begins_without_them(viewer):
    view = viewer()
    view.dispatch({"type": "LOAD_MAP", "map_id": "demo"}, {**TRIPS, "points": [HOME, WORK]})
    view.page.wait_for_function("() => Tagipedia.state()?.pins?.pins.length === 2")
    view.expect("MAP_LOADED")
    with view.page.expect_navigation():
        view.page.evaluate("__reload__()")
    view.expect("MAP_LOADED")
    view.page.wait_for_function("() => Tagipedia.state()?.pins?.pins.length === 2")
    assert view.page.locator("#caller h2").inner_text() == "Trips"
    view.load()
    assert view.page.locator(".place-pin").count() == 0 and view.state()["pins"] is None


def test_of_zoom_and_pins_in_one_burst_the_later_one_stands(viewer):
    view = viewer().load()
    view.dispatch({**TRIPS, "points": [HOME]}, {"type": "SET_ZOOM", "zoom": 16})
    view.expect("ZOOM_ENDED")
    state = rest(view)
    assert state["zoom"] == pytest.approx(16) and state["center"] == pytest.approx([35.91, 31.9501])
    view.dispatch({"type": "SET_ZOOM", "zoom": 15}, {**TRIPS, "points": [WORK], "zoom": 17})
    view.expect("ZOOM_ENDED")
    view.page.wait_for_function("() => Tagipedia.state().pins.pins[0].id === 'w'")
    assert rest(view)["zoom"] == pytest.approx(17)


def test_no_points_take_the_pins_away_without_a_word(viewer):
    view = viewer().load()
    show(view, HOME, WORK)
    show(view)
    view.wait_state(pins=None)
    assert "BACK_PRESSED" not in [event["type"] for event in view.settle()]


def test_pins_across_the_antimeridian_are_shown_from_near(viewer):
    """F19."""
    view = viewer().load()
    show(view, {"latitude": -16.80, "longitude": -179.95, "name": "Taveuni"},
         {"latitude": -16.90, "longitude": 179.96, "name": "Rabi"})
    state = rest(view)
    assert abs(state["center"][0]) > 179.9 and state["zoom"] > 10
    assert pin(view, "Taveuni").is_visible() and pin(view, "Rabi").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pins_around_the_world_stand_on_land(viewer, scheme):
    view = viewer(context={"color_scheme": scheme}).load()
    land = "performance.getEntriesByType('resource').filter(({name}) => name.endsWith('land.json')).length"
    show(view, HOME, WORK)
    rest(view)
    assert view.page.evaluate(land) == 0, "near a venue nobody needs it"
    with view.page.expect_response(lambda response: response.url.endswith("land.json")):
        show(view, {"latitude": 53.9, "longitude": 27.56667, "name": "Minsk"},
             {"latitude": -15.79, "longitude": -47.88, "name": "Brasília"},
             {"latitude": 35.68, "longitude": 139.69, "name": "東京"})
    rest(view)
    pin(view, "Minsk").click()
    rest(view)
    view.page.screenshot(path=ARTIFACTS / f"viewer-pins-world-{scheme}.png")


def test_the_card_of_a_pin_and_the_popup_of_a_place_take_turns(viewer):
    view = viewer().load()
    show(view, HOME)
    assert card(view).is_visible()
    view.tap("w114")
    view.wait_state(popup="w114")
    assert not card(view).is_visible()
    pin(view, "Home").click()
    view.wait_state(popup=None)
    assert card(view).is_visible()


def test_a_pin_that_is_off_the_globe_is_an_error_that_names_it(viewer, start_server):
    view = viewer(server=start_server("--strict", "off", bundle=None)).load()
    view.page.watch.allowed.append("SHOW_PINS")
    view.dispatch({**TRIPS, "points": [HOME, {"latitude": 91, "longitude": 0}]})
    assert "points[1].latitude must be a number from -90 to 90" in view.expect("ERROR")["error"]["stack"]


def test_a_thousand_pins(viewer):
    view = viewer().load()
    points = [{"latitude": 31.9490 + n // 40 * 6e-5, "longitude": 35.9090 + n % 40 * 6e-5, "name": f"Pin {n}"}
              for n in range(1000)]
    show(view, *points)
    rest(view)
    assert view.page.locator(".place-pin.plain").count() == 1000, "without shadows, which would halve the frame rate"
    titled = view.page.locator(".place-pin:not([data-title=none]) span").evaluate_all(
        "(spans) => spans.map((span) => { const { x, y, width, height } = span.getBoundingClientRect();"
        " return { x, y, width, height }; })")
    assert titled and not any(overlap(a, b) for n, a in enumerate(titled) for b in titled[:n])
    view.page.screenshot(path=ARTIFACTS / "viewer-pins-thousand.png")


@pytest.mark.parametrize("context", [{}, PHONE], ids=["desktop", "phone"])
def test_an_app_without_a_venue_has_the_map_of_the_world(viewer, context):
    view = viewer(map="world", context=context)
    view.expect("MAP_LOADED")
    assert rest(view)["zoom"] < 3
    view.page.screenshot(path=ARTIFACTS / f"viewer-world-{'phone' if context else 'desktop'}.png")
    show(view, {"latitude": 53.9, "longitude": 27.56667, "name": "Minsk"},
         {"latitude": 52.23, "longitude": 21.01, "name": "Warsaw"})
    assert 4 < rest(view)["zoom"] < 8
    view.page.screenshot(path=ARTIFACTS / f"viewer-world-pins-{'phone' if context else 'desktop'}.png")
    assert [event for event in view.settle() if event["type"] == "ERROR"] == []
