"""The default bundle as axe-core sees it (WCAG 2.2 AA and good practice), from the first look to a route."""
import pytest

import test_viewer_attractions as attractions
import test_viewer_journey as journey
import test_viewer_pins as pins
from accessibility import axe_faults

FLORIST = "w114"
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
STILL = {"reduced_motion": "reduce"}  # what fades or slides is of another contrast and size each time


def check(view, state):
    faults = axe_faults(view.page)
    assert not faults, f"{state}:\n" + "\n".join(faults)


@pytest.mark.parametrize("query, context", [
    ({}, {}), ({"lang": "ar"}, {}), ({"theme": "dark"}, {}), ({}, PHONE),
], ids=["english", "arabic", "dark", "phone"])
def test_axe_finds_nothing_from_the_first_look_to_a_route(viewer, query, context):
    view = viewer(context={**STILL, **context}, **query).load()
    page = view.page
    view.dispatch({"type": "ENABLE_GPS_BUTTON"}, {"type": "ENABLE_BEACON_LOCATION_BUTTON"})
    page.locator(".location").nth(1).wait_for()
    page.locator(".chips button").first.wait_for()
    check(view, "the map")
    view.tap(FLORIST)
    page.locator(".tmaps-popup").wait_for()
    check(view, "a popup")
    page.locator("#search").fill("a")
    page.locator("#found [data-key]").first.wait_for()
    check(view, "what a search has found")
    page.locator("#search").fill("zzz")
    page.locator("#found .miss").wait_for()
    check(view, "a search that has found nothing")
    view.dispatch({"type": "SHOW_NAVIGATION_DIALOG", "navigation_params": {"route_to": FLORIST}})
    page.locator("#route-from").fill("lantern")
    page.locator("#route-from-found [data-key]").first.wait_for()
    check(view, "the route dialog with what it has found")
    page.locator("#route-from-found [data-key]").first.click()
    page.locator(".route-start").wait_for()
    check(view, "a route")


def test_axe_finds_nothing_in_what_other_apps_show(viewer):
    view = viewer(context=STILL, theme="dark").load()
    pins.show(view, pins.HOME, pins.WORK)
    pins.pin(view, "Home").click()
    pins.card(view).wait_for()
    view.page.get_by_role("button", name="Back").hover()
    check(view, "pins, a card, and the mouse over the way back")
    journey.show(view)
    view.page.get_by_role("button", name="Start", exact=True).click()
    view.page.locator(".journey .passed").wait_for()
    check(view, "a journey with a stop that is passed")
    view.page.get_by_role("button", name="Back").click()
    attractions.show(view, attractions.GARDEN, attractions.STUDIO, calloutDetailButtonTitle="View directions")
    attractions.pin(view, "Roof garden").click()
    attractions.callout(view).get_by_role("button", name="View directions").hover()
    check(view, "a callout, and the mouse over its button")
