"""Venues that we did not make: each loads, and says by name what is odd in it. Through the server, in the page."""
import re

import pytest

import venues
from conftest import ARTIFACTS

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
# A folder without a venue.json is known by its files; a guess that misses is a 404 in the console.
GUESSES = r"status of 404|is shown without some of its data"


@pytest.fixture
def venue(viewer, start_server, tmp_path):
    """A factory: a page that shows a map of these files; returns the viewer and the findings that it reported."""
    def venue(map_id, files, context=None, **query):
        maps = tmp_path / "maps"
        files(maps) if callable(files) else venues.write(maps / map_id, files)
        view = viewer(start_server("--maps", str(maps), bundle=None), context=context, **query)
        view.page.watch.allowed.append(GUESSES)
        view.load(map_id)
        errors = [event for event in view.settle() if event["type"] == "ERROR"]
        assert len(errors) <= 1, errors
        found = errors[0]["error"]["message"].split("\n")[1:] if errors else []
        return view, found

    return venue


@venues.needs_data
def test_westport_house(venue):
    view, findings = venue("westport-house", venues.real_venues)
    assert [radio.inner_text() for radio in view.page.get_by_role("radio").all()] == ["6", "5", "4", "3", "2", "1", "G"]
    assert re.fullmatch(r'type "no_geometry" is not known: .+', findings[0]), findings
    view.page.screenshot(path=ARTIFACTS / "viewer-westport.png")
    view.page.get_by_role("radio").nth(4).click()
    view.wait_state(level="2")
    view.dispatch({"type": "CHANGE_RENDER_MODE", "modeToRender": "3D"})
    view.expect_log("RenderModes", "Changed")
    view.page.screenshot(path=ARTIFACTS / "viewer-westport-3D.png")


@venues.needs_data
def test_gare_de_l_est(venue):
    view, findings = venue("gare", venues.real_venues)
    assert view.state()["levels"] == ["-1", "0"]
    assert re.fullmatch(r"no level: 90 features \(.+\)", findings[0]), findings
    view.page.screenshot(path=ARTIFACTS / "viewer-gare.png")
    view.page.locator("#search").fill("paul")
    view.page.get_by_role("option").first.wait_for()


def test_geojson_that_is_odd(venue):
    view, findings = venue("odd", venues.odd_geojson())
    assert view.state()["levels"] == ["-1", "0", "0.5", "1"]
    text = "\n".join(findings)
    for part in ('level "G" is not understood: lobby', 'level "1,2" is not understood: comma',
                 'level "0-100000" names more than 250 levels: huge', "broken coordinates: odd.geojson#8",
                 "coordinates that are no degrees, [longitude, latitude]: odd.geojson#9", 'id "twice" stands twice',
                 "no geometry: odd.geojson#12", "no id (a made-up one is used): odd.geojson#13"):
        assert part in text, (part, text)
    for one in ("7", "007"):
        view.dispatch({"type": "HIGHLIGHT_FEATURE", "feature_id": one})
        assert view.expect("FEATURE_HIGHLIGHTED")["feature_id"] == one, "ids are text (F13)"
    view.tap("café")
    name = view.expect("FEATURES_TAPPED")["features"][0]["properties"]["name"]
    assert name == {"en": "Café", "ar": "مقهى"}, "nested values stay what they are (F15)"
    view.page.screenshot(path=ARTIFACTS / "viewer-odd.png")


def test_geojson_without_levels_has_one_floor_and_no_switcher(venue):
    """F37."""
    view, findings = venue("plain", {"plain.geojson": venues.collection(
        venues.feature("a", venues.box(0, 0), name="Room A"), venues.feature("b", venues.box(9, 0), name="Room B"))})
    assert "no feature has a level; all are shown on one floor" in findings
    assert not view.page.locator(".floors").is_visible()
    assert "Room A" in view.state()["names"]


@pytest.mark.parametrize("files", [
    venues.imdf(), venues.imdf("json"), {"imdf.zip": venues.zipped(venues.imdf())},
    {"hall.zip": venues.zipped(venues.imdf())},
], ids=["folder", "folder with .json", "imdf.zip", "named zip"])
def test_imdf(venue, files):
    """F38."""
    view, findings = venue("hall", files)
    text = "\n".join(findings)
    assert "level L1 has no ordinal; -1 is used" in text
    assert "unit with no geometry: U3" in text and "unit on a level that is not there: U4" in text
    assert ("file extension not .geojson" in text) == ("level.json" in files)
    assert view.state()["levels"] == ["-1", "0"] and view.page.title() == "IMDF Hall"
    view.dispatch({"type": "SEARCH_ITEM", "featureIdOrCategoryName": "U1"})
    assert view.expect_log("Features", "Searched") == ("Lemon", {"map_id": "hall", "feature_id": "U1"})


def test_wrld(venue):
    view, findings = venue("small", venues.small_wrld())
    assert findings == ["level without a z_order or a filename; it is left out: 2",
                        'type "spaceship" is not known: 03, 13']
    assert view.state()["levels"] == ["0", "1"] and view.page.title() == "Small house"


def test_twelve_floors_on_a_phone(venue):
    """F37: the switcher scrolls inside itself, the chosen floor in view, and nothing lies over another thing."""
    view, findings = venue("tower", venues.tower(12), context=PHONE)
    assert findings == []
    view.dispatch({"type": "ENABLE_GPS_BUTTON"}, {"type": "ENABLE_BEACON_LOCATION_BUTTON"})
    view.page.locator(".location").nth(1).wait_for()
    switcher = view.page.locator(".floors")
    box, place = switcher.bounding_box(), view.page.locator("#place").bounding_box()
    assert box["y"] > place["y"] + place["height"] and box["y"] + box["height"] <= 640
    chosen = view.page.get_by_role("radio", checked=True).bounding_box()
    assert box["y"] <= chosen["y"] and chosen["y"] + chosen["height"] <= box["y"] + box["height"]
    view.page.screenshot(path=ARTIFACTS / "viewer-twelve-floors.png")
    top = view.page.get_by_role("radio", name="Floor 11")
    top.scroll_into_view_if_needed()
    top.tap()
    view.wait_state(level="11")


def test_a_basement_in_3d_stands_on_the_ground_with_its_name(venue):
    """F37: extrusions cannot begin below zero."""
    view, _ = venue("hall", venues.imdf())
    view.dispatch({"type": "SHOW_ORDINAL", "ordinal": -1}, {"type": "CHANGE_RENDER_MODE", "modeToRender": "3D"})
    view.expect_log("RenderModes", "Changed")
    assert view.page.locator("#place-floor").inner_text() == "Basement"
    assert "Garage" in view.state()["names"]
    view.page.screenshot(path=ARTIFACTS / "viewer-basement-3D.png")


@pytest.mark.parametrize("files, wrong", [
    ({"bad.geojson": "{"}, "bad.geojson is no JSON"),
    ({"bad.geojson": '{"type":"Topology"}'}, "bad.geojson is no GeoJSON FeatureCollection"),
    ({"imdf.zip": b"PK not a zip"}, 'map "bad": imdf.zip: no ZIP archive'),
    ({"main.json": "{}"}, 'map "bad": main.json has no list of levels'),
    ({"venue.json": '{"format":"dwg","files":["x"]}'}, 'has format "dwg", known are geojson, imdf, wrld'),
    ({"bad.geojson": '{"type":"FeatureCollection","features":[]}'}, "nothing to show"),
], ids=["no json", "no geojson", "no zip", "no levels", "unknown format", "empty"])
def test_what_is_no_venue_is_an_error_that_says_why(viewer, start_server, tmp_path, files, wrong):
    venues.write(tmp_path / "maps/bad", files)
    view = viewer(start_server("--maps", str(tmp_path / "maps"), bundle=None))
    view.page.watch.allowed.append(r"404|bad")
    view.dispatch({"type": "LOAD_MAP", "map_id": "bad"})
    assert wrong in view.expect("ERROR", timeout=25)["error"]["stack"]
    assert "could not be loaded" in view.page.locator("#notice").inner_text()
