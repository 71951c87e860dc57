"""The map by fingers alone and by the keyboard alone, from the first look to a route."""
from conftest import ARTIFACTS
from test_viewer_pins import rest

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
FLORIST, CINEMA = "w114", "w201"
PARTS = ("#place", ".chips", "#controls", "#popup", "#attribution")


def touch(view, feature_id):
    view.page.wait_for_function("(id) => Tagipedia.locate(id) !== null", arg=feature_id)
    place = view.page.evaluate("(id) => Tagipedia.locate(id)", feature_id)
    view.page.touchscreen.tap(place["x"], place["y"])


def overlaps(view):
    """Parts of the page that lie over one another."""
    boxes = [(part, view.page.locator(part).bounding_box()) for part in PARTS if view.page.locator(part).is_visible()]
    return [(one, two) for at, (one, a) in enumerate(boxes) for two, b in boxes[:at]
            if a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
            and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]]


def pinch(view, apart):
    """Two fingers on the map move apart, by the browser's own input."""
    session = view.page.context.new_cdp_session(view.page)

    def send(kind, *distances):
        for distance in distances:
            points = [{"x": 160 - distance, "y": 330, "id": 0}, {"x": 160 + distance, "y": 330, "id": 1}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", 20)
    send("touchMove", *range(24, apart, 6))
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_by_fingers(viewer):
    view = viewer(context=PHONE).load()
    before = view.state()["zoom"]
    pinch(view, 90)
    view.page.wait_for_function("(zoom) => Tagipedia.state().zoom > zoom + 0.5", arg=before)
    assert view.page.evaluate("[visualViewport.scale, scrollX, scrollY]") == [1, 0, 0], "the map zooms, not the page"
    view.page.get_by_role("button", name="Cafés", exact=True).tap()
    assert view.expect("CATEGORY_MARKED")["category"] == "cafe"
    view.page.get_by_role("option").first.tap()
    view.page.wait_for_function("() => document.body.dataset.popup")
    view.page.wait_for_function("() => document.querySelector('.tmaps-popup').getAnimations().length === 0")
    assert overlaps(view) == []
    view.page.get_by_role("button", name="Route to").tap()
    assert view.page.evaluate("document.activeElement.tagName") != "INPUT", "no keyboard over the map by itself"
    field = view.page.get_by_label("From", exact=True)
    field.tap()
    field.fill("lantern")
    view.page.get_by_role("option").first.tap()
    view.page.locator(".route-start").wait_for()
    view.page.locator(".floor-change").first.wait_for()
    assert overlaps(view) == []
    view.page.screenshot(path=ARTIFACTS / "viewer-touch-route.png")
    view.page.get_by_role("button", name="Close").tap()
    view.wait_state(route=None)
    view.page.get_by_role("radio", name="First floor").tap()
    view.wait_state(level="1")
    touch(view, CINEMA)
    view.wait_state(popup=CINEMA)


def test_by_the_keyboard(viewer):
    view = viewer().load()
    page = view.page
    page.locator(".chips button").first.wait_for()
    page.keyboard.press("Tab")
    page.keyboard.type("jasmine fl")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    view.wait_state(popup=FLORIST, highlighted=FLORIST)
    page.wait_for_function("() => document.getElementById('popup').contains(document.activeElement)")
    page.keyboard.press("Tab")  # past the popup itself: Close
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Close"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent.trim()").endswith("Route to")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'route-from'")
    page.keyboard.type("lantern")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("Enter")
    view.page.wait_for_function("() => Tagipedia.state().route !== null")
    page.keyboard.press("Escape")
    view.wait_state(route=None)
    floor = page.get_by_role("radio", name="Ground floor")
    floor.focus()
    page.keyboard.press("ArrowUp")
    view.wait_state(level="1")
    assert page.locator("#place-floor").inner_text() == "First floor"
    assert page.locator("#place-floor").get_attribute("aria-live") == "polite", "a page reader says it"
    page.locator("#map canvas").focus()
    zoom = rest(view)["zoom"]  # a move of the camera that is under way would end elsewhere
    page.keyboard.press("+")
    page.wait_for_function("(zoom) => Tagipedia.state().zoom > zoom + 0.9", arg=zoom)


def test_roles_and_names_as_a_page_reader_has_them(viewer):
    view = viewer().load()
    view.page.locator(".chips button").first.wait_for()
    tree = view.page.locator("body").aria_snapshot()
    for part in ('banner', 'heading "Jasmine Court" [level=1]', 'search', 'combobox "Search Jasmine Court"',
                 'group "Categories"', 'main', 'region "Indoor map"', 'switch "Show in 3D"', 'radiogroup "Floors"',
                 'radio "Ground floor" [checked]'):
        assert part in tree, f"{part} is not in\n{tree}"
