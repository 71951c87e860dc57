"""`tmaps record`, `replay` and `run` as a test engineer uses them, against the demo map in Chromium."""
import json
import signal
import subprocess
import threading

import pytest

from tmaps_server import BINARY, REPOSITORY
from test_viewer_pins import rest
from viewer_page import DEMO

pytestmark = pytest.mark.skipif(not (DEMO / "venue.json").exists(), reason="public/maps/demo is not there")
CENTER = [35.9106, 31.9539]
EXAMPLE = REPOSITORY / "Examples/demo.tmaps"


@pytest.fixture
def tmaps(start_server, tmp_path):
    """Runs the program beside a server with the default bundle: `tmaps("replay", "a.jsonl")`; `start` does not wait."""
    server = start_server(bundle=None)
    running = []

    def start(*arguments, **options):
        environment = {"TMAPS_SERVER": server.url}
        running.append(subprocess.Popen([BINARY, *arguments], env=environment, cwd=tmp_path, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options))
        return running[-1]

    def tmaps(*arguments, stdin=""):
        process = start(*arguments, stdin=subprocess.PIPE)
        process.stdout_text, process.stderr_text = process.communicate(stdin, timeout=60)
        return process

    tmaps.server, tmaps.start, tmaps.folder = server, start, tmp_path
    yield tmaps
    for process in running:
        if process.poll() is None:
            process.kill()
            process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe:
                pipe.close()


def finish(process):
    """What is left of the output, and the errors. Not `communicate`: it does not see what `readline` has read ahead."""
    alarm = threading.Timer(60, process.kill)
    alarm.start()
    output, errors = process.stdout.read(), process.stderr.read()
    process.wait()
    alarm.cancel()
    return output, errors


def shown(view):
    state = rest(view)
    return {name: state[name] for name in ("mapId", "level", "renderMode", "zoom", "highlighted")}, state["center"]


def test_a_recorded_session_shows_the_same_in_another(tmaps, viewer):
    """Guards against a recording that begins in the middle and forgets what was shown before (rrweb#817)."""
    view = viewer(tmaps.server, session="bug")
    view.expect("READY")
    view.load(center=CENTER, zoom=18)
    record = tmaps.start("record", "-", "--session", "bug", "--until", "FEATURE_HIGHLIGHTED")
    # Nobody is told that an observer has come: it is there when it has said what was shown before.
    text = record.stdout.readline() + record.stdout.readline()
    view.dispatch({"type": "SET_ZOOM", "zoom": 19.5})
    view.expect("ZOOM_ENDED")
    view.dispatch({"type": "SET_CENTER", "center": [35.9108, 31.954]})
    view.expect("CENTER_ENDED")
    view.dispatch({"type": "SET_MAPBOX_ACCESS_TOKEN", "access_token": "hunter2"})
    view.dispatch({"type": "HIGHLIGHT_FEATURE", "feature_id": "w101"})
    view.expect("FEATURE_HIGHLIGHTED")
    more, errors = finish(record)
    assert record.returncode == 0, errors
    text += more
    (tmaps.folder / "bug.jsonl").write_text(text)
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["action"]["type"] for line in lines if line.get("state")] == ["LOAD_MAP"]
    assert lines[-1]["action"] == {"type": "FEATURE_HIGHLIGHTED", "feature_id": "w101"}
    assert "hunter2" not in text

    other = viewer(tmaps.server, session="again")
    other.expect("READY")
    replay = tmaps("replay", "bug.jsonl", "--session", "again", "--speed", "max")
    assert replay.returncode == 0, replay.stderr_text
    assert "SET_MAPBOX_ACCESS_TOKEN is left out" in replay.stderr_text
    other.expect("FEATURE_HIGHLIGHTED", feature_id="w101", timeout=30)
    (expected, center), (found, found_center) = shown(view), shown(other)
    assert found == {**expected, "zoom": pytest.approx(expected["zoom"])}
    assert found_center == pytest.approx(center)
    assert found["highlighted"] == "w101" and found["zoom"] == pytest.approx(19.5)


def test_a_scenario_passes_on_the_real_map(tmaps, viewer):
    """The example script, which a reader of the documentation tries first."""
    process = tmaps.start("run", EXAMPLE, "--junit", "junit.xml")
    # The script waits for the page, not the page for the script.
    assert process.stdout.readline() == "TAP version 14\n"
    view = viewer(tmaps.server)
    output, errors = finish(process)
    assert process.returncode == 0, output + errors
    lines = output.splitlines()
    assert lines[0] == "1..12" and len(lines) == 13
    assert all(line.startswith("ok ") for line in lines[1:])
    assert view.state()["highlighted"] == "w101"
    assert 'tests="12" failures="0" skipped="0"' in (tmaps.folder / "junit.xml").read_text()


def test_a_failed_scenario_says_what_the_map_said_instead(tmaps, viewer):
    view = viewer(tmaps.server)
    view.page.watch.allowed += ["nowhere"]
    view.expect("READY")
    (tmaps.folder / "wrong.tmaps").write_text(
        "LOAD_MAP map_id=demo\nloaded within 30s\nHIGHLIGHT_FEATURE feature_id=nowhere\n"
        "expect FEATURE_HIGHLIGHTED within 3s\nSET_ZOOM zoom=3\n")
    run = tmaps("run", "wrong.tmaps")
    assert run.returncode == 1
    assert "tmaps run: wrong.tmaps:4:1: FEATURE_HIGHLIGHTED did not come within 3.0 seconds" in run.stderr_text
    assert " ERROR error=" in run.stderr_text and "nowhere" in run.stderr_text
    assert run.stdout_text.endswith("ok 5 - SET_ZOOM zoom=3 # SKIP line 4 failed\n")
    view.wait_state(mapId="demo")
    assert view.state()["zoom"] != pytest.approx(3)


def test_a_recording_of_a_reload_has_whole_lines_when_it_is_told_to_stop(tmaps, viewer):
    """A page that is reloaded under a recording: its second READY is there, and SIGTERM leaves no half line."""
    view = viewer(tmaps.server)
    view.expect("READY")
    record = tmaps.start("record", "-", "--after", "0")
    assert "tmaps_recording" in record.stdout.readline()
    view.load()
    view.page.reload()
    view.expect("READY")
    view.expect("MAP_LOADED", timeout=30)
    types = []
    while types.count("MAP_LOADED") < 2:
        types.append(json.loads(record.stdout.readline())["action"]["type"])
    record.send_signal(signal.SIGTERM)
    rest_of_it, errors = finish(record)
    assert record.returncode == 0, errors
    types += [json.loads(line)["action"]["type"] for line in rest_of_it.splitlines()]
    assert types.count("READY") == 2 and types.count("LOAD_MAP") == 1
    assert rest_of_it == "" or rest_of_it.endswith("\n")
