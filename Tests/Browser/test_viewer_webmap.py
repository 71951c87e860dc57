"""The default bundle for apps written for pcmap (seed 4): its messages, its `app`, and the scenario."""
import json

import pytest

from conftest import ARTIFACTS
from test_viewer_pins import PHONE, rest

# What WKWebView gives a page whose app has added the handler of the seed.
HANDLER = """window.posted = [];
  window.webkit = { messageHandlers: { mainMessageHandler: { postMessage: (text) => posted.push(text) } } };"""
ONE = {"scenarioType": "onePOI", "poi": "w201"}
PARTS = {"showSearch": ".search-row", "showLevelChoice": ".floors", "showCallout": "#popup",
         "showZoomControl": ".zoom-control"}


def messages(view, count):
    view.page.wait_for_function("(count) => posted.length >= count", arg=count)
    return [json.loads(text) for text in view.page.evaluate("posted")]


def apply(view, **fields):
    view.dispatch({"type": "APPLY_SCENARIO", "scenario": {**ONE, **fields}})
    return view.expect("CALL_RESULT")


def test_the_samples_of_the_seed_work(viewer):
    """mapReady, then showOrdinal, setUserPosition and apply as `evaluateJavaScript` runs them."""
    view = viewer(init_script=HANDLER, map="demo")
    assert messages(view, 1) == [{"messageType": "mapReady"}]
    run = view.page.evaluate
    assert run("app.map.showOrdinal(1)") == 1
    view.wait_state(level="1")
    assert run('app.map.setUserPosition({"latitude":31.95,"longitude":35.91,"ordinal":1,"heading":91.5})') is None
    view.wait_state(position={"at": [35.91, 31.95], "level": "1", "accuracy": None, "heading": 91.5})
    assert view.page.locator(".me.heads").is_visible()
    scenario = {"scenarioType": "onePOI", "poi": "w114", "showSearch": True, "showLevelChoice": True,
                "showCallout": True, "showZoomControl": True, "zoomLevel": 20}
    assert run(f"app.scenarios.apply({json.dumps(scenario)})") == "w114"
    view.wait_state(highlighted="w114", popup="w114", level="0")
    assert rest(view)["zoom"] == pytest.approx(20)
    assert view.page.get_by_role("button", name="Zoom in").is_visible()
    view.page.screenshot(path=ARTIFACTS / "viewer-webmap.png")
    assert len(view.page.evaluate("posted")) == 1


@pytest.mark.parametrize("call, said", [
    ("app.map.showOrdinal(9)", "RangeError: app.map.showOrdinal: there is no floor with ordinal 9; there are -1, 0, 1"),
    ("app.map.setUserPosition({latitude: 'x'})", "TypeError: app.map.setUserPosition: latitude must be a number"),
    ("app.scenarios.apply({scenarioType: 'twoPOI'})", 'RangeError: app.scenarios.apply: there is no scenarioType'),
    ("app.scenarios.apply({scenarioType: 'onePOI', poi: '150'})",
     'Error: app.scenarios.apply: map "demo" has no feature "150"'),
])
def test_a_call_that_fails_throws_to_its_caller(viewer, call, said):
    view = viewer(init_script=HANDLER, map="demo")
    messages(view, 1)
    error = view.page.evaluate(f"() => {{ try {{ {call}; }} catch (error) {{ return String(error); }} }}")
    assert error.startswith(said)


def test_an_error_is_posted_in_words(viewer):
    view = viewer(init_script=HANDLER, map="nowhere")
    view.page.watch.allowed.append("nowhere|404")
    [message] = messages(view, 1)
    assert message["messageType"] == "error" and "nowhere/venue.json answered 404" in message["error"]


def test_without_a_tmaps_host_an_app_of_pcmap_is_enough(viewer):
    """As in a WKWebView without the bridge: there is no `__tb__`."""
    alone = HANDLER + "Object.defineProperty(window, '__tb__', { get: () => undefined, set: () => {} });"
    view = viewer(init_script=alone, map="demo")
    assert messages(view, 1) == [{"messageType": "mapReady"}]
    assert view.page.evaluate("app.map.showOrdinal(-1)") == -1


def test_apply_scenario_selects_the_poi(viewer):
    view = viewer().load()
    assert apply(view, zoomLevel=19) == {"type": "CALL_RESULT", "call": "app.scenarios.apply", "value": "w201"}
    view.expect("FEATURE_HIGHLIGHTED", feature_id="w201")
    view.wait_state(highlighted="w201", popup="w201", level="1")
    assert rest(view)["zoom"] == pytest.approx(19)


@pytest.mark.parametrize("switch", PARTS)
def test_each_switch_shows_and_hides_its_part(viewer, switch):
    view = viewer().load()
    view.page.locator(".search-row").wait_for()
    for is_on in (False, True):
        apply(view, **{switch: is_on})
        assert view.page.locator(PARTS[switch]).is_visible() == is_on, is_on
    apply(view)
    by_itself = {"showZoomControl": False}
    for name, part in PARTS.items():
        assert view.page.locator(part).is_visible() == by_itself.get(name, True), name


def test_a_kiosk_for_one_place_on_a_phone(viewer):
    view = viewer(context=PHONE).load()
    view.page.locator(".search-row").wait_for()
    apply(view, showSearch=False, showLevelChoice=False, showCallout=False, showZoomControl=True, zoomLevel=18)
    view.tap("w202")
    view.expect("FEATURES_TAPPED")
    assert not view.page.locator("#popup").is_visible(), "callouts are off for all places"
    view.page.screenshot(path=ARTIFACTS / "viewer-webmap-phone.png")
    view.page.get_by_role("button", name="Zoom in").click()
    assert rest(view)["zoom"] == pytest.approx(19)
    view.load()
    assert view.page.locator(".search-row").is_visible() and view.page.locator(".floors").is_visible()
    assert not view.page.locator(".zoom-control").is_visible()


def test_what_fails_comes_back_as_the_result_of_the_call(viewer):
    view = viewer().load()
    view.page.watch.allowed.append("APPLY_SCENARIO|SHOW_ORDINAL|SET_USER_POSITION")
    result = apply(view, poi="150")
    assert result == {"type": "CALL_RESULT", "call": "app.scenarios.apply",
                      "error": 'Error: APPLY_SCENARIO: map "demo" has no feature "150"'}
    view.dispatch({"type": "SHOW_ORDINAL", "ordinal": 7})
    assert view.expect("CALL_RESULT")["call"] == "app.map.showOrdinal"
    view.dispatch({"type": "SET_USER_POSITION", "latitude": 31.95, "longitude": 35.91, "ordinal": 7})
    assert "there is no floor with ordinal 7" in view.expect("CALL_RESULT")["error"]


def test_a_reload_gets_the_scenario_back(viewer):
    view = viewer()
    view.dispatch({"type": "LOAD_MAP", "map_id": "demo"},
                  {"type": "SET_USER_POSITION", "latitude": 31.95, "longitude": 35.91, "heading": 45},
                  {"type": "APPLY_SCENARIO", "scenario": {**ONE, "showSearch": False}})
    view.expect("MAP_LOADED")
    view.wait_state(highlighted="w201", popup="w201")
    with view.page.expect_navigation():
        view.page.evaluate("__reload__()")
    view.expect("MAP_LOADED")
    view.wait_state(highlighted="w201", popup="w201")
    assert not view.page.locator(".search-row").is_visible()
    assert view.state()["position"]["heading"] == 45
