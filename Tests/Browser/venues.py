"""Venues for tests: real ones from `../shared/data`, and small ones made here, odd in the ways of real files."""
import io
import json
import os
import shutil
import zipfile
from pathlib import Path

import pytest

from tmaps_server import REPOSITORY

DATA = Path(os.environ.get("TMAPS_TEST_DATA", REPOSITORY.parent / "shared/data"))
needs_data = pytest.mark.skipif(not DATA.exists(), reason=f"{DATA} is not there")
ORIGIN = (35.91, 31.95)
METRE = 1 / 111_320


def box(x, y, width=8, height=6):
    """A rectangle, in metres from the origin."""
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
    return {"type": "Polygon", "coordinates": [[[ORIGIN[0] + a * METRE / 0.8485, ORIGIN[1] + b * METRE]
                                                for a, b in corners]]}


def feature(id, geometry, /, **properties):
    return {"type": "Feature", "id": id, "properties": properties, "geometry": geometry}


def collection(*features):
    return json.dumps({"type": "FeatureCollection", "features": features})


def write(folder, files):
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def tower(floors):
    """A venue of so many floors, three rooms on each."""
    return {"tower.geojson": collection(*(
        feature(f"r{level}-{room}", box(room * 9, 0), level=str(level), indoor="room", name=f"Room {level}{room}")
        for level in range(floors) for room in range(3)))}


def odd_geojson():
    """One thing of each kind that is wrong in real files, beside what is right."""
    return {"odd.geojson": collection(
        feature("hall", box(0, 0, 40, 20), level="0", indoor="corridor"),
        feature("café", box(1, 1), level=" 0 ", indoor="room", name={"en": "Café", "ar": "مقهى"}, shop="yes"),
        feature("007", box(12, 1), level=0, indoor="room", name="Seven"),
        feature("7", box(22, 1), level="-1-1", indoor="room", name="Other seven"),
        feature("half", box(1, 10), level="0.5", indoor="room", name="Half floor"),
        feature("lobby", box(12, 10), level="G", indoor="room", name="Lobby"),
        feature("comma", box(22, 10), level="1,2", indoor="room", name="Comma"),
        feature("huge", box(30, 10), level="0-100000", indoor="room", name="Huge"),
        feature("flat", {"type": "Point", "coordinates": []}, level="0"),
        feature("mercator", {"type": "Point", "coordinates": [3997500, 3757032]}, level="0"),
        feature("twice", box(30, 1), level="0", name="First"), feature("twice", box(30, 1), level="0", name="Second"),
        None,
        {"type": "Feature", "properties": {"level": "1", "name": "No id"}, "geometry": box(0, 30)},
        feature("repeated", box(12, 30), level="0", repeat_on="1", indoor="room", name="On two floors"),
    )}


def imdf(extension="geojson"):
    level = feature("L0", box(0, 0, 40, 20), name={"en": "Ground"}, short_name={"en": "G"}, ordinal=0)
    below = feature("L1", box(0, 0, 40, 20), name={"en": "Basement"}, short_name=None, level=-1)
    units = [feature("U1", box(1, 1), level_id="L0", category="room", name=None),
             feature("U2", box(12, 1), level_id="L0", category="restroom.unisex", name=None),
             feature("U3", None, level_id="L0", category="room", name={"en": "Nowhere"}),
             feature("U4", box(22, 1), level_id="L9", category="room", name={"en": "Lost"}),
             feature("U5", box(1, 10), level_id="L1", category="parking", name={"en": "Garage"})]
    occupant = feature("O1", None, anchor_id="A1", category="restaurant", name={"en": "Lemon", "ar": "ليمون"})
    anchor = feature("A1", {"type": "Point", "coordinates": list(ORIGIN)}, unit_id="U1")
    return {
        "manifest.json": json.dumps({"version": "1.0.0", "created": "2021-05-04T08:00:00.123+02:00"}),
        f"venue.{extension}": collection(feature("V", box(0, 0, 40, 20), name={"en": "IMDF Hall"}, category="mall")),
        f"level.{extension}": collection(level, below),
        f"unit.{extension}": collection(*units),
        f"occupant.{extension}": collection(occupant), f"anchor.{extension}": collection(anchor),
        f"amenity.{extension}": collection(),
    }


def zipped(files):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in files.items():
            target.writestr(f"export/{name}", content)
    return archive.getvalue()


def real_venues(folder):
    shutil.copytree(DATA / "westport-house", folder / "westport-house")
    write(folder / "gare", {"gare.geojson": (DATA / "osm/gare-de-l-est.geojson").read_bytes()})


def small_wrld():
    def floor(order):
        return collection(
            {"type": "Feature", "properties": {"id": f"{order}1", "type": "building_outline"},
             "geometry": box(0, 0, 40, 20)},
            {"type": "Feature", "properties": {"id": f"{order}2", "type": "room", "name": f"Room {order}2"},
             "geometry": box(1, 1)},
            {"type": "Feature", "properties": {"id": f"{order}3", "type": "spaceship", "name": "Odd"},
             "geometry": box(12, 1)})
    return {"main.json": json.dumps({"name": "Small house", "owner": "Somebody", "levels": [
        {"id": "0", "name": "G", "readable_name": "Ground", "z_order": 0, "filename": "g.geojson"},
        {"id": "1", "name": "1", "readable_name": "First", "z_order": 1, "filename": "1.geojson"},
        {"id": "2", "name": "2", "filename": "missing-order.geojson"}]}),
        "g.geojson": floor(0), "1.geojson": floor(1)}
