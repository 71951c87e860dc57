"""Text and sizes that other bridges have changed or cut on the way (field cases A)."""
import json

import pytest

from map_page import bridge, received, wait_confirmed, wait_received

LINE_SEPARATOR = '{"type":"SET_TENANT_DATA","payload":[{"id":"t1","feature_id":"w9","name":"Lower\u2028Hall"}]}'
O_NEIL = r"""{"type":"SET_TENANT_DATA","payload":[{"id":"t2","feature_id":"w8",
  "name":"50%22 TV \\n O'Neil \"A\" \u0060x\u0060 ${1}"}]}"""
AWKWARD = [
    pytest.param(LINE_SEPARATOR, id="F01 U+2028"),
    pytest.param(LINE_SEPARATOR.replace("\u2028", "\\u2028"), id="F01 escaped"),
    pytest.param(O_NEIL, id="F02"),
    pytest.param(r"""{"type":"CUSTOM","s":"% \\ \" ' ` $ < / \/ \b\f\n\r\t \u0000 </script> &amp;"}""", id="F02 kind"),
    pytest.param('{"type":"CUSTOM","id":9007199254740993,"ratio":129.90,"n":1.0,"z":-0.0,"e":1E2}', id="F10 numbers"),
    pytest.param('{ "type" : "CUSTOM" , "__proto__" : {"admin": true}, "constructor": 1 }', id="F08 odd keys"),
    pytest.param('{"type":"CUSTOM","name":"صيدلية A1 (الطابق ٢) \U0001f355 e\u0301 \ufeff"}', id="scripts and emoji"),
    pytest.param('{"type":"__proto__","x":1}', id="F08 type __proto__"),
]


@pytest.mark.parametrize("text", AWKWARD)
def test_text_reaches_the_page_byte_for_byte(server, open_map, connect, text):
    client = connect(server)
    page = open_map(server)
    client.expect("READY")
    client.dispatch(text)
    wait_received(page, json.loads(text)["type"])
    assert json.loads(page.evaluate("JSON.stringify(received[0])")) == as_a_browser_reads(page, text)
    assert [frame for frame in page.watch.frames if f'"action":{text}' in frame], "the frame holds the same bytes"


@pytest.mark.parametrize("text", AWKWARD)
def test_text_of_the_page_reaches_a_client_byte_for_byte(server, open_map, connect, text):
    if "SET_TENANT_DATA" in text:
        text = text.replace("SET_TENANT_DATA", "CUSTOM")  # a page may not send that one
    client, bare = connect(server), connect(server, subprotocol="tmaps.dispatch.v1")
    page = open_map(server)
    client.expect("READY")
    bare.expect("READY")
    page.evaluate("(text) => __tb__.dispatch(text)", text)
    client.until(lambda message: client.action(message).get("type") == json.loads(text)["type"])
    assert client.transcript[-1].endswith(f'"action":{text}}}')
    assert bare.next_text() == text


def as_a_browser_reads(page, text):
    return json.loads(page.evaluate("(text) => JSON.stringify(JSON.parse(text))", text))


def tenants():
    def tenant(n):
        name, note = f"Café {n} صيدلية", "é" * 40
        return {"id": f"t{n}", "feature_id": f"w{n}", "name": name, "booth_id": f"B-{n:05}", "icon": "", "note": note}

    return [tenant(n) for n in range(5000)]


def test_5000_tenants_arrive_equal_in_one_frame(server, open_map, connect):
    """F03."""
    client = connect(server)
    page = open_map(server)
    client.expect("READY")
    action = {"type": "SET_TENANT_DATA", "payload": tenants()}
    assert len(json.dumps(action, ensure_ascii=False).encode()) > 900_000
    client.dispatch(action)
    wait_received(page, "SET_TENANT_DATA")
    assert received(page) == [action]


def test_5000_tenants_arrive_equal_in_fragments_that_split_characters(server, open_map, connect):
    """F03."""
    client = connect(server)
    page = open_map(server)
    client.expect("READY")
    action = {"type": "SET_TENANT_DATA", "payload": tenants()}
    assert client.send_fragments(action, size=4088) >= 245
    wait_received(page, "SET_TENANT_DATA")
    assert received(page) == [action]


def test_a_large_action_of_the_page_arrives_whole(server, open_map, connect):
    client = connect(server)
    page = open_map(server)
    client.expect("READY")
    page.evaluate("say({ type: 'CUSTOM', text: 'é\\u2028'.repeat(200_000) })")
    assert client.expect("CUSTOM")["text"] == "é\u2028" * 200_000


def test_an_action_over_the_servers_limit_is_refused_in_the_page(server, open_map, connect):
    """engine.io#706: an oversize message closed the connection, and was sent again on the next, for ever."""
    client = connect(server)
    page = open_map(server)
    page.watch.allowed.append("the server takes")
    client.expect("READY")
    page.evaluate("say({ type: 'HUGE', text: 'é'.repeat(__bridge__.maxMessage / 2) })")
    page.evaluate("say({ type: 'SMALL' })")
    client.expect("SMALL")
    wait_confirmed(page)  # HUGE is not kept to be sent again
    assert bridge(page)["connections"] == 1
    assert "HUGE has" in " ".join(page.watch.faults)
