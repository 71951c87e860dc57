"""Compares what everybody saw with what the server has on record in the end."""
import json
from bisect import bisect_left, bisect_right

from .page import apply


def verify(history, truths):
    """`truths`: for each session its record, [{seq, role, peer, action (as text)}, …]. Adds faults to the history."""
    for session, entries in truths.items():
        seqs = [entry["seq"] for entry in entries]
        if any(a >= b for a, b in zip(seqs, seqs[1:])):
            history.fault(f"{session}: a number twice or out of order in the record")
        check_senders(history, session, entries)
        for given in history.given:
            if given.session == session:
                check_listener(history, given, entries, seqs)
        for life in history.lives:
            if life.session == session:
                check_page(history, life, entries)


def check_senders(history, session, entries):
    """Every promise kept, nothing twice, each sender's actions in its own order."""
    names = {}  # text is unique: every action carries its sender and number, or is the one of its kind
    for key, text in history.dispatched.items():
        if key[0] == session:
            names.setdefault((key[1], key[2], text), []).append(key)
    by_seq = {entry["seq"]: entry for entry in entries}
    for key, seq in history.acks.items():
        if key[0] != session:
            continue
        entry = by_seq.get(seq)
        if entry is None:
            history.fault(f"{key}: confirmed as {seq} and lost")
        elif (entry["role"], entry["peer"], entry["text"]) != (key[1], key[2], history.dispatched[key]):
            history.fault(f"{key}: confirmed as {seq}, where the record has {entry['peer']}: {entry['text'][:80]}")
    last = {}
    for entry in entries:
        keys = names.get((entry["role"], entry["peer"], entry["text"]), [])
        if not keys:
            history.fault(f"{session}: seq {entry['seq']} or another is on record more often than it was dispatched")
            continue
        key = keys.pop(0)
        number = int(key[3])
        if key in history.excused:
            continue  # refused once, so its sender let others go first
        if number <= last.get(key[1:3], 0):
            history.fault(f"{key}: recorded after number {last[key[1:3]]} of the same sender")
        last[key[1:3]] = number


def is_for(given, entry):
    return given.role == "observer" or entry["role"] == "map"


def check_listener(history, given, entries, seqs):
    who = f"{given.session}/{given.peer}"
    received = {seq: text for seq, _, text in given.entries}
    if len(received) != len(given.entries):
        history.fault(f"{who}: a seq was given twice")
    low, high = bisect_right(seqs, given.start), bisect_right(seqs, given.position)
    for entry in entries[low:high]:
        if is_for(given, entry) and entry["peer"] != given.peer:
            if entry["seq"] not in received:
                history.fault(f"{who}: never given seq {entry['seq']}, stands at {given.position}")
            elif received[entry["seq"]] != entry["text"]:
                history.fault(f"{who}: seq {entry['seq']} came as {received[entry['seq']][:80]}")
    promised = {seq: key for key, seq in history.acks.items() if key[0] == given.session}
    on_record = set(seqs)
    for seq in received:
        if seq not in on_record and seq in promised:
            history.fault(f"{who}: seq {seq} was given and confirmed and is not on record")
    for after, replayed, told in given.resumes:
        least = sum(is_for(given, entry) for entry in entries[bisect_right(seqs, after) : bisect_right(seqs, told)])
        if replayed < least:
            history.fault(f"{who}: resumed after {after} with {replayed} replayed, there were {least} up to {told}")


def check_page(history, life, entries):
    who = f"{life.session}/{life.peer}"
    if life.ready_seq and life.passes:
        end = entries[-1]["seq"] if not life.is_over else max(life.passes)
        first = bisect_left([entry["seq"] for entry in entries], life.ready_seq)
        for entry in entries[first:]:
            if entry["seq"] <= end and entry["type"] == "SOAK" and entry["seq"] not in life.passes:
                history.fault(f"{who}: never given seq {entry['seq']}; READY was {life.ready_seq}")
    if life.is_over:
        return
    model = {}
    for entry in entries:
        if entry["role"] == "client":
            apply(model, json.loads(entry["text"]))
    if life.state != model:
        wrong = {kind for kind in {*model, *life.state} if model.get(kind) != life.state.get(kind)}
        history.fault(f"{who}: state differs from the model in {[(k, life.state.get(k), model.get(k)) for k in wrong]}")
