"""Seed 1's own scenarios, played by an app like its sample: "Advanced Scenarios" and "Follow our samples"."""
import pytest

from conftest import ARTIFACTS
from sample_app import SampleApp

FLORIST, CINEMA, BAKERY = "w114", "w201", "w002"
CENTER = [35.9103, 31.9500]
MAP = {"map_id": "demo"}
TEMPLATE = """<md-card class="feature-popup display-none slide-up">
  <md-card-title><md-card-title-text><div class="md-subline">{{poi.getDisplayName()}}</div></md-card-title-text>
  </md-card-title>
  <md-card-actions layout="row">
    <md-button class="md-raised md-primary" ng-click="dispatchToContainer({type: 'PROFILE_BUTTON_CLICKED',
      feature_id: poi.id, tenant: poi.getTenant()})">{{customData.button}}</md-button>
    <md-button class="md-raised" ng-click="showRoutingDialog($event, {from: poi})">Route From</md-button>
    <md-button class="md-raised" ng-click="showRoutingDialog($event, {to: poi})">Route To</md-button>
    <md-button ng-click="closeInfo()">Close</md-button>
  </md-card-actions></md-card>"""


@pytest.mark.parametrize("moves", [
    {}, {"zoom": 20}, {"center": CENTER}, {"zoom": 20, "center": CENTER},
], ids=["without a move", "zoom", "centre", "zoom and centre"])
def test_highlight_initial_feature(viewer, moves):
    view = viewer()
    SampleApp(view, initial=CINEMA, **moves).start()
    assert view.expect("FEATURE_HIGHLIGHTED") == {"type": "FEATURE_HIGHLIGHTED", "feature_id": CINEMA}
    assert view.expect_log("Features", "Highlighted") == ("Lantern Cinema", {**MAP, "feature_id": CINEMA})
    state = view.state()
    assert (state["highlighted"], state["level"]) == (CINEMA, "1")
    if "zoom" in moves:
        assert state["zoom"] == pytest.approx(20), "the app's view stands"
    if "center" in moves:
        assert state["center"] == pytest.approx(CENTER)


def test_custom_buttons_in_a_popup(viewer):
    tenant = {"id": "t1", "feature_id": FLORIST, "name": "Petal", "booth_id": "7b", "type": "shop", "floor_area": 88}
    view = viewer()
    app = SampleApp(view, template=TEMPLATE, tenants=[tenant]).start()
    view.tap(FLORIST)
    app.answer_tap()
    view.wait_state(popup=FLORIST, highlighted=FLORIST)
    popup = view.page.locator("#popup")
    view.page.wait_for_function("() => document.querySelector('.feature-popup').getAnimations().length === 0")
    view.page.screenshot(path=ARTIFACTS / "viewer-scenario-buttons.png")
    popup.get_by_role("button", name="Profile").click()
    assert view.expect("PROFILE_BUTTON_CLICKED") == {
        "type": "PROFILE_BUTTON_CLICKED", "feature_id": FLORIST, "tenant": tenant}
    popup.get_by_role("button", name="Close").click()
    popup.wait_for(state="hidden")


def test_gps(viewer):
    here = {"latitude": 31.95, "longitude": 35.91, "accuracy": 8}
    view = viewer(context={"geolocation": here, "permissions": ["geolocation"]})
    app = SampleApp(view).start()
    view.page.get_by_role("button", name="Show my location", exact=True).click()
    app.answer_gps()
    assert view.expect_log("LocationUpdated", "Gps") == ("31.95/35.91", {**MAP, "lat": 31.95, "lng": 35.91})
    view.page.get_by_role("img", name="My location").wait_for()
    view.page.get_by_role("listbox", name="Near you").wait_for()
    view.dispatch({"type": "START_UPDATING_LOCATION", "is_gps_activated": False})
    view.wait_state(position=None)


def test_beacons(viewer):
    view = viewer()
    app = SampleApp(view).start()
    view.page.get_by_role("button", name="Show my location by beacons").click()
    app.answer_beacon()
    origin = {"type": "SET_USER_BEACON_LOCATION", "origin_lat": 31.9497, "origin_lng": 35.9094}
    for x, y in ((0, 0), (60, 22.5)):
        view.dispatch({**origin, "x": x, "y": y})
        label, fields = view.expect_log("LocationUpdated", "Beacon")
        assert label == f"{fields['lat']}/{fields['lng']}" and fields["map_id"] == "demo"
        assert fields["lat"] == pytest.approx(31.9497 + y / 111_320, abs=1e-7)
    view.page.get_by_role("listbox", name="Near you").wait_for()


def test_routes_routed(viewer):
    """The popup's own button, the dialog, and the pair `source => target`."""
    view = viewer()
    app = SampleApp(view, template=TEMPLATE).start()
    view.tap(FLORIST)
    app.answer_tap()
    view.page.locator("#popup").get_by_role("button", name="Route From").click()
    field = view.page.get_by_label("To", exact=True)
    assert view.page.get_by_label("From", exact=True).input_value() == "Jasmine Florist"
    field.fill("stone oven")
    field.press("Enter")
    assert view.expect_log("Routes", "Routed") == ("Jasmine Florist => Stone Oven Bakery", {
        **MAP, "source_feature_id": FLORIST, "target_feature_id": BAKERY})
    assert view.state()["route"]["legs"][0] == "walk 0" and view.state()["route"]["legs"][-1] == "walk -1"
