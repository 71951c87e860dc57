"""Sessions that are deleted at a bad moment; `make soak` deletes them at any."""
import resource
import signal
import socket
import struct
import time

from bridge_client import BridgeClient

THEME = {"type": "SET_THEME", "theme": {"primary": "#112233"}}
ENDED = b"\x88" + bytes([2 + len("session ended")]) + struct.pack("!H", 4500) + b"session ended"


def say(server, method, path, body="", *headers):
    """Writes a request on a connection of its own and does not wait for the answer."""
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Content-Length: {len(body)}", *headers]
    connection.sendall(("\r\n".join([*lines, "", ""]) + body).encode())
    return connection


def knock(server, role="client"):
    """A WebSocket handshake, likewise."""
    return say(
        server, "GET", f"/v1/sessions/room/{role}", "", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Protocol: tmaps.session.v1")


def status(connection):
    return int(connection.recv(4_096).split()[1])


def restart_with_much_to_read(server):
    """The session is on disk alone, and takes some milliseconds to read."""
    for part in "abcd":
        server.request("POST", "/v1/sessions/room/actions?wait=durable", [THEME] * 5_000, {"Idempotency-Key": part})
    server.stop()
    server.start()


def test_who_comes_while_the_session_is_read_and_deleted_is_told_that_it_ended(start_server):
    server = start_server()
    restart_with_much_to_read(server)
    newcomer = knock(server)
    assert status(say(server, "DELETE", "/v1/sessions/room")) == 204
    heard = b""
    while ENDED not in heard:
        piece = newcomer.recv(65_536)
        assert piece, f"cut without a close: {heard[-200:]}"
        heard += piece
    assert server.request("GET", "/v1/sessions/room")[0] == 404


def test_a_dispatch_that_comes_while_the_session_is_read_and_deleted_begins_the_next_one(start_server):
    """Guards against a 404, which says that there is no such session and never will be by dispatching."""
    server = start_server()
    restart_with_much_to_read(server)
    dispatch = say(server, "POST", "/v1/sessions/room/actions?wait=durable", '{"type":"SOAK"}')
    assert status(say(server, "DELETE", "/v1/sessions/room")) == 204
    assert status(dispatch) == 202
    kept = server.request("GET", "/v1/sessions/room/actions")[1]["actions"]
    assert [(line["seq"], line["action"]["type"]) for line in kept] == [(1, "SOAK")]


def test_a_dispatch_that_waits_for_the_disk_is_answered_when_its_session_is_deleted(start_server):
    server = start_server()
    for _ in range(20):
        dispatch = say(server, "POST", "/v1/sessions/room/actions?wait=durable", '{"type":"SOAK"}')
        assert status(say(server, "DELETE", "/v1/sessions/room")) in (204, 404)
        assert status(dispatch) == 202


def test_a_session_that_could_not_be_deleted_is_there_still_and_can_be(start_server):
    server = start_server()
    server.allowed_in_log.append("the last stop was not clean")
    server.request("POST", "/v1/sessions/room/actions?wait=durable", THEME)
    # Nothing can be written to any file; the store's thread, which tries, takes no signals.
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    assert server.request("DELETE", "/v1/sessions/room")[0] == 503
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    assert server.request("GET", "/v1/sessions/room")[0] == 200
    assert server.request("DELETE", "/v1/sessions/room")[0] == 204
    server.kill()
    server.start()
    assert server.request("GET", "/v1/sessions/room")[0] == 404


def test_a_stop_that_a_silent_peer_holds_up_ends_by_itself_and_complains_of_no_store(start_server):
    """The peer neither answers the close nor goes; what it still changes, when it is cut, is not to be written."""
    server = start_server()
    silent = knock(server, role="observer")
    assert status(silent) == 101
    app = BridgeClient(server.url, session="room", peer="app")
    app.dispatch(THEME)
    began = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(timeout=20) == 0
    assert time.monotonic() - began > 4, "it waits for who may still answer"
    server.stop()  # looks at the log
    assert "took too long" in server.log.read_text() and "store is closed" not in server.log.read_text()
    silent.close()
    app.close()
