"""What becomes of the commands when the pipe or the terminal that they write to goes, or the server says nothing."""
import os
import signal
import socket
import subprocess

import pytest

from tmaps_server import BINARY

RECORDING = """\
{"tmaps_recording":1,"server":"1","session":"hall","epoch":"E","start":"2026-11-30T12:00:00.000Z","after":0}
{"seq":1,"time":"2026-11-30T12:00:00.000Z","role":"client","peer":"c","action":{"type":"X"}}
"""
WITHOUT_SERVER = [["help"], ["version"], ["actions"], ["check"], ["serve", "--help"], ["link", "geo:53.9,27.5"]]
WITH_SERVER = [["dispatch", "SET_ZOOM", "zoom=3"], ["sessions"], ["health"], ["record", "-", "--after", "0"],
               ["replay", "r.jsonl", "--speed", "0"], ["run", "s.tmaps"], ["listen", "--until", "READY"]]


@pytest.fixture
def tmaps(tmp_path):
    """Starts the program in a folder of its own: `tmaps(["listen"], server)`."""
    (tmp_path / "r.jsonl").write_text(RECORDING)
    (tmp_path / "s.tmaps").write_text("SET_ZOOM zoom=3\n")
    started = []

    def tmaps(arguments, server=None, stdout=subprocess.PIPE):
        environment = {"TMAPS_SERVER": server.url} if server else {}
        process = subprocess.Popen([BINARY, *arguments], stdin=subprocess.DEVNULL, stdout=stdout,
                                   stderr=subprocess.PIPE, text=True, env=environment, cwd=tmp_path)
        started.append(process)
        return process

    yield tmaps
    for process in started:
        process.kill()
        process.communicate()


def closed_pipe():
    reading, writing = os.pipe()
    os.close(reading)
    return writing


@pytest.mark.parametrize("arguments", WITHOUT_SERVER + WITH_SERVER, ids=" ".join)
def test_without_a_reader_a_command_ends_with_1_and_no_word_about_it(tmaps, start_server, connect, arguments):
    """Guards against an end by SIGPIPE for some commands and an exit code for others, which it was."""
    server = start_server() if arguments in WITH_SERVER else None
    if server:
        connect(server, role="map").dispatch({"type": "READY"})
        connect(server).dispatch({"type": "SET_ZOOM", "zoom": 3})
    pipe = closed_pipe()
    process = tmaps(arguments, server, pipe)
    os.close(pipe)
    errors = process.communicate(timeout=20)[1]
    assert process.returncode == 1, errors
    assert "pipe" not in errors.lower()


@pytest.mark.parametrize("arguments", [["listen"], ["listen", "--observer", "--json"], ["record", "-"]], ids=" ".join)
def test_who_only_listens_ends_when_its_reader_goes_although_nothing_is_said(tmaps, server, connect, arguments):
    """`tmaps listen | head -1` would stay until the next action, which may never come."""
    connect(server, role="map").dispatch({"type": "READY"})
    process = tmaps(arguments, server)
    assert process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=20) == 1


def test_ctrl_c_ends_a_recording_in_good_order_and_the_others_at_once(tmaps, server, connect):
    connect(server, role="map").dispatch({"type": "READY"})
    for arguments, code in ((["record", "-"], 0), (["listen"], -signal.SIGINT)):
        process = tmaps(arguments, server)
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=20)
        assert (process.returncode, errors) == (code, ""), errors
        assert output == "" or output.endswith("\n")


@pytest.mark.parametrize("arguments", [["health"], ["sessions"], ["dispatch", "SET_ZOOM", "zoom=3", "--timeout", "1s"]],
                         ids=" ".join)
def test_a_server_that_says_nothing_is_not_waited_for_for_ever(tmaps, arguments):
    """The system takes the connection; nobody ever accepts it."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        output, errors = (process := tmaps([*arguments, "--server", url])).communicate(timeout=30)
    assert (process.returncode, output) == (3, ""), errors
    assert "no answer in" in errors or "said nothing for 1.0 seconds" in errors
