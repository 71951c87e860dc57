"""A plain relay on socketify (uWebSockets) for Benchmarks/relay: no sessions, no record, no checks.

Usage: socketify_relay.py PORT

What comes on /GROUP/client goes to everyone on /GROUP/map: to a single map directly, to several through a topic,
which is what uWebSockets has for it.
"""
import sys

from socketify import App, OpCode

maps = {}


def upgrade(response, request, context):
    group, role = request.get_url().strip("/").split("/")
    response.upgrade(
        request.get_header("sec-websocket-key"), request.get_header("sec-websocket-protocol"),
        request.get_header("sec-websocket-extensions"), context, (group, role))


def opened(ws):
    group, role = ws.get_user_data()
    if role == "map":
        ws.subscribe(group)
        maps.setdefault(group, []).append(ws)


def message(ws, text, _opcode):
    group, role = ws.get_user_data()
    if role != "client":
        return
    receivers = maps.get(group, ())
    if len(receivers) == 1:
        receivers[0].send(text, OpCode.TEXT)
    else:
        app.publish(group, text, OpCode.TEXT)


def closed(ws, _code, _reason):
    group, role = ws.get_user_data()
    if role == "map":
        maps[group].remove(ws)


app = App()
app.ws("/*", {"upgrade": upgrade, "open": opened, "message": message, "close": closed,
              "max_backpressure": 64 << 20, "idle_timeout": 120})
app.listen({"port": int(sys.argv[1]), "host": "127.0.0.1"}, lambda config: print("listening", config.port, flush=True))
app.run()
