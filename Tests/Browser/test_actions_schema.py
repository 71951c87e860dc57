"""`GET /v1/actions` against a standard validator, and against the server that made it."""
import json
import urllib.error
import urllib.request

import pytest
from jsonschema import Draft202012Validator

# One mistake each; `None` is what the server would take.
ACTIONS = [
    ({"type": "SET_ZOOM", "zoom": 18, "isGpsActivated": {"x": 1}}, None),
    ({"type": "SET_ZOOM", "zoom": 36.0, "zoom_type": None}, None),
    ({"type": "SET_ZOOM", "zoom": "18"}, "zoom"),
    ({"type": "SET_ZOOM"}, "zoom"),
    ({"type": "SET_ZOOM", "zoom": None}, "zoom"),
    ({"type": "SET_ZOOM", "zoom": 1, "zoom_type": "JUMP"}, "zoom_type"),
    ({"type": "SET_CENTER", "center": [180, -90]}, None),
    ({"type": "SET_CENTER", "center": [31.9, 135.9]}, "center"),
    ({"type": "SET_CENTER", "center": [181, 0]}, "center"),
    ({"type": "SET_CENTER", "center": [1]}, "center"),
    ({"type": "SET_CENTER", "center": [1, 2, 3]}, "center"),
    ({"type": "HIGHLIGHT_FEATURE", "feature_id": "007"}, None),
    ({"type": "HIGHLIGHT_FEATURE", "feature_id": 7}, "feature_id"),
    ({"type": "SET_TENANT_DATA", "payload": None}, None),
    ({"type": "SET_TENANT_DATA"}, "payload"),
    ({"type": "SET_TENANT_DATA", "payload": [{"id": "a", "x": []}, {}]}, "payload"),
    ({"type": "SET_TENANT_DATA", "payload": [None]}, "payload"),
    ({"type": "CHANGE_RENDER_MODE", "modeToRender": "4D"}, "modeToRender"),
    ({"type": "SET_DEVICE_DATA", "device_id": "d", "device_type": "WATCH"}, None),
    ({"type": "START_UPDATING_LOCATION", "is_gps_activated": 0}, None),
    ({"type": "START_UPDATING_LOCATION", "is_gps_activated": 2}, "is_gps_activated"),
    ({"type": "START_UPDATING_LOCATION", "is_gps_activated": "true"}, "is_gps_activated"),
    ({"type": "SHOW_ORDINAL", "ordinal": 3.0}, None),
    ({"type": "SHOW_ORDINAL", "ordinal": 1.5}, "ordinal"),
    ({"type": "UPDATE_HEAT_MAP_DATA", "data": [{"feature_id": "w"}, {"location": [1, 2]}]}, None),
    ({"type": "UPDATE_HEAT_MAP_DATA", "data": [{"value": 1}]}, "data"),
    ({"type": "SHOW_ROUTE", "mode": "transit", "stops": [{"current": True}]}, None),
    ({"type": "SHOW_ROUTE", "mode": "transit", "stops": [{"latitude": 1}]}, "stops"),
    ({"type": "NAVIGATION_END", "origin": [1, 2], "destination": {"lat": 1, "lng": 2}}, None),
    ({"type": "NAVIGATION_END", "origin": {"lat": 91, "lng": 2}}, "origin"),
    ({"type": "SET_USER_POSITION", "latitude": 1, "longitude": 2, "accuracy": -1}, "accuracy"),
    ({"type": "LOAD_MAP", "map_id": "3", "theme": {"primary": None, "accent": 7}}, "theme"),
    ({"type": "PROFILE_BUTTON_CLICKED", "zoom": "x"}, None),
]


def get_schema(server):
    with urllib.request.urlopen(f"{server.url}/v1/actions") as answer:
        assert answer.headers["Content-Type"] == "application/schema+json"
        return json.load(answer)


def dispatch(server, action):
    """What the server says of it: the field that it names, or None."""
    request = urllib.request.Request(
        f"{server.url}/v1/sessions/hall/actions", json.dumps(action).encode(), method="POST")
    try:
        urllib.request.urlopen(request).close()
        return None
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        assert problem["code"] == "invalid_field", problem
        return problem["detail"].split(":")[0].split("[")[0].split(".")[0]


def test_every_example_fits_its_definition_and_the_whole(server):
    schema = get_schema(server)
    Draft202012Validator.check_schema(schema)
    whole = Draft202012Validator(schema)
    assert len(schema["$defs"]) >= 48
    for name, definition in schema["$defs"].items():
        assert definition["examples"], name
        for example in definition["examples"]:
            assert example["type"] == name
            whole.validate(example)
            Draft202012Validator(definition).validate(example)
            for field in definition["required"]:
                lacking = {key: value for key, value in example.items() if key != field}
                assert not Draft202012Validator(definition).is_valid(lacking), f"{name} without {field}"


@pytest.mark.parametrize("action, fault", ACTIONS, ids=lambda value: json.dumps(value)[:60])
def test_schema_and_server_agree(server, action, fault):
    validator = Draft202012Validator(get_schema(server))
    errors = list(validator.iter_errors(action))
    assert bool(errors) == bool(fault), errors
    assert dispatch(server, action) == fault


def test_only_reading_is_allowed(server):
    request = urllib.request.Request(f"{server.url}/v1/actions", b"{}", method="POST")
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(request)
    assert error.value.code == 405
    assert error.value.headers["Allow"] == "GET, HEAD"
