"""The default bundle as axe-core sees it (WCAG 2.2 AA and good practice), from the first look to a route."""
import pytest

from accessibility import axe_faults
from conftest import ARTIFACTS

FLORIST, CINEMA = "w114", "w201"
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
    page.screenshot(path=ARTIFACTS / f"viewer-axe-{page.viewport_size['width']}-{query.get('lang', 'en')}.png")
