"""The programs of Examples/ do with the default bundle in Chromium what the seeds' sample apps do on a phone."""
import pytest

from conftest import ARTIFACTS
from example_program import Example
from test_viewer_pins import card, pin, rest


@pytest.fixture
def run_example():
    examples = []

    def run(name, server, *arguments, **options):
        examples.append(Example(name, server, *arguments, **options))
        return examples[-1]

    yield run
    for example in examples:
        example.stop()


def picture(view, name):
    view.page.screenshot(path=ARTIFACTS / f"example-{name}.png")


def test_capitals_shows_one_and_all_and_hears_what_was_selected(start_server, viewer, run_example):
    server = start_server(bundle=None)
    app = run_example("Capitals", server)
    app.expect("Type a number")
    app.type("7")
    assert app.expect("No map") == f"No map is connected. Open one in a browser: {server.url}/tmapswww/?session=default"
    view = viewer(server).load()
    app.type("7")
    app.expect("showing Minsk")
    card(view).get_by_role("heading", name="Minsk").wait_for()
    assert view.page.locator("#caller h2").inner_text() == "Capitals"
    assert rest(view)["center"] == pytest.approx([27.56667, 53.9])
    picture(view, "capitals-one")
    card(view).get_by_role("button", name="More info").click()
    app.expect("selected Minsk, the capital of Belarus")
    app.type("all")
    app.expect("showing all")
    pin(view, "Nuku'alofa").wait_for()
    assert view.page.locator(".place-pin").count() == 13
    rest(view)
    picture(view, "capitals-all")
    pin(view, "Brasília").click()
    card(view).get_by_role("button", name="More info").click()
    app.expect("selected Brasília, the capital of Brazil")
    view.page.get_by_role("button", name="Back").click()
    app.expect("back without a pin")
    app.type("14")
    app.expect("expected 1 to 13")
    app.end()
