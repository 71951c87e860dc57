"""Each row of the action table has a test of the viewer: what is marked `row`, against what the server knows."""
import json
import re
import urllib.request
from pathlib import Path

SEED_PAIRS = {
    "Maps Loaded", "Features Tapped", "Features Highlighted", "Features Searched", "Categories Highlighted",
    "Categories Searched", "Routes Routed", "Buildings Tapped", "Buildings Opened", "Floors Opened",
    "RenderModes Changed", "LocationUpdated Gps", "LocationUpdated Beacon",
}
# Their tests stand with the other systems that they are for, beside this file.
OTHER_SYSTEMS = {"SHOW_PINS", "SHOW_ROUTE", "SHOW_ATTRACTIONS", "APPLY_SCENARIO", "PIN_SELECTED", "BACK_PRESSED",
                 "ATTRACTION_TAPPED", "ATTRACTION_DETAIL_TAPPED"}


def test_every_row_has_a_test(server):
    with urllib.request.urlopen(f"{server.url}/v1/actions") as answer:
        known = set(json.load(answer)["$defs"])
    rows = known - OTHER_SYSTEMS - {"EVENT_LOGGED"} | {f"EVENT_LOGGED {pair}" for pair in SEED_PAIRS} | {"custom"}
    marks = [mark for file in Path(__file__).parent.glob("test_*.py")
             for mark in re.findall(r"^@pytest\.mark\.row\(([^)]+)\)", file.read_text(), re.MULTILINE)]
    tested = {row for mark in marks for row in re.findall(r'"([^"]+)"', mark)}
    assert rows - tested == set(), "rows without a test"
    assert tested - rows - OTHER_SYSTEMS == set(), "tests of rows that the table does not have"
