"""The programs of Examples/ do with the default bundle in Chromium what the seeds' sample apps do on a phone."""
import pytest

from conftest import ARTIFACTS, HERE
from example_program import Example
from test_viewer_pins import card, pin, rest


@pytest.fixture
def run_example():
    examples = []

    def run(name, server, *arguments, **options):
        examples.append(Example(name, server, *arguments, **options))
        return examples[-1]

    yield run
    for example in examples:
        example.stop()


ANIMATIONS_END = """() => Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime < 5000).map(({ finished }) => finished))"""


def picture(view, name):
    view.page.evaluate(ANIMATIONS_END)
    view.page.screenshot(path=ARTIFACTS / f"example-{name}.png")


def test_capitals_shows_one_and_all_and_hears_what_was_selected(start_server, viewer, run_example):
    server = start_server(bundle=None)
    app = run_example("Capitals", server)
    app.expect("Type a number")
    app.type("7")
    assert app.expect("No map") == f"No map is connected. Open one in a browser: {server.url}/tmapswww/?session=default"
    view = viewer(server)
    view.expect("MAP_LOADED")
    app.type("7")
    app.expect("showing Minsk")
    card(view).get_by_role("heading", name="Minsk").wait_for()
    assert view.page.locator("#caller h2").inner_text() == "Capitals"
    assert rest(view)["center"] == pytest.approx([27.56667, 53.9])
    picture(view, "capitals-one")
    card(view).get_by_role("button", name="More info").click()
    app.expect("selected Minsk, the capital of Belarus")
    app.type("all")
    app.expect("showing all")
    pin(view, "Nuku'alofa").wait_for()
    assert view.page.locator(".place-pin").count() == 13
    rest(view)
    picture(view, "capitals-all")
    pin(view, "Brasília").click()
    card(view).get_by_role("button", name="More info").click()
    app.expect("selected Brasília, the capital of Brazil")
    view.page.get_by_role("button", name="Back").click()
    app.expect("back without a pin")
    app.type("14")
    app.expect("expected 1 to 13")
    app.end()


def test_tmaps_sample_sets_up_highlights_and_hears_its_own_button(start_server, viewer, run_example):
    server = start_server(bundle=None)
    app = run_example("TMapsSample", server)
    assert app.expect("set up") == f"set up; open {server.url}/tmapswww/?session=default"
    view = viewer(server)
    app.expect("map loaded")
    app.expect("highlighted w113")
    state = view.state()
    assert (state["theme"]["primary"], state["theme"]["accent"]) == ("#6a1b9a", "#ef6c00")
    view.tap("w113")
    app.expect("tapped w113")
    popup = view.page.locator(".feature-popup")
    popup.get_by_text("Cardamom & Co.").wait_for()
    popup.get_by_text("G-13").wait_for()
    picture(view, "tmaps-sample")
    popup.get_by_role("button", name="Profile").click()
    app.expect("profile of Layla Haddad")
    popup.get_by_role("button", name="close info").click()
    view.tap("w105")
    app.expect("tapped w105")
    app.expect("highlighted w105")
    app.expect("analytics: Features Highlighted")
    popup.get_by_text("G-05").wait_for()
    popup.get_by_role("button", name="Profile").click()
    app.expect("profile of Omar Nasser")


def test_tmaps_sample_answers_the_location_buttons(start_server, viewer, run_example):
    server = start_server(bundle=None)
    app = run_example("TMapsSample", server)
    app.expect("set up")
    here = {"latitude": 31.95, "longitude": 35.9101}
    view = viewer(server, context={"geolocation": here, "permissions": ["geolocation"]})
    app.expect("highlighted w113")
    view.page.get_by_role("button", name="Show my location", exact=True).click()
    app.expect("analytics: LocationUpdated Gps")
    view.page.get_by_role("button", name="Show my location by beacons").click()
    app.expect("beacons started")
    app.expect("analytics: LocationUpdated Beacon")


def test_attractions_shows_callouts_and_the_way_there(start_server, viewer, run_example):
    server = start_server(bundle=None)
    here = {"latitude": 52.361, "longitude": 4.859}
    view = viewer(server, context={"geolocation": here, "permissions": ["geolocation"]})
    app = run_example("Attractions", server)
    app.expect("Type a display mode")
    view.expect("MAP_LOADED")
    pin(view, "Windmill Coffee").wait_for()
    assert view.page.locator(".place-pin").count() == 4
    rest(view)
    assert view.state()["attractions"]["camera"] == "bounds"
    picture(view, "attractions-all")
    pin(view, "Tulip Café").click()
    app.expect("selected Tulip Café")
    callout = view.page.locator("#callout")
    assert callout.get_by_role("heading").inner_text() == "Tulip Café"
    assert callout.get_by_text("Cake & filter coffee").is_visible()
    assert callout.locator("img").evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    rest(view)
    picture(view, "attractions-callout")
    callout.get_by_role("button", name="View directions").click()
    app.expect("directions to Tulip Café")
    view.page.locator(".journey").wait_for()
    journey = view.state()["journey"]
    assert journey["stops"][-1] == "Tulip Café" and journey["mode"] == "pedestrian" and not journey["navigating"]
    rest(view)
    picture(view, "attractions-directions")
    app.type("userAndTheClosestLocation")
    view.page.wait_for_function(
        "() => Tagipedia.state().attractions?.displayMode === 'userAndTheClosestLocation'"
        " && Tagipedia.state().attractions.camera === 'region'")
    assert rest(view)["center"] == pytest.approx([here["longitude"], here["latitude"]], abs=1e-4)
    picture(view, "attractions-closest")
    app.type("nowhere")
    app.expect("no such mode")
    app.end()
    view.page.wait_for_function("() => document.querySelectorAll('.place-pin').length === 0")


def test_one_poi_is_selected_and_the_blue_dot_is_moved(start_server, viewer, run_example):
    server = start_server(bundle=None)
    app = run_example("OnePOI", server)
    view = viewer(server, map="demo")
    app.expect("map is ready")
    assert app.expect("applied") == 'applied: "w216"'
    assert app.expect("moved") == "moved: nothing returned"
    view.wait_state(highlighted="w216", popup="w216", level="1")
    assert rest(view)["zoom"] == pytest.approx(20)
    assert view.page.locator(".me.heads").is_visible()
    picture(view, "one-poi")
    with view.page.expect_navigation():
        view.page.evaluate("__reload__()")
    app.expect("map is ready")
    assert app.expect("applied") == 'applied: "w216"'


def test_one_poi_works_with_a_page_of_pcmap_and_hears_its_errors(start_server, open_map, run_example):
    server = start_server(bundle=HERE / "pcmap-bundle")
    app = run_example("OnePOI", server, "150")
    page = open_map(server)
    app.expect("map is ready")
    assert app.expect("applied") == 'applied: "150"'
    app.expect("moved")
    assert page.evaluate("calls.map(([name]) => name)") == ["apply", "setUserPosition"]
    scenario = page.evaluate("calls[0][1]")
    assert scenario == {"scenarioType": "onePOI", "poi": "150", "showSearch": True, "showLevelChoice": True,
                        "showCallout": True, "showZoomControl": True, "zoomLevel": 20}
    message = '{"messageType": "error", "error": "Error details"}'
    page.evaluate("(text) => webkit.messageHandlers.mainMessageHandler.postMessage(text)", message)
    app.expect("Error details")
