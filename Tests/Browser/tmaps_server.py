"""Runs the real `tmaps serve` for a test: starts it, kills it, starts it again, and looks at how it ends."""
import json
import os
import queue
import re
import signal
import subprocess
import threading
import urllib.request
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("TMAPS_BIN", REPOSITORY / ".build/debug/tmaps"))
LISTENING = re.compile(r"listening on (https?)://127\.0\.0\.1:(\d+)$")
ODD = re.compile(r"\b(error|fatal|critical|panic|assert\w*|sanitizer|leak\w*|precondition)\b", re.IGNORECASE)


class TMapsServer:
    """One data folder and one port, over as many processes as the test starts."""

    def __init__(self, data, *flags, bundle=None):
        self.data = Path(data)
        self.flags = [*flags, *(["--bundle", str(bundle)] if bundle else [])]
        self.port = 0
        self.scheme = "http"
        self.process = None
        self.log = self.data.parent / f"{self.data.name}.stderr"
        self.allowed_in_log = []

    @property
    def url(self):
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def start(self):
        command = [BINARY, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.data, *self.flags]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, cwd=self.data.parent, text=True
            )
        line = self._first_line(seconds=20)
        match = LISTENING.match(line.strip())
        assert match, f"expected one line `listening on …`, got {line!r}; standard error:\n{self.log.read_text()}"
        self.scheme, self.port = match[1], int(match[2])
        return self

    def _first_line(self, seconds):
        lines = queue.Queue()
        threading.Thread(target=lambda out=self.process.stdout: lines.put(out.readline()), daemon=True).start()
        try:
            return lines.get(timeout=seconds)
        except queue.Empty:
            self.kill()
            raise AssertionError(f"not listening after {seconds} s; standard error:\n{self.log.read_text()}") from None

    def kill(self):
        """`kill -9`: nothing is flushed, nobody is told."""
        self.process.kill()
        self.process.wait(timeout=5)
        self.process.stdout.close()

    def stop(self):
        """SIGTERM: within 5 s it must have said goodbye to everyone and left with 0."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                code = self.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self.kill()
                raise AssertionError(f"still running 5 s after SIGTERM:\n{self.log.read_text()}") from None
            more = self.process.stdout.read()
            self.process.stdout.close()
            assert code == 0, f"exit code {code} after SIGTERM:\n{self.log.read_text()}"
            assert more == "", f"standard output has more than its one line: {more!r}"
        self._look_for_odd_lines()

    def _look_for_odd_lines(self):
        lines = self.log.read_text(errors="replace").splitlines()
        odd = [line for line in lines if ODD.search(line) and not any(re.search(a, line) for a in self.allowed_in_log)]
        assert not odd, "odd lines on standard error:\n" + "\n".join(odd)

    # HTTP

    def request(self, method, path, body=None, headers=None):
        """Returns (status, parsed JSON or None)."""
        data = None if body is None else json.dumps(body).encode()
        headers = {**({"Content-Type": "application/json"} if data else {}), **(headers or {})}
        request = urllib.request.Request(self.url + path, data=data, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            return error.code, None
