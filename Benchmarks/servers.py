"""What the comparisons share: servers that are started to be measured, and the load generator."""
import contextlib
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TMAPS = ROOT / ".build/release/tmaps"
# Eight sessions of a thousand peers each.
IDLE = ["-g", "8", "-r", "999", "-i"]
IDLE_PEERS = 8000


class Server:
    """One to be measured; `sender` and `receiver` are their paths, with GROUP where a session's name goes."""

    def __init__(self, name, command, sender, receiver, load_flags=()):
        self.name, self.command, self.sender, self.receiver = name, command, sender, receiver
        self.load_flags = load_flags

    def paths(self, prefix):
        return ["-s", self.sender.replace("GROUP", prefix + "%d"), "-m", self.receiver.replace("GROUP", prefix + "%d")]

    @contextlib.contextmanager
    def running(self):
        process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            # Each says "listening" and its address or port, the bridge on standard output too.
            line = process.stdout.readline()
            if "listening" not in line:
                sys.exit(f"{self.name} did not start: {line}{process.stderr.read()}")
            process.stderr.close()
            yield process.pid, line.strip().rstrip("/").replace(":", " ").split()[-1]
        finally:
            process.terminate()
            process.wait()
            process.stdout.close()


def bridge(name, data, *flags, load_flags=()):
    if not TMAPS.exists():
        sys.exit("first: swift build -c release --product tmaps")
    return Server(name, [TMAPS, "serve", "--listen", "127.0.0.1:0", "--data", data, "--log-level", "error", *flags],
                  "/v1/sessions/GROUP/client", "/v1/sessions/GROUP/map", load_flags)


def build_load(folder):
    load = folder / "load"
    subprocess.run(["cc", "-O2", "-o", load, ROOT / "Benchmarks/Load/load.c", "-lssl", "-lcrypto"], check=True)
    return load


def run_load(load, server, port, scenario, seconds):
    command = [load, "-p", port, "-d", str(seconds), *scenario, *server.paths("load"), *server.load_flags]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def resident_kib(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise LookupError(f"no VmRSS of process {pid}")


@contextlib.contextmanager
def idle_peers(load, server, pid, port):
    """Gives what each of them takes of the server's memory, in KiB; they stay for as long as the block lasts."""
    before = resident_kib(pid)
    command = [load, "-p", port, *IDLE, *server.paths("idle100"), *server.load_flags]
    idle = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    json.loads(idle.stdout.readline())
    yield (resident_kib(pid) - before) / IDLE_PEERS
    idle.communicate("")
