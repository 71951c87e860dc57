"""A program of Examples/, run as a user runs it at a terminal."""
import os
import queue
import subprocess
import threading
from pathlib import Path

from tmaps_server import REPOSITORY

PROGRAMS = Path(os.environ.get("TMAPS_EXAMPLES", REPOSITORY / ".build/examples/debug"))


class Example:
    def __init__(self, name, server, *arguments, session="default"):
        program = PROGRAMS / name
        assert program.exists(), f"no {program}: run `make examples`"
        environment = {**os.environ, "TMAPS_SERVER": server.url, "TMAPS_SESSION": session}
        self.process = subprocess.Popen(
            [program, *arguments], env=environment, text=True, encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.heard = []
        self._lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def type(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def expect(self, wanted, timeout=20):
        """Reads on to the line that begins so, and returns it."""
        while True:
            try:
                line = self._lines.get(timeout=timeout)
            except queue.Empty:
                line = None
            if line is None:
                raise AssertionError(f"no {wanted!r} within {timeout} s, but:\n" + "\n".join(self.heard))
            self.heard.append(line)
            if line.startswith(wanted):
                return line

    def end(self):
        """Its standard input ends; it has to end by itself, with 0."""
        self.process.stdin.close()
        assert self.process.wait(timeout=10) == 0, "\n".join(self.heard)

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(timeout=5)
