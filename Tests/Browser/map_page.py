"""What tests ask of a page with the fake bundle and bridge.js in it. Everything waits for an event, nothing sleeps."""


def received(page, *leave_out):
    """The actions the bundle was given so far."""
    return [action for action in page.evaluate("received") if action["type"] not in leave_out]


def types(actions):
    return [action["type"] for action in actions]


def wait_received(page, kind, count=1):
    """Until the bundle was given that many actions of a type."""
    script = "([kind, count]) => received.filter((action) => action.type === kind).length >= count"
    page.wait_for_function(script, arg=[kind, count])


def say(page, *actions):
    """The bundle dispatches."""
    page.evaluate("(actions) => actions.forEach((action) => say(action))", list(actions))


def wait_state(page, state):
    page.wait_for_function("(state) => __bridge__.state === state", arg=state)


def wait_confirmed(page):
    """Until the server has confirmed all that the page dispatched; what it sent before that has arrived too."""
    page.wait_for_function("__bridge__.state === 'open' && __bridge__.pending === 0")


def bridge(page):
    return page.evaluate("({...__bridge__})")


def open_reconnects(page):
    """From here on the page may see its server go away."""
    page.watch.allowed.append(r"WebSocket connection to .* failed|ERR_CONNECTION_REFUSED")
