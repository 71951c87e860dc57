"""Scripts are programs without a suffix; tests run them as a person would, on a folder made for the test."""
import pathlib
import subprocess
import sys

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SCRIPTS))


@pytest.fixture
def tree(tmp_path):
    """Writes files: `tree({"Sources/A/B.swift": "…"})` gives the folder."""

    def write(files):
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path

    return write


@pytest.fixture
def run():
    """Runs a script on a folder; gives its exit code and the lines it printed."""

    def run(script, folder):
        result = subprocess.run([SCRIPTS / script, folder], capture_output=True, text=True)
        assert result.stderr == "", result.stderr
        return result.returncode, result.stdout.splitlines()

    return run
