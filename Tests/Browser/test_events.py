"""Server-sent events as a browser's own EventSource reads them: it comes back by itself, with Last-Event-ID."""
from map_page import open_reconnects

LISTEN = """() => {
  window.seqs = [];
  window.told = [];
  const source = new EventSource('/v1/sessions/default/actions');
  source.onmessage = ({ data, lastEventId }) => {
    const { seq, action } = JSON.parse(data);
    if (String(seq) !== lastEventId) told.push(`id ${lastEventId} of ${seq}`);
    if (action.type === 'SAID') seqs.push(action.n);
  };
  source.addEventListener('hello', ({ data }) => told.push(JSON.parse(data).hello.session));
  source.addEventListener('resumed', ({ data }) => told.push(JSON.parse(data)));
  source.addEventListener('close', ({ data }) => told.push(JSON.parse(data).code));
  window.source = source;
}"""


def wait_for(page, count):
    page.wait_for_function("(count) => seqs.length >= count", arg=count)


def dispatch(client, first, last):
    client.dispatch(*({"type": "SAID", "n": n} for n in range(first, last)))


def test_an_event_source_loses_and_doubles_nothing_over_stop_and_kill_9(server, open_map, connect):
    client = connect(server)
    page = open_map(server, variant="shy")
    page.evaluate(LISTEN)
    page.wait_for_function("told.length === 1")
    open_reconnects(page)
    page.watch.allowed.append("ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION|Failed to load resource")
    dispatch(client, 0, 50)
    wait_for(page, 50)
    server.stop()
    page.wait_for_function("told.includes(1001)")
    server.start()
    client = connect(server)
    dispatch(client, 50, 100)
    wait_for(page, 100)
    server.kill()
    server.start()
    client = connect(server)
    dispatch(client, 100, 150)
    wait_for(page, 150)
    assert page.evaluate("seqs") == list(range(150))
    told = page.evaluate("told")
    assert [t["resumed"] for t in told if isinstance(t, dict)] == [True, True], told


def test_an_event_source_of_an_ended_session_does_not_come_back(server, open_map, connect):
    client = connect(server)
    page = open_map(server, variant="shy")
    page.watch.allowed += ["4500", "404"]
    page.evaluate(LISTEN)
    page.wait_for_function("told.length === 1")
    dispatch(client, 0, 1)
    wait_for(page, 1)
    server.request("DELETE", "/v1/sessions/default")
    page.wait_for_function("source.readyState === EventSource.CLOSED")
    assert page.evaluate("told.includes(4500)")
