"""History that is trimmed while somebody asks for it."""
import json

from websockets.exceptions import ConnectionClosed

from bridge_client import BridgeClient
from test_deletion import THEME, say


def write_rows(server, count):
    """Each confirmed by itself, so that each is a batch: a trim of many takes many steps."""
    connection = say(server, "GET", "/healthz")
    connection.recv(4_096)
    body = json.dumps(THEME)
    head = f"POST /v1/sessions/default/actions?wait=durable HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    for _ in range(count):
        connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        assert b" 202 " in connection.recv(4_096)


def come_back(server, position):
    """Goes on until it is at the end. Gives what it was given, and the holes it was told of."""
    given, holes = [], []
    while True:
        observer = BridgeClient(server.url, role="observer", after=position)
        try:
            answer = observer.next_message()
            if not answer["resumed"]:
                holes += range(position + 1, answer["next"])
                position = answer["next"] - 1
            while position < observer.hello["seq"]:
                position = observer.next_message()["seq"]
                given.append(position)
            return given, holes
        except ConnectionClosed as closed:
            assert closed.rcvd.code == 4000, "to come back"
        finally:
            observer.close()


def test_a_resume_while_the_start_trims_leaves_no_silent_hole(start_server):
    server = start_server("--retain", "10000")
    write_rows(server, 2_500)
    server.stop()
    server.flags[server.flags.index("10000")] = "10"
    server.start()
    given, holes = come_back(server, position=2)
    assert [*holes, *given] == list(range(3, 2_501)) and len(given) >= 10
