"""The map in the dark: by the browser's wish, by the page's address, and while it shows."""
import pytest

from conftest import ARTIFACTS

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
CARD = "() => getComputedStyle(document.getElementById('place')).backgroundColor"
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(38, 41, 43)"


def middle_of_the_map(view):
    """The colour of the corridor, from a picture of the page."""
    png = view.page.screenshot(clip={"x": 640, "y": 300, "width": 1, "height": 1})
    return view.page.evaluate("""async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context.drawImage(image, 0, 0);
      return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]; }""", list(png))


@pytest.mark.parametrize("context, query, card", [
    ({"color_scheme": "dark"}, {}, DARK),
    ({"color_scheme": "dark"}, {"theme": "light"}, LIGHT),
    ({"color_scheme": "light"}, {"theme": "dark"}, DARK),
], ids=["wish", "address-light", "address-dark"])
def test_the_address_wins_over_the_browsers_wish(viewer, context, query, card):
    view = viewer(context=context, **query).load()
    assert view.page.evaluate(CARD) == card
    assert (max(middle_of_the_map(view)) < 80) == (card == DARK), "the map is of the same mind"


def test_the_wish_may_change_while_the_map_shows(viewer):
    view = viewer(lang="ar").load(theme={"primary": "#102030", "accent": None})
    view.dispatch({"type": "HIGHLIGHT_FEATURE", "feature_id": "w114"})
    view.expect("FEATURE_HIGHLIGHTED")
    view.page.emulate_media(color_scheme="dark")
    view.page.wait_for_function("() => Tagipedia.state().theme.isDark")
    assert view.page.evaluate(CARD) == DARK
    assert view.state()["theme"]["primary"] == "#102030", "the app's colours stay"
    assert view.state()["highlighted"] == "w114"
    view.page.wait_for_function("() => Tagipedia.state().names.length > 10")
    view.page.screenshot(path=ARTIFACTS / "viewer-dark-ar.png")
    view.page.emulate_media(color_scheme="light")
    view.page.wait_for_function("() => !Tagipedia.state().theme.isDark")
    assert view.page.evaluate(CARD) == LIGHT


def test_dark_in_3d_and_on_a_phone(viewer):
    view = viewer(theme="dark").load()
    view.page.screenshot(path=ARTIFACTS / "viewer-dark.png")
    view.dispatch({"type": "CHANGE_RENDER_MODE", "modeToRender": "3D"})
    view.expect_log("RenderModes", "Changed")
    view.page.screenshot(path=ARTIFACTS / "viewer-dark-3D.png")
    phone = viewer(context=PHONE, theme="dark").load()
    phone.tap("w114")
    phone.wait_state(popup="w114")
    phone.page.wait_for_function("() => document.querySelector('.tmaps-popup').getAnimations().length === 0")
    phone.page.screenshot(path=ARTIFACTS / "viewer-dark-phone.png")
