"""The table of small JSON texts (corpus.json) against Python's json in strict form and node's JSON.parse.

`accept` is what the bridge says (the Swift tests hold it to that). A reader that says otherwise has a key of its own in
the row, and the row says why. `hex` stands for `text` where the bytes are not UTF-8, or are long.
"""
import json
import pathlib
import subprocess

import pytest

CORPUS = json.loads((pathlib.Path(__file__).parent / "corpus.json").read_text())

NODE = """
const decoder = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});
const answers = JSON.parse(require('fs').readFileSync(0)).map((hex) => {
  try {
    JSON.parse(decoder.decode(Buffer.from(hex, 'hex')));
    return true;
  } catch {
    return false;
  }
});
console.log(JSON.stringify(answers));
"""


def data(row):
    return bytes.fromhex(row["hex"]) if "hex" in row else row["text"].encode()


def refuse(word):
    raise ValueError(f"{word} is not JSON")


def python_accepts(text):
    try:
        json.loads(text.decode(), parse_constant=refuse)
        return True
    except ValueError:
        return False


@pytest.fixture(scope="module")
def node_answers():
    texts = json.dumps([data(row).hex() for row in CORPUS])
    done = subprocess.run(["node", "-e", NODE], input=texts, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_the_table_is_large_and_says_nothing_twice():
    assert len(CORPUS) >= 300
    assert len({data(row) for row in CORPUS}) == len(CORPUS)
    assert 100 < sum(row["accept"] for row in CORPUS) < len(CORPUS) - 100


def test_a_difference_is_explained():
    for row in CORPUS:
        differs = any(row.get(reader, row["accept"]) != row["accept"] for reader in ("python", "node"))
        assert differs == bool(row.get("why")), row


def test_python_json():
    wrong = [row for row in CORPUS if python_accepts(data(row)) != row.get("python", row["accept"])]
    assert not wrong


def test_node_json_parse(node_answers):
    wrong = [row for row, answer in zip(CORPUS, node_answers) if answer != row.get("node", row["accept"])]
    assert not wrong
