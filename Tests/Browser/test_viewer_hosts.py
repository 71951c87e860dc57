"""The bundle without a server of ours: files from any host, in the web views of the vendor's apps."""
import functools
import http.server
import threading

import pytest

from conftest import Watch
from tmaps_server import REPOSITORY

# What a web view has instead of bridge.js: iOS takes objects, Android text, and injects its global late and again.
IOS = "window.__tb__ = { dispatch: (action) => got.push(action) };"
ANDROID = """document.addEventListener('DOMContentLoaded', () => setTimeout(() => {
  const define = () => { window.__tb__ = { dispatch: (action) => got.push(JSON.parse(JSON.stringify(action))) }; };
  define();
  setInterval(define, 50);
}, 300));"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".geojson": "application/geo+json"}

    def log_message(self, *args):
        pass


@pytest.fixture
def static_files():
    """Any file server: the folder `public` as it is."""
    handler = functools.partial(Quiet, directory=REPOSITORY / "public")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.mark.parametrize("host", [IOS, ANDROID], ids=["ios", "android"])
def test_in_a_web_view(browser, static_files, host):
    with browser.new_context() as context:
        page = context.new_page()
        page.watch = Watch(page, static_files)
        page.add_init_script("window.got = [];" + host)
        page.goto(f"http://{static_files}/tmapswww/")
        page.wait_for_function("() => got.some(({ type }) => type === 'READY')")
        assert page.evaluate("got.filter(({ type }) => type === 'READY').length") == 1
        page.evaluate("""Tagipedia.dispatch({ type: 'LOAD_MAP', map_id: 'demo' });
          Tagipedia.dispatch({ type: 'HIGHLIGHT_FEATURE', feature_id: 'w114' });""")
        page.wait_for_function("() => got.some(({ type }) => type === 'FEATURE_HIGHLIGHTED')", timeout=30_000)
        types = page.evaluate("got.map(({ type }) => type)")
        assert types[:2] == ["READY", "MAP_LOADED"] and "ERROR" not in types
        page.watch.check()


def test_a_browser_without_any_app_shows_the_linked_map(browser, static_files):
    with browser.new_context() as context:
        page = context.new_page()
        page.watch = Watch(page, static_files)
        page.goto(f"http://{static_files}/tmapswww/?map=demo")
        page.wait_for_function("() => Tagipedia.state()?.mapId === 'demo'", timeout=30_000)
        page.watch.check()
