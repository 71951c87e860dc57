"""The READY gate and the replay, seen by a real page (wire.md §4)."""
import plistlib

from bridge_client import record
from map_page import bridge, received, say, types, wait_confirmed, wait_received

SETUP = [
    {"type": "SET_TENANT_DATA", "payload": [{"id": "t1", "feature_id": "w9", "name": "Lower Hall"}]},
    {"type": "SET_DEFAULT_FEATURE_POPUP_TEMPLATE", "template": "<b>{{poi.id}}</b>"},
    {"type": "SET_THEME", "theme": {"primary": "#336699", "accent": "#ff8800"}},
    {"type": "SET_APPLICATION_SECRETS", "client_id": "demo", "client_secret": "s3cr3t"},
    {"type": "SET_DEVICE_DATA", "device_id": "d1", "device_type": "IOS"},
    {"type": "SET_MAPBOX_ACCESS_TOKEN", "access_token": "pk.42"},
    {"type": "LOAD_MAP", "map_id": "3", "center": [35.9, 31.9], "zoom": 17},
]
VIEW = [
    {"type": "HIGHLIGHT_FEATURE", "feature_id": "w12"},
    {"type": "CHANGE_RENDER_MODE", "modeToRender": "3D"},
    {"type": "SET_ZOOM", "zoom": 18},
    {"type": "SET_CENTER", "center": [35.91, 31.95]},
]


def test_a_map_that_has_not_said_ready_receives_nothing(server, open_map, connect):
    client = connect(server)
    page = open_map(server, variant="shy")
    client.dispatch(*SETUP, {"type": "SEARCH_ITEM", "featureIdOrCategoryName": "x"})
    say(page, {"type": "CUSTOM_BEFORE_READY"})
    client.expect("CUSTOM_BEFORE_READY")
    wait_confirmed(page)
    assert received(page) == []
    say(page, {"type": "READY"})
    wait_received(page, "SEARCH_ITEM")


def test_set_up_comes_in_its_order_and_the_view_after_map_loaded(server, open_map, connect):
    """F06, F07: everything is sent in one burst, and in no good order, before the page is there."""
    client = connect(server)
    client.dispatch(*reversed(SETUP[:6]), SETUP[6], *VIEW)
    page = open_map(server)
    wait_received(page, "HIGHLIGHT_FEATURE")
    got = received(page)
    assert got[:7] == SETUP
    assert sorted(types(got[7:10])) == ["CHANGE_RENDER_MODE", "SET_CENTER", "SET_ZOOM"]
    assert got[10:] == [VIEW[0]]
    said = types(record(server, "map"))
    assert said[:2] == ["READY", "MAP_LOADED"] and sorted(said[2:]) == ["CENTER_ENDED", "ZOOM_ENDED"]


def test_the_view_waits_for_the_maps_own_map_loaded(server, open_map, connect):
    client = connect(server)
    client.dispatch(SETUP[6], VIEW[2])
    page = open_map(server, variant="mute")
    wait_received(page, "LOAD_MAP")
    say(page, {"type": "STILL_LOADING"})
    wait_confirmed(page)
    assert types(received(page)) == ["LOAD_MAP"]
    say(page, {"type": "MAP_LOADED"})
    wait_received(page, "SET_ZOOM")


def test_a_client_that_dispatches_before_the_page_exists_loses_nothing(server, open_map, connect):
    """F06."""
    client = connect(server)
    client.dispatch(*({"type": "CUSTOM", "n": n} for n in range(200)))
    page = open_map(server)
    wait_received(page, "CUSTOM", 200)
    client.dispatch({"type": "CUSTOM", "n": 200})
    wait_received(page, "CUSTOM", 201)
    assert [action["n"] for action in received(page)] == list(range(201))


def test_a_reload_gets_everything_back_once_and_in_order(server, open_map, connect):
    """F34."""
    client = connect(server)
    page = open_map(server)
    client.expect("READY")
    client.dispatch(*SETUP)
    client.expect("MAP_LOADED")
    client.dispatch(*VIEW)
    wait_received(page, "SET_CENTER")
    first = bridge(page)["peer"]
    page.reload()
    client.until(lambda message: message.get("peers", {}).get("ready") is False)
    client.expect("READY")
    client.expect("MAP_LOADED")
    wait_received(page, "HIGHLIGHT_FEATURE")
    got = received(page)
    assert got[:7] == SETUP
    assert sorted(types(got[7:])) == sorted(types(VIEW))
    assert got[-1] == VIEW[0]
    assert bridge(page)["peer"] != first
    assert bridge(page)["position"]["epoch"] == client.hello["epoch"]


def test_a_second_page_gets_the_state_and_the_first_is_not_disturbed(server, open_map, connect):
    """F53: and events say which page they come from."""
    client = connect(server)
    one = open_map(server)
    client.expect("READY")
    client.dispatch(SETUP[2], SETUP[6])
    client.expect("MAP_LOADED")
    two = open_map(server)
    client.expect("MAP_LOADED")
    client.dispatch({"type": "BOTH"})
    wait_received(one, "BOTH")
    wait_received(two, "BOTH")
    assert types(received(one)) == types(received(two)) == ["SET_THEME", "LOAD_MAP", "BOTH"]
    for page in (two, one):
        say(page, {"type": "FEATURES_TAPPED", "features": []})
        message = client.until(lambda message: client.action(message).get("type") == "FEATURES_TAPPED")
        assert message["peer"] == bridge(page)["peer"]
    assert types(received(one)) == types(received(two)), "a map never hears another map"


def test_secrets_reach_only_the_page(start_server, open_map, connect, tmp_path):
    """F56."""
    secrets = tmp_path / "Config.Secrets.plist"
    keys = {"client_id": "demo-id", "client_secret": "s3cr3t-of-file", "mapbox_access_token": "pk.of-file"}
    secrets.write_bytes(plistlib.dumps(keys))
    secrets.chmod(0o600)
    server = start_server("--secrets", str(secrets))
    client, observer = connect(server), connect(server, role="observer")
    page = open_map(server)
    client.expect("READY")
    wait_received(page, "SET_MAPBOX_ACCESS_TOKEN")
    assert received(page) == [
        {"type": "SET_APPLICATION_SECRETS", "client_id": "demo-id", "client_secret": "s3cr3t-of-file"},
        {"type": "SET_MAPBOX_ACCESS_TOKEN", "access_token": "pk.of-file"},
    ]
    client.dispatch({"type": "SET_APPLICATION_SECRETS", "client_id": "other", "client_secret": "s3cr3t-of-app"})
    wait_received(page, "SET_APPLICATION_SECRETS", 2)
    assert received(page)[-1]["client_secret"] == "s3cr3t-of-app"
    say(page, {"type": "END"})
    client.expect("END")
    observer.expect("END")
    public = client.transcript + observer.transcript + [repr(record(server)), server.log.read_text()]
    assert not [text for text in public if "s3cr3t" in text or "pk.of-file" in text]
    for entry in server.data.rglob("*"):
        if entry.is_file():
            assert b"s3cr3t" not in entry.read_bytes(), f"a secret is on disk in {entry.name}"


def test_a_bare_client_that_joins_late_learns_that_the_map_is_ready(server, open_map, connect):
    client = connect(server)
    client.dispatch(SETUP[6])
    page = open_map(server)
    client.expect("MAP_LOADED")
    late = connect(server, subprotocol="tmaps.dispatch.v1")
    assert [late.next_message(), late.next_message()] == [{"type": "READY"}, {"type": "MAP_LOADED"}]
    late.dispatch({"type": "FROM_BARE"})
    wait_received(page, "FROM_BARE")
    say(page, {"type": "TO_BARE", "n": 1})
    assert late.next_message() == {"type": "TO_BARE", "n": 1}
