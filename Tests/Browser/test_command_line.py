"""`tmaps dispatch` and `tmaps actions` as a person types them, against the real server and the demo map in Chromium."""
import json
import subprocess

import pytest

from tmaps_server import BINARY
from viewer_page import DEMO

pytestmark = pytest.mark.skipif(not (DEMO / "venue.json").exists(), reason="public/maps/demo is not there")


@pytest.fixture
def tmaps(viewer):
    """Runs the program beside a page with the default bundle in it: `tmaps("dispatch", "SET_ZOOM", "zoom=18")`."""
    view = viewer()
    view.expect("READY")
    server = view.page.url.split("/tmapswww")[0]

    def tmaps(*arguments):
        environment = {"TMAPS_SERVER": server}
        return subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=60, env=environment)

    tmaps.view = view
    return tmaps


def ended(result):
    """The event that `--wait` printed."""
    assert result.returncode == 0, result.stderr
    place, event = result.stdout.splitlines()
    assert int(place) > 0
    return json.loads(event)


def test_wait_ends_with_what_the_map_says(tmaps):
    """Guards the endings of the table against the bundle: an event that is not the one named would time out here."""
    load = tmaps("dispatch", "LOAD_MAP", "map_id=demo", "center=35.9106,31.9539", "--wait", "--timeout", "30s")
    assert ended(load) == {"type": "MAP_LOADED"}
    assert ended(tmaps("dispatch", "SET_ZOOM", "zoom=19", "--wait")) == {"type": "ZOOM_ENDED"}
    assert ended(tmaps("dispatch", "SET_CENTER", "center=35.9106,31.9539", "--wait")) == {"type": "CENTER_ENDED"}
    highlight = tmaps("dispatch", "HIGHLIGHT_FEATURE", "feature_id=w101", "--wait")
    assert ended(highlight) == {"type": "FEATURE_HIGHLIGHTED", "feature_id": "w101"}
    assert ended(tmaps("dispatch", "MARK_FEATURE", "feature_id=w101", "--wait"))["type"] == "FEATURE_MARKED"
    mode = ended(tmaps("dispatch", "CHANGE_RENDER_MODE", "modeToRender=2D", "--wait"))
    assert (mode["event_category"], mode["event_action"]) == ("RenderModes", "Changed")
    assert ended(tmaps("dispatch", "SHOW_ORDINAL", "ordinal=0", "--wait"))["call"] == "app.map.showOrdinal"


def test_what_came_instead_is_told_soon(tmaps):
    """Guards against a wait of the whole time, or a bare "timed out", where the map has said what is wrong."""
    tmaps.view.page.watch.allowed += ["nowhere", "404"]
    ended(tmaps("dispatch", "LOAD_MAP", "map_id=demo", "--wait", "--timeout", "30s"))
    result = tmaps("dispatch", "HIGHLIGHT_FEATURE", "feature_id=nowhere", "--wait", "--timeout", "50s")
    assert result.returncode == 1
    assert result.stderr.startswith("tmaps dispatch: ") and "nowhere" in result.stderr
    broken = tmaps("dispatch", "LOAD_MAP", "map_id=none", "--wait", "--timeout", "50s")
    assert broken.returncode == 1
    assert "none" in broken.stderr


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["SET_ZOOM", "zoom=near"], 'zoom: expected a number (zoom level), found "near"; see tmaps actions SET_ZOOM'),
        (["SET_CENTER", "center=31.95,135.9"], "center: latitude 135.9 is outside -90…90 (order is [lng, lat])"),
        (["HIGHLIGHT_FEATURE", "featureId=w101"], "HIGHLIGHT_FEATURE has no field featureId; did you mean feature_id?"),
        (["HIGHLIGT_FEATURE", "feature_id=w101"], "no such action HIGHLIGT_FEATURE; did you mean HIGHLIGHT_FEATURE?"),
        (["MARK_FEATURE"], "feature_id: required, and missing; see tmaps actions MARK_FEATURE"),
    ],
)
def test_a_slip_is_named_before_anything_is_sent(arguments, says):
    """Guards against sending what the map would ignore in silence. No server is needed to be told."""
    command = [BINARY, "dispatch", "--server", "http://127.0.0.1:1", *arguments]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, env={})
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"tmaps dispatch: {says}")


def test_actions_explains_each_action_that_the_server_describes(tmaps):
    """Guards against a command that knows less than the server's own catalogue."""
    schema = tmaps.view.page.evaluate("fetch('/v1/actions').then((answer) => answer.json())")
    names = tmaps("actions").stdout
    for name, definition in schema["$defs"].items():
        assert f"  {name} " in names
        text = tmaps("actions", name).stdout
        assert definition["description"] in text
        for field in definition["properties"].keys() - {"type"}:
            assert f"\n  {field} " in text, name
