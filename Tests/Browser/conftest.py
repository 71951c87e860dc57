"""Fixtures: the real server, real Chromium, and pages that are watched for errors and for requests to other hosts."""
import re
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import sync_playwright

from bridge_client import BridgeClient
from tmaps_server import BINARY, TMapsServer
from viewer_page import Viewer

HERE = Path(__file__).parent
FAKE_BUNDLE = HERE / "fake-bundle"
ARTIFACTS = HERE / "artifacts"
CHROMIUM = "/usr/bin/chromium"
# Chromium loads the lists under its address bar for every context, which costs 0.6 s of processor time and is never
# seen. The flag takes the place of the one that Playwright gives, whose names follow.
NOT_WANTED = """WebUIOmniboxPopup WebUIOmniboxAimPopup WebUIOmniboxFullPopup PreloadTopChromeWebUI
    AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable
    LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect
    OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch""".split()
CHROMIUM_FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                  f"--disable-features={','.join(NOT_WANTED)}"]
# The page's layout for desktops begins at 900; each pixel more is drawn by the processor.
DESKTOP = {"width": 960, "height": 720}


def pytest_configure():
    if not BINARY.exists():
        raise pytest.UsageError(f"no server at {BINARY}: run `swift build` or set TMAPS_BIN")
    ARTIFACTS.mkdir(exist_ok=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    setattr(item, f"report_{report.when}", report)
    return report


@pytest.fixture
def start_server(tmp_path):
    """A factory, for tests that want flags or several servers. All are stopped and looked at in the end."""
    servers = []

    def start(*flags, bundle=FAKE_BUNDLE):
        server = TMapsServer(tmp_path / f"data{len(servers)}", *flags, bundle=bundle)
        servers.append(server)
        return server.start()

    yield start
    for server in servers:
        server.stop()


@pytest.fixture
def server(start_server):
    """The server with the fake bundle."""
    return start_server()


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


class Watch:
    """Notes what a page should never do."""

    def __init__(self, page, host):
        self.faults, self.allowed, self.frames = [], [], []
        self._host = host
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"uncaught: {error}"))
        page.on("request", lambda request: self._address(request.url))
        page.on("websocket", self._socket)

    def _console(self, message):
        if message.type == "error":
            self.faults.append(f"console: {message.text}")

    def _socket(self, socket):
        self._address(socket.url)
        socket.on("framereceived", lambda frame: self.frames.append(frame))

    def _address(self, url):
        if url.startswith(("http", "ws")) and urlsplit(url).netloc != self._host:
            self.faults.append(f"request to another host: {url}")

    def check(self):
        faults = [fault for fault in self.faults if not any(re.search(a, fault) for a in self.allowed)]
        assert not faults, "\n".join(faults)


@pytest.fixture
def open_map(browser, request):
    """A factory of map pages: `open_map(server, variant="strings", session="lobby")`. Each has a `watch`."""
    contexts = []
    pages = []

    def open_map(server, init_script=None, fragment="", url=None, context=None, path="tmapswww", **query):
        contexts.append(browser.new_context(**{"viewport": DESKTOP, **(context or {})}))
        page = contexts[-1].new_page()
        pages.append(page)
        page.set_default_timeout(15_000)
        page.watch = Watch(page, urlsplit(url or server.url).netloc)
        if init_script:
            page.add_init_script(init_script)
        search = "?" + urlencode(query) if query else ""
        page.goto(f"{url or server.url}/{path}/{search}{fragment}")
        return page

    yield open_map
    failed = getattr(request.node, "report_call", None) is not None and request.node.report_call.failed
    for number, page in enumerate(pages):
        if failed:
            page.screenshot(path=ARTIFACTS / f"{request.node.name}-{number}.png")
    for context in contexts:
        context.close()
    if not failed:
        for page in pages:
            page.watch.check()


@pytest.fixture
def connect():
    """A factory of WebSocket peers: `connect(server, role="observer")`."""
    peers = []

    def connect(server, *args, **options):
        peers.append(BridgeClient(server.url, *args, **options))
        return peers[-1]

    yield connect
    for peer in peers:
        peer.close()


@pytest.fixture
def viewer(start_server, open_map, connect):
    """A factory: the default bundle in a page, and a client. Words go into the query, `context` to the browser."""
    def viewer(server=None, init_script=None, context=None, **query):
        server = server or start_server(bundle=None)
        client = connect(server, query.get("session", "default"))
        page = open_map(server, init_script=init_script, context=context, **query)
        return Viewer(page, client)

    return viewer
