"""Storage faults that need a process of their own: what is read-only, held, or gone at start or while it runs."""
import os
import shutil
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from websockets.exceptions import ConnectionClosed

from bridge_client import BridgeClient, record
from conftest import FAKE_BUNDLE
from map_page import open_reconnects, say, wait_confirmed
from tmaps_server import BINARY, TMapsServer

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


def start_and_fail(data):
    """Starts a server that must refuse to; returns what it says."""
    result = subprocess.run([BINARY, "serve", "--listen", "127.0.0.1:0", "--data", data], cwd=data.parent,
                            capture_output=True, text=True, timeout=20)
    assert (result.returncode, result.stdout) == (1, ""), result
    return result.stderr


def readiness(server):
    try:
        with urllib.request.urlopen(server.url + "/readyz", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def wait_until_ready(server, seconds=10):
    deadline = time.monotonic() + seconds
    while readiness(server)[0] != 200:
        assert time.monotonic() < deadline, "not ready again"
        time.sleep(0.02)


@pytest.fixture
def read_only(tmp_path):
    """A folder on a file system of its own, and how to switch it."""
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", folder], check=True)
    yield folder, lambda mode: subprocess.run(["mount", "-o", f"remount,{mode}", folder], check=True)
    subprocess.run(["umount", "-l", folder], check=True)


@needs_root
def test_a_read_only_disk_at_start_is_named(read_only):
    folder, remount = read_only
    remount("ro")
    said = start_and_fail(folder / "data")
    assert "cannot make the folder: Read-only file system" in said


def relay_on(folder):
    server = TMapsServer(folder / "data", "--on-storage-failure", "relay", bundle=FAKE_BUNDLE)
    server.log = folder.parent / "log"
    server.allowed_in_log.append("storage: ")
    return server.start()


@needs_root
def test_a_server_that_relays_on_starts_on_a_disk_that_does_not_work_and_uses_it_when_it_does(read_only, connect):
    folder, remount = read_only
    remount("ro")
    server = relay_on(folder)
    status, reason = readiness(server)
    assert status == 503 and reason.startswith("storage: ") and "Read-only file system" in reason
    assert "relaying on without confirmations until it works" in server.log.read_text()
    page, client = connect(server, role="map", peer="page"), connect(server, peer="app")
    page.socket.send(page.envelope({"type": "READY"}))
    client.expect("READY")
    client.socket.send(client.envelope({"type": "SET_ZOOM", "zoom": 18}, id="z"))
    assert page.expect("SET_ZOOM")["zoom"] == 18
    assert client.until(lambda message: "error" in message)["error"]["code"] == "storage"
    late = connect(server, role="observer", after=0)
    assert late.next_message()["replayed"] == 2, "what only memory has is the log"
    remount("rw")
    wait_until_ready(server)
    assert "storage works again" in server.log.read_text()
    client.socket.send(client.envelope({"type": "SET_ZOOM", "zoom": 18}, id="z"))
    assert client.until(lambda message: message.get("ack") == "z")["duplicate"]
    server.stop()
    server.start()
    assert [action["type"] for action in record(server)] == ["READY", "SET_ZOOM"]
    server.stop()


@needs_root
def test_what_the_store_has_of_a_session_wins_over_what_was_begun_without_it(read_only, connect):
    folder, remount = read_only
    server = relay_on(folder)
    client = connect(server, peer="app")
    epoch = client.hello["epoch"]
    client.dispatch({"type": "SET_ZOOM", "zoom": 1}, {"type": "SET_ZOOM", "zoom": 2})
    client.close()
    server.stop()
    remount("ro")
    server.start()
    client = connect(server, peer="app", after=2, epoch=epoch)
    assert client.hello["epoch"] != epoch
    assert client.next_message()["reason"] == "epoch", "its log cannot be read"
    client.socket.send(client.envelope({"type": "SET_ZOOM", "zoom": 3}, id="z"))
    assert client.until(lambda message: "error" in message)["error"]["code"] == "storage"
    remount("rw")
    with pytest.raises(ConnectionClosed) as closed:
        client.until(lambda message: False)
    assert closed.value.rcvd.code == 1011
    wait_until_ready(server)
    client = connect(server, peer="later", after=2, epoch=epoch)
    assert client.next_message() == {"resumed": True, "after": 2, "replayed": 0}
    client.dispatch({"type": "SET_ZOOM", "zoom": 4})
    assert [action["zoom"] for action in record(server)] == [1, 2, 4]
    server.stop()


@needs_root
def test_a_database_that_becomes_immutable_is_not_written_and_comes_back(start_server):
    """What a file system does that turns read-only after a fault: open files cannot be written any more."""
    server = start_server()
    server.allowed_in_log.append("storage: ")
    client = BridgeClient(server.url, peer="app")
    seqs = client.dispatch({"type": "SET_ZOOM", "zoom": 17})
    files = [server.data / "bridge.sqlite", server.data / "bridge.sqlite-wal"]
    if subprocess.run(["chattr", "+i", *files], capture_output=True).returncode:
        pytest.skip("this file system knows no immutable files")
    try:
        client.socket.send(client.envelope({"type": "SET_ZOOM", "zoom": 18}, id="z"))
        assert client.until(lambda message: "error" in message or "ack" in message)["error"]["code"] == "storage"
        assert readiness(server)[0] == 503
    finally:
        subprocess.run(["chattr", "-i", *files], check=True)
    wait_until_ready(server)
    client.socket.send(client.envelope({"type": "SET_ZOOM", "zoom": 18}, id="z"))
    again = client.until(lambda message: message.get("ack") == "z")
    assert again["duplicate"] and again["seq"] > seqs[0]
    client.close()


@needs_root
def test_what_a_page_says_while_the_disk_is_full_is_said_again_and_is_there_once(start_server, read_only, open_map):
    """bridge.js and `error: storage`: under the same ids, in order, before anything newer."""
    folder, remount = read_only
    remount("size=1m")
    server = TMapsServer(folder / "data", bundle=FAKE_BUNDLE).start()
    server.allowed_in_log.append("storage: ")
    page = open_map(server)
    wait_confirmed(page)
    with page.expect_event("console", lambda message: "cannot keep actions now" in message.text):
        say(page, *({"type": "TAP", "n": n, "pad": "x" * 100_000} for n in range(20)))
    say(page, *({"type": "TAP", "n": n} for n in range(20, 30)))
    assert page.evaluate("__bridge__.pending") >= 10
    remount("size=64m")
    wait_confirmed(page)
    assert [action["n"] for action in record(server) if action["type"] == "TAP"] == list(range(30))
    open_reconnects(page)
    server.stop()


def test_the_log_of_a_session_has_an_end_by_bytes_and_the_file_gets_shorter(start_server):
    server = start_server("--retain-bytes", "2000000")
    client = BridgeClient(server.url, role="map", peer="page")
    for n in range(150):
        client.dispatch({"type": "TAP", "n": n, "pad": "x" * 100_000})
    database = server.data / "bridge.sqlite"
    client.close()
    server.stop()
    before = database.stat().st_size
    assert before > 10_000_000, "nothing is trimmed between two minutes"
    server.start()
    deadline = time.monotonic() + 20
    while database.stat().st_size > before / 3:
        assert time.monotonic() < deadline, f"still {database.stat().st_size} bytes"
        time.sleep(0.02)
    kept = server.request("GET", "/v1/sessions/default/actions?after=0&limit=1000")[1]["actions"]
    numbers = [entry["action"]["n"] for entry in kept]
    assert numbers == list(range(numbers[0], 150)) and 18 <= len(numbers) <= 21, numbers
    client = BridgeClient(server.url, peer="app", after=1)
    assert client.next_message() == {"resumed": False, "reason": "trimmed", "next": numbers[0] + 1}
    client.close()


def test_a_database_that_another_program_holds(start_server, tmp_path):
    """Refused while it is held, not set aside; afterwards everything is there."""
    server = start_server()
    client = BridgeClient(server.url)
    client.dispatch({"type": "SET_ZOOM", "zoom": 17})
    client.close()
    server.stop()
    holder = sqlite3.connect(server.data / "bridge.sqlite", isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    assert "another program is using it" in start_and_fail(server.data)
    holder.close()
    server.start()
    assert server.request("GET", "/v1/sessions/default")[1]["seq"] == 1
    assert not list(server.data.glob("*.corrupt-*"))


def test_nobody_else_gets_at_the_database_while_the_server_runs(start_server):
    server = start_server()
    other = sqlite3.connect(server.data / "bridge.sqlite", timeout=0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN EXCLUSIVE")
    other.close()
    client = BridgeClient(server.url)
    client.dispatch({"type": "SET_ZOOM", "zoom": 17})
    client.close()


def test_a_damaged_database_at_start_is_set_aside_and_said_so(start_server):
    server = start_server()
    client = BridgeClient(server.url)
    client.dispatch(*[{"type": "SET_ZOOM", "zoom": n % 20} for n in range(500)])
    client.close()
    server.stop()
    database = server.data / "bridge.sqlite"
    whole = database.read_bytes()
    middle = len(whole) // 2 // 4096 * 4096
    database.write_bytes(whole[:middle] + os.urandom(4096) + whole[middle + 4096:])
    damaged = database.read_bytes()
    server.allowed_in_log.append("is damaged: .* It was set aside as ")
    server.start()
    [aside] = server.data.glob("bridge.sqlite.corrupt-*")
    assert aside.read_bytes() == damaged
    assert f"set aside as {server.data}/{aside.name}" in server.log.read_text()
    assert readiness(server)[0] == 200
    client = BridgeClient(server.url)
    assert client.dispatch({"type": "SET_ZOOM", "zoom": 1}) == [1]
    client.close()


@pytest.mark.parametrize("durability", ["full", "relaxed"])
def test_what_the_disk_is_asked_for_a_confirmation(start_server, durability, tmp_path):
    """`full`: each confirmation that was waited for has its own sync. `relaxed`: none has."""
    if not shutil.which("strace"):
        pytest.skip("strace is not installed; Scripts/setup bench installs it")
    server = start_server("--durability", durability)
    client = BridgeClient(server.url)
    client.dispatch({"type": "SET_ZOOM", "zoom": 1})
    trace = tmp_path / "trace"
    command = ["strace", "-f", "-e", "trace=fsync,fdatasync", "-o", trace, "-p", str(server.process.pid)]
    tracer = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while "attached" not in (line := tracer.stderr.readline()):
        if not line:
            pytest.skip("strace cannot attach here")
    for number in range(20):
        client.dispatch({"type": "SET_ZOOM", "zoom": number % 20})
    client.dispatch(*[{"type": "SET_ZOOM", "zoom": 1}] * 50)
    tracer.terminate()
    tracer.communicate(timeout=10)
    client.close()
    syncs = trace.read_text().count("sync(")
    if durability == "full":
        assert 21 <= syncs < 60, "one for each of 20, and far fewer than 50 for those sent together"
    else:
        assert syncs == 0
