"""The server under test, on a data folder whose disk can be made to run full."""
import asyncio
import ctypes
import os
import resource
import shutil
import signal
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "Tests/Browser"))
from tmaps_server import TMapsServer  # noqa: E402

FLAGS = ["--max-queue", "1048576"]
EXPECTED = ["the last stop was not clean", "storage", "session cannot be loaded", "cannot be loaded", "records after"]
DISK_MIB = 4096
REMOUNT = 32  # MS_REMOUNT of mount(2)


class Disk:
    """A folder whose file system has an end: a tmpfs for root, else a limit on the size of the server's files."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="tmaps-soak-"))
        self._libc = ctypes.CDLL(None, use_errno=True)
        self.is_mounted = os.geteuid() == 0 and self._mount(f"size={DISK_MIB}m") == 0
        self.kind = "tmpfs" if self.is_mounted else "RLIMIT_FSIZE"

    def _mount(self, options, flags=0):
        return self._libc.mount(b"tmpfs", str(self.folder).encode(), b"tmpfs", flags, options.encode())

    def fill(self, pid):
        """From now on the disk takes next to nothing more."""
        if self.is_mounted:
            # It grows while it is looked at, and cannot be made smaller than what is in it.
            spare = 64 << 10
            while self._mount(f"size={shutil.disk_usage(self.folder).used + spare}", REMOUNT):
                spare *= 2
        else:
            largest = max((path.stat().st_size for path in self.folder.rglob("*") if path.is_file()), default=0)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))

    def free(self, pid):
        if self.is_mounted:
            if self._mount(f"size={DISK_MIB}m", REMOUNT):
                raise OSError(ctypes.get_errno(), "the tmpfs cannot be given its size back")
        elif pid is not None:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def remove(self):
        if self.is_mounted:
            self._libc.umount2(str(self.folder).encode(), 2)  # MNT_DETACH
        shutil.rmtree(self.folder, ignore_errors=True)


class Server:
    """Calls that wait run in a thread, so that the peers live on."""

    def __init__(self, disk, log_folder, proxy, retention):
        # Past a file-size limit the kernel's default is to kill; the handler is inherited by the server.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        self.disk = disk
        self._flags = [*FLAGS, *retention.flags, "--allow-host", f"127.0.0.1:{proxy.port}"]
        bundle = REPOSITORY / "Tests/Browser/fake-bundle"
        self._server = TMapsServer(disk.folder / "data", *self._flags, bundle=bundle)
        self._server.log = log_folder / "server.stderr"
        self._server.allowed_in_log += EXPECTED
        self.starts = 0

    @property
    def port(self):
        return self._server.port

    @property
    def pid(self):
        return self._server.process.pid

    @property
    def log(self):
        return self._server.log

    @property
    def data(self):
        return self._server.data

    async def start(self):
        await asyncio.to_thread(self._server.start)
        self.starts += 1

    async def kill(self):
        await asyncio.to_thread(self._server.kill)

    async def stop(self):
        """SIGTERM; fails unless it ends by itself in time, with 0 and nothing odd in its log."""
        await asyncio.to_thread(self._server.stop)

    def freeze(self):
        self._server.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self._server.process.send_signal(signal.SIGCONT)

    async def copy_on(self, folder):
        """A second server on a copy of the files as they lie on the disk this moment."""
        self.freeze()
        try:
            await asyncio.to_thread(shutil.copytree, self.data, folder / "data")
        finally:
            self.thaw()
        copy = TMapsServer(folder / "data", *self._flags, bundle=REPOSITORY / "Tests/Browser/fake-bundle")
        copy.log = folder / "copy.stderr"
        copy.allowed_in_log += EXPECTED
        return copy

    def end(self):
        """Whatever state it is in."""
        process = self._server.process
        if process and process.poll() is None:
            process.kill()
            process.wait()
