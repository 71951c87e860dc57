"""The other actions of the protocol, a test a row, and seed 1's scenarios for an initial highlight."""
import pytest

from conftest import ARTIFACTS

MAP = {"map_id": "demo"}
CENTER = [35.9103, 31.9500]


def test_maps_loaded_is_logged_with_the_name_of_the_map(viewer):
    view = viewer().load()
    assert view.expect_log("Maps", "Loaded") == ("Jasmine Court", MAP)


def test_initial_highlight_after_map_loaded(viewer):
    view = viewer().load()
    view.dispatch({"type": "HIGHLIGHT_FEATURE", "feature_id": "w201"})
    assert view.expect("FEATURE_HIGHLIGHTED")["feature_id"] == "w201"
    assert view.expect_log("Features", "Highlighted") == ("Lantern Cinema", {**MAP, "feature_id": "w201"})
    view.wait_state(level="1", highlighted="w201")


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


def test_mark_feature(viewer):
    view = viewer().load()
    view.dispatch({"type": "MARK_FEATURE", "feature_id": "w002"})
    assert view.expect("FEATURE_MARKED")["feature_id"] == "w002"
    view.wait_state(level="-1", marked="w002")
    assert view.page.get_by_role("img", name="Marked: Stone Oven Bakery").is_visible()


def test_render_mode(viewer):
    view = viewer().load()
    for mode, pitch in (("3D", 50), ("2D", 0)):
        view.dispatch({"type": "CHANGE_RENDER_MODE", "modeToRender": mode})
        assert view.expect_log("RenderModes", "Changed") == (mode, MAP)
        assert view.state()["pitch"] == pytest.approx(pitch)
        view.page.screenshot(path=ARTIFACTS / f"viewer-{mode}.png")


def test_theme(viewer):
    view = viewer().load(theme={"primary": "rebeccapurple", "accent": None})
    assert view.state()["theme"] == {"primary": "#663399", "accent": "#d9641e", "isDark": False}
    view.dispatch({"type": "SET_THEME", "theme": {"accent": "hsl(200 90% 40%)"}})
    view.page.wait_for_function("() => Tagipedia.state().theme.accent !== '#d9641e'")
    view.tap("w114")
    view.wait_state(popup="w114")
    button = view.page.locator(".tmaps-popup-main")
    assert button.evaluate("(element) => getComputedStyle(element).backgroundColor") == "rgb(102, 51, 153)"


def test_what_is_for_other_bundles_does_no_harm(viewer):
    view = viewer()
    view.dispatch({"type": "SET_APPLICATION_SECRETS", "client_id": "a", "client_secret": "b"},
                  {"type": "SET_MAPBOX_ACCESS_TOKEN", "access_token": "pk"},
                  {"type": "SET_DEVICE_DATA", "device_id": "d", "device_type": "IOS"})
    view.load()
    assert [event["type"] for event in view.settle() if event["type"] == "ERROR"] == []


def test_a_map_that_is_not_there_is_an_error_and_the_page_says_so(viewer):
    view = viewer()
    view.page.watch.allowed.append("nowhere|404")
    view.dispatch({"type": "LOAD_MAP", "map_id": "nowhere"})
    assert "nowhere/venue.json answered 404" in view.expect("ERROR")["error"]["stack"]
    assert "could not be loaded" in view.page.locator("#notice").inner_text()
