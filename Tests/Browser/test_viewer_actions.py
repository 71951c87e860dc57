"""The other actions of the protocol, a test a row, and seed 1's scenarios for an initial highlight."""
import pytest

from conftest import ARTIFACTS

MAP = {"map_id": "demo"}
CENTER = [35.9103, 31.9500]


@pytest.mark.row("MAP_LOADED", "EVENT_LOGGED Maps Loaded")
def test_maps_loaded_is_logged_with_the_name_of_the_map(viewer):
    view = viewer().load()
    assert view.expect_log("Maps", "Loaded") == ("Jasmine Court", MAP)


@pytest.mark.row("HIGHLIGHT_FEATURE", "FEATURE_HIGHLIGHTED", "EVENT_LOGGED Features Highlighted")
def test_initial_highlight_after_map_loaded(viewer):
    view = viewer().load()
    view.dispatch({"type": "HIGHLIGHT_FEATURE", "feature_id": "w201"})
    assert view.expect("FEATURE_HIGHLIGHTED")["feature_id"] == "w201"
    assert view.expect_log("Features", "Highlighted") == ("Lantern Cinema", {**MAP, "feature_id": "w201"})
    view.wait_state(level="1", highlighted="w201")


@pytest.mark.row("SET_CENTER", "CENTER_ENDED", "ZOOM_ENDED")
@pytest.mark.parametrize("context", [{}, {"reduced_motion": "reduce"}], ids=["motion", "reduced motion"])
def test_initial_highlight_after_zoom_and_centre(viewer, context):
    """F07, F18, F26: one burst ends at the zoom, at the centre and with the highlight; each event comes once."""
    view = viewer(context=context).load()
    view.dispatch({"type": "SET_CENTER", "center": CENTER}, {"type": "SET_ZOOM", "zoom": 19, "zoom_type": "FLY_TO"})
    view.expect("ZOOM_ENDED")
    view.expect("CENTER_ENDED")
    view.dispatch({"type": "HIGHLIGHT_FEATURE", "feature_id": "w114"})
    view.expect("FEATURE_HIGHLIGHTED", feature_id="w114")
    state = view.state()
    assert state["zoom"] == pytest.approx(19) and state["center"] == pytest.approx(CENTER)
    kinds = [event["type"] for event in view.settle()]
    assert "ZOOM_ENDED" not in kinds and "CENTER_ENDED" not in kinds


@pytest.mark.row("MARK_FEATURE", "FEATURE_MARKED")
def test_mark_feature(viewer):
    view = viewer().load()
    view.dispatch({"type": "MARK_FEATURE", "feature_id": "w002"})
    assert view.expect("FEATURE_MARKED")["feature_id"] == "w002"
    view.wait_state(level="-1", marked="w002")
    assert view.page.get_by_role("img", name="Marked: Stone Oven Bakery").is_visible()


@pytest.mark.row("CHANGE_RENDER_MODE", "EVENT_LOGGED RenderModes Changed")
def test_render_mode(viewer):
    view = viewer().load()
    for mode, pitch in (("3D", 50), ("2D", 0)):
        view.dispatch({"type": "CHANGE_RENDER_MODE", "modeToRender": mode})
        assert view.expect_log("RenderModes", "Changed") == (mode, MAP)
        assert view.state()["pitch"] == pytest.approx(pitch)
        view.page.screenshot(path=ARTIFACTS / f"viewer-{mode}.png")


@pytest.mark.row("SET_THEME")
def test_theme(viewer):
    view = viewer().load(theme={"primary": "rebeccapurple", "accent": None})
    assert view.state()["theme"] == {"primary": "#663399", "accent": "#d9641e", "isDark": False}
    view.dispatch({"type": "SET_THEME", "theme": {"accent": "hsl(200 90% 40%)"}})
    view.page.wait_for_function("() => Tagipedia.state().theme.accent !== '#d9641e'")
    view.tap("w114")
    view.wait_state(popup="w114")
    button = view.page.locator(".tmaps-popup-main")
    assert button.evaluate("(element) => getComputedStyle(element).backgroundColor") == "rgb(102, 51, 153)"


@pytest.mark.row("SET_APPLICATION_SECRETS", "SET_MAPBOX_ACCESS_TOKEN", "SET_DEVICE_DATA")
@pytest.mark.row("LOAD_MAP", "READY")
def test_a_map_is_loaded_where_the_app_wants_it(viewer):
    view = viewer()
    assert view.expect("READY") == {"type": "READY"}
    view.load(center=CENTER, zoom=19.5)
    state = view.state()
    assert (state["mapId"], state["level"]) == ("demo", "0")
    assert state["center"] == pytest.approx(CENTER) and state["zoom"] == pytest.approx(19.5)


@pytest.mark.row("SET_ZOOM")
def test_a_zoom_around_a_feature(viewer):
    """`centroid_feature_id` of the vendor's other samples: the zoom goes to the middle of that feature."""
    view = viewer().load()
    view.dispatch({"type": "SET_ZOOM", "zoom": 20, "zoom_type": "FLY_TO", "centroid_feature_id": "w114"})
    assert view.expect("ZOOM_ENDED") == {"type": "ZOOM_ENDED"}
    place, size = view.page.evaluate("[Tagipedia.locate('w114'), [innerWidth, innerHeight]]")
    assert (place["x"], place["y"]) == (pytest.approx(size[0] / 2, abs=1), pytest.approx(size[1] / 2, abs=1))
    assert view.state()["zoom"] == pytest.approx(20)


def test_a_user_who_takes_over_ends_the_move_and_its_event_comes_once(viewer):
    view = viewer().load()
    # In the page: by the time that a mouse of the driver is there, a slow machine has arrived.
    view.page.evaluate("""() => new Promise((taken) => {
      const from = Tagipedia.state().zoom;
      Tagipedia.dispatch({ type: 'SET_ZOOM', zoom: 21, zoom_type: 'FLY_TO' });
      const look = () => {
        if (Tagipedia.state().zoom === from) return requestAnimationFrame(look);
        document.querySelector('#map canvas').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        taken();
      };
      look();
    })""")
    view.expect("ZOOM_ENDED")
    assert view.state()["zoom"] < 21
    assert "ZOOM_ENDED" not in [event["type"] for event in view.settle()]


def test_what_is_for_other_bundles_does_no_harm(viewer):
    view = viewer()
    view.dispatch({"type": "SET_APPLICATION_SECRETS", "client_id": "a", "client_secret": "b"},
                  {"type": "SET_MAPBOX_ACCESS_TOKEN", "access_token": "pk"},
                  {"type": "SET_DEVICE_DATA", "device_id": "d", "device_type": "IOS"})
    view.load()
    assert [event["type"] for event in view.settle() if event["type"] == "ERROR"] == []


@pytest.mark.row("ERROR")
def test_a_map_that_is_not_there_is_an_error_and_the_page_says_so(viewer):
    view = viewer()
    view.page.watch.allowed.append("nowhere|404")
    view.dispatch({"type": "LOAD_MAP", "map_id": "nowhere"})
    assert "nowhere/venue.json answered 404" in view.expect("ERROR")["error"]["stack"]
    assert "could not be loaded" in view.page.locator("#notice").inner_text()
