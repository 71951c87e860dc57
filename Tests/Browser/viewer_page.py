"""The default bundle in a page with a client beside it: what the tests of the viewer do and wait for."""
import json
import time

from tmaps_server import REPOSITORY

DEMO = REPOSITORY / "public/maps/demo"
STILL = """(id) => new Promise((resolve) => {
  let last = null, frames = 0;
  const look = () => {
    const place = Tagipedia.locate(id);
    frames = place && place.x === last?.x && place.y === last?.y ? frames + 1 : 0;
    last = place;
    if (frames === 12) resolve(place); else requestAnimationFrame(look);
  };
  look();
})"""  # where a feature is on the screen, once the camera has come to rest


class Viewer:
    """`page` shows the default bundle; `client` is an app. Events are kept until a test asks for them."""

    def __init__(self, page, client):
        self.page = page
        self.client = client
        self.events = []
        page.on("console", self._note_warning)

    def _note_warning(self, message):
        if message.type == "warning":
            self.page.watch.faults.append(f"console warning: {message.text}")

    def load(self, map_id="demo", **fields):
        self.dispatch({"type": "LOAD_MAP", "map_id": map_id, **fields})
        self.expect("MAP_LOADED", timeout=30)
        return self

    def dispatch(self, *actions):
        self.client.dispatch(*actions)

    def expect(self, kind, timeout=15, **fields):
        """The first event of this type and these fields that no earlier call has taken."""
        def fits(action):
            return action.get("type") == kind and all(action.get(key) == value for key, value in fields.items())

        for event in self.events:
            if fits(event):
                self.events.remove(event)
                return event
        deadline = time.monotonic() + timeout
        while True:
            try:
                message = self.client.next_message(deadline - time.monotonic())
            except TimeoutError:
                raise AssertionError(f"no {kind} {fields} within {timeout} s, but {self.events}") from None
            action = self.client.action(message)
            if fits(action):
                return action
            if action:
                self.events.append(action)

    def expect_log(self, category, action, timeout=15):
        """The (label, fields_object) of an EVENT_LOGGED."""
        event = self.expect("EVENT_LOGGED", timeout, event_category=category, event_action=action)
        return event["event_label"], event["fields_object"]

    def settle(self):
        """Reads what has come in so far: asks the page for something and waits for its answer."""
        self.page.evaluate("Tagipedia.state()")
        self.page.wait_for_function("() => window.__bridge__ === undefined || __bridge__.pending === 0")
        while True:
            try:
                action = self.client.action(self.client.next_message(0.3))
            except TimeoutError:
                return self.events
            if action:
                self.events.append(action)

    def state(self):
        return self.page.evaluate("Tagipedia.state()")

    def wait_state(self, **fields):
        script = """(wanted) => Object.entries(wanted).every(([key, value]) =>
          JSON.stringify(Tagipedia.state()?.[key]) === JSON.stringify(value))"""
        self.page.wait_for_function(script, arg=fields)

    def tap(self, feature_id):
        place = self.page.evaluate(STILL, feature_id)
        self.page.mouse.click(place["x"], place["y"])

    def tap_at(self, x, y):
        self.page.mouse.click(x, y)


def demo_features():
    venue = json.loads((DEMO / "venue.json").read_text())
    return {feature["id"]: feature for name in venue["files"] if name.endswith(".geojson")
            for feature in json.loads((DEMO / name).read_text())["features"]}
