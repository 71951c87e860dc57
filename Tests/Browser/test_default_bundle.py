"""The first minute of a newcomer: the default bundle, its demo venue, a tap in Chromium, a client that listens."""
import json

import pytest

from conftest import ARTIFACTS
from tmaps_server import REPOSITORY

DEMO = REPOSITORY / "public/maps/demo"
STILL = """(id) => new Promise((resolve) => {
  let last = null, frames = 0;
  const look = () => {
    const place = Tagipedia.locate(id);
    frames = place && place.x === last?.x && place.y === last?.y ? frames + 1 : 0;
    last = place;
    if (frames === 20) resolve(place); else requestAnimationFrame(look);
  };
  look();
})"""  # where a feature is on the screen, once the camera has come to rest

pytestmark = pytest.mark.skipif(not (DEMO / "venue.json").exists(), reason="public/maps/demo is not there")


def a_shop_on_the_first_floor():
    venue = json.loads((DEMO / "venue.json").read_text())
    for name in venue["files"]:
        for feature in json.loads((DEMO / name).read_text())["features"]:
            properties = feature["properties"]
            if properties.get("level") == "1" and "name" in properties and feature["geometry"]["type"] == "Polygon":
                return feature["id"]
    raise AssertionError("the demo venue has no named place on its first floor")


def test_load_highlight_tap(start_server, open_map, connect):
    server = start_server(bundle=None)
    client, listener = connect(server), connect(server, subprotocol="tmaps.dispatch.v1")
    page = open_map(server)
    client.expect("READY")
    client.dispatch({"type": "LOAD_MAP", "map_id": "demo"})
    client.expect("MAP_LOADED", timeout=30)

    shop = a_shop_on_the_first_floor()
    client.dispatch({"type": "HIGHLIGHT_FEATURE", "feature_id": shop})
    assert client.expect("FEATURE_HIGHLIGHTED", timeout=15)["feature_id"] == shop
    assert page.evaluate("Tagipedia.state().level") == "1", "highlighting shows the floor"

    place = page.evaluate(STILL, shop)
    page.mouse.click(place["x"], place["y"])
    tapped = listener.expect("FEATURES_TAPPED")["features"]
    assert tapped[0]["id"] == shop and isinstance(tapped[0]["properties"], dict)

    picture = page.screenshot(path=ARTIFACTS / "demo-map.png")
    assert len(picture) > 20_000, "a blank page compresses to less"


def test_a_page_that_is_reloaded_shows_the_same_map_again(start_server, open_map, connect):
    """F34, F07."""
    server = start_server(bundle=None)
    client = connect(server)
    page = open_map(server)
    shop = a_shop_on_the_first_floor()
    client.dispatch({"type": "LOAD_MAP", "map_id": "demo"}, {"type": "HIGHLIGHT_FEATURE", "feature_id": shop})
    client.expect("FEATURE_HIGHLIGHTED", timeout=30)
    page.reload()
    assert client.expect("FEATURE_HIGHLIGHTED", timeout=30)["feature_id"] == shop
    assert page.evaluate("Tagipedia.state().highlighted") == shop
