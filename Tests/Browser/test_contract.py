"""Sentences of docs/wire.md that are about the server as a whole, each at its edge."""
import json
import signal
import socket
import time
from contextlib import closing
from http.client import HTTPConnection

import pytest
from bridge_client import BARE
from websockets.sync.client import connect as connect_socket


def raw(server, text=b""):
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=15)
    connection.sendall(text)
    return connection


def handshake(server, **headers):
    """A WebSocket peer that from then on neither reads nor answers."""
    lines = {
        "Host": f"127.0.0.1:{server.port}", "Upgrade": "websocket", "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13", **headers,
    }
    text = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    connection = raw(server, f"GET /v1/sessions/default/client HTTP/1.1\r\n{text}\r\n".encode())
    assert b"101 Switching Protocols" in connection.recv(1000)
    return connection


def ask(server, method, path):
    """(status, headers, body)"""
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=10)) as connection:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()


def test_a_peer_that_does_not_say_goodbye_cannot_hold_up_the_stop(server):
    with handshake(server):
        server.stop()  # checks: code 0, within 5 s


def test_a_second_signal_exits_at_once(server):
    with handshake(server):
        server.process.send_signal(signal.SIGINT)
        until = time.monotonic() + 4
        while "stopping" not in server.log.read_text() and time.monotonic() < until:
            time.sleep(0.01)  # a log file tells nobody that it has grown
        asked = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(timeout=5) == 1
        assert time.monotonic() - asked < 2


@pytest.mark.parametrize("path, allowed", [
    ("/", "GET, HEAD"), ("/tmapswww/", "GET, HEAD"), ("/bridge/bridge.js", "GET, HEAD"), ("/healthz", "GET, HEAD"),
    ("/readyz", "GET, HEAD"), ("/metrics", "GET, HEAD"), ("/v1/actions", "GET, HEAD"),
    ("/v1/sessions", "GET, HEAD, POST"), ("/v1/sessions/default", "GET, HEAD, DELETE"),
    ("/v1/sessions/default/actions", "GET, HEAD, POST"), ("/v1/sessions/default/links", "POST"),
    ("/v1/tickets", "POST"),
])
def test_head_is_get_without_a_body_and_other_methods_are_told_which_work(server, connect, path, allowed):
    connect(server)
    status, headers, body = ask(server, "OPTIONS", path)
    assert (status, headers["Allow"]) == (405, allowed), body
    if "GET" not in allowed or path == "/metrics":  # which changes between two looks
        return
    get, head = ask(server, "GET", path), ask(server, "HEAD", path)
    assert (head[0], head[1]["Content-Length"], head[2]) == (get[0], str(len(get[2])), b"")


def test_an_action_may_be_64_levels_deep_however_it_is_sent(server, connect):
    enveloped, bare = connect(server), connect(server, subprotocol=BARE)
    deep, too_deep = (f'{{"type":"X","p":{"[" * levels}{"]" * levels}}}' for levels in (63, 64))
    enveloped.dispatch(deep)
    enveloped.socket.send(f'{{"id":"deep","action":{too_deep}}}')
    answer = enveloped.until(lambda message: "error" in message)["error"]
    assert (answer["code"], answer["id"]) == ("too_deep", "deep")
    bare.socket.send(deep)
    bare.socket.send(too_deep)
    assert bare.expect("ERROR")["error"]["code"] == "too_deep"
    assert server.request("POST", "/v1/sessions/default/actions", json.loads(f"[{deep}]")) == (202, {"seq": [3]})


def test_compression_is_offered_in_vain(server):
    url = f"{server.url.replace('http', 'ws', 1)}/v1/sessions/default/client"
    with connect_socket(url, compression="deflate", proxy=None) as peer:
        assert "Sec-WebSocket-Extensions" not in peer.response.headers


def test_who_does_not_finish_asking_is_gone_after_10_seconds(server):
    begun = time.monotonic()
    head = f"Host: 127.0.0.1:{server.port}\r\n".encode()
    texts = [b"", b"GET /v1/se", b"GET / HTTP/1.1\r\n" + head,
             b"POST /v1/sessions HTTP/1.1\r\n" + head + b"Content-Length: 10\r\n\r\n{"]
    for connection in [raw(server, text) for text in texts]:
        with connection:
            assert connection.recv(1000) == b""
    assert 8 < time.monotonic() - begun < 13
