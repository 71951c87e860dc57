"""Compares what everybody saw with what the server has on record in the end, and with what it may have let go of."""
import json
import time

from .known import Known
from .page import VIEWS, apply


def verify(history, truths):
    """`truths`: for each room its record, [{seq, role, peer, text of the action}, …], None where its session was
    deleted. Adds faults to the history."""
    for room, record in truths.items():
        seqs = [entry["seq"] for entry in record or []]
        if any(a >= b for a, b in zip(seqs, seqs[1:])):
            history.fault(f"{room}: a number twice or out of order in the record")
        known = Known(history, room, record or [])
        if record is not None:
            check_record(history, room, known, seqs)
        check_senders(history, room, known)
        check_floors(history, room, known)
        for given in history.given:
            if given.room == room:
                check_listener(history, given, known, seqs)
        for life in history.lives:
            if life.room == room:
                check_page(history, life, known, is_deleted=record is None)


def check_record(history, room, known, seqs):
    """Every promise kept, but for what may have been trimmed: the beginning, and no more than the limits say."""
    on_record, first = set(seqs), seqs[0] if seqs else None
    for key, promised in history.acks.items():
        if key[0] == room and first is not None and promised[-1] >= first and promised[-1] not in on_record:
            history.fault(f"{key}: confirmed as {promised[-1]} and lost")
    if known.seqs and not known.may_lack(first or known.seqs[-1] + 1, known.seqs[-1], time.monotonic()):
        history.fault(f"{room}: the record begins at {first}, which is later than {history.retention} lets it")


def check_senders(history, room, known):
    """Nothing twice, each sender's actions in its own order, and none of anybody else."""
    said, seen = {}, set()  # said: of each sender (number, seq), both rising
    for entry in known.entries:
        key = known.key_of(entry)
        if key is None:
            if entry.text not in history.strays:
                history.fault(f"{room}: seq {entry.seq} was not dispatched there: {entry.peer}: {entry.text[:80]}")
        elif key in seen:
            earlier = known.places[key][known.places[key].index(entry.seq) - 1]
            if not may_be_new(known, earlier, entry):
                history.fault(f"{key}: is on record more often than it was dispatched: as {earlier} and {entry.seq}")
        elif key not in history.excused:  # who was refused once let others go first
            check_order(history, key, entry, said.setdefault(key[1:3], []), known)
        seen.add(key)


def check_order(history, key, entry, said, known):
    number = tuple(map(int, key[3].split("#")))
    if not said or number > said[-1][0]:
        return said.append((number, entry.seq))
    # Unless it was on record in its place, unconfirmed, and trimmed there before it was dispatched again.
    before = [seq for earlier, seq in said if earlier < number]
    if not may_be_new(known, before[-1] if before else 0, entry):
        history.fault(f"{key}: recorded as {entry.seq} after {said[-1]}, (number, seq), of the same sender")


def may_be_new(known, earlier, entry):
    """Whether what was as early as `earlier` may have been trimmed when `entry` was recorded. When that was is not
    known to the second: where the limit is an age, `check_floors` looks."""
    return known.may_drop(earlier + 1, entry.seq - 1)


def check_floors(history, room, known):
    """Nobody is told of a loss that the limits do not allow."""
    for floor in history.floors:
        if floor.room == room and known.seqs and not known.may_lack(
                floor.below, known.newest_at(floor.at), floor.at):
            history.fault(
                f"{room}: {floor.who}: nothing below {floor.below} is kept, and the newest was at most "
                f"{known.newest_at(floor.at)}: {history.retention} keeps more")


def is_for(given, entry):
    return (given.role == "observer" or entry.role == "map") and entry.peer != given.peer


def check_listener(history, given, known, seqs):
    who = f"{given.room}/{given.peer}"
    received = {seq: text for seq, _, text in given.entries}
    if len(received) != len(given.entries):
        history.fault(f"{who}: a seq was given twice")
    for entry in known.behind(given.start, given.position):
        if not is_for(given, entry):
            continue
        if entry.seq in received:
            if received[entry.seq] != entry.text:
                history.fault(f"{who}: seq {entry.seq} came as {received[entry.seq][:80]}")
        elif not any(after < entry.seq < first for after, first in given.holes):
            history.fault(f"{who}: never given seq {entry.seq}, stands at {given.position}")
    check_origin(history, who, given, seqs)
    for after, replayed, told in given.resumes:
        least = sum(is_for(given, entry) for entry in known.behind(after, told))
        if replayed < least:
            history.fault(f"{who}: resumed after {after} with {replayed} replayed, there were {least} up to {told}")


def check_origin(history, who, given, seqs):
    """What came was dispatched in this room, and if it was confirmed it is on record, or was trimmed."""
    texts = {text for key, text in history.dispatched.items() if key[0] == given.room}
    promised = {seq for key, promises in history.acks.items() if key[0] == given.room for seq in promises}
    on_record = set(seqs)
    for seq, peer, text in given.entries:
        if text not in texts and text not in history.strays:
            history.fault(f"{who}: seq {seq} was not dispatched there: {peer}: {text[:80]}")
        if seqs and seq >= seqs[0] and seq not in on_record and seq in promised:
            history.fault(f"{who}: seq {seq} was given and confirmed and is not on record")


def check_page(history, life, known, is_deleted):
    who = f"{life.room}/{life.peer}"
    if life.ready_seq and life.passes:
        end = max(life.passes) if life.is_over or is_deleted else known.seqs[-1]
        for entry in known.behind(life.ready_seq - 1, end):
            if entry.kind == "SOAK" and entry.seq not in life.passes:
                history.fault(f"{who}: never given seq {entry.seq}; READY was {life.ready_seq}")
    if not (life.is_over or is_deleted):
        check_state(history, who, life, known)


def check_state(history, who, life, known):
    """The page ended up with what was dispatched, in its order."""
    model, newest = {}, {}
    for entry in known.entries:
        if entry.role == "client":
            apply(model, json.loads(entry.text))
            newest[entry.kind] = entry.seq
    if "LOAD_MAP" not in model:
        # A view from before the page's READY waits for a MAP_LOADED that nothing asked for (wire contract §4).
        for kind in VIEWS & model.keys() - life.state.keys():
            if newest[kind] < life.ready_seq:
                del model[kind]
    if life.state != model:
        wrong = {kind for kind in {*model, *life.state} if model.get(kind) != life.state.get(kind)}
        differs = [(kind, life.state.get(kind), model.get(kind)) for kind in wrong]
        history.fault(f"{who}: state differs from the model in {differs}; READY was {life.ready_seq} of "
                      f"{known.seqs[-1:]}, and the map {model.get('LOAD_MAP')}")
