// What waits to be sent on a connection, and the way it leaves: many frames in one raw write.
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { RING_START = 8, RING_KEPT = 64 };

static cws_piece *piece_at(conn *c, uint32_t index) { return &c->ring[(c->head + index) & (c->capacity - 1)]; }

static bool grow(conn *c) {
    uint32_t capacity = c->capacity ? c->capacity * 2 : RING_START;
    cws_piece *ring = malloc(capacity * sizeof *ring);
    if (!ring) return false;
    for (uint32_t i = 0; i < c->count; i++) ring[i] = *piece_at(c, i);
    free(c->ring);
    c->ring = ring;
    c->capacity = capacity;
    c->head = 0;
    return true;
}

static void let_go(conn *c, const uint8_t *bytes, void *owner) {
    if (!owner) return;
    if (bytes) return c->loop->on.release(owner);
    close(((cws_file *)owner)->descriptor);
    free(owner);
}

bool cws_push(conn *c, const uint8_t *bytes, size_t length, void *owner) {
    bool room = !c->closing && (bytes ? length > 0 : true);
    if (room && c->count == c->capacity) room = grow(c);
    if (!room) {
        let_go(c, bytes, owner);
        return false;
    }
    c->count++;
    *piece_at(c, c->count - 1) = (cws_piece){bytes, length, owner};
    c->queued += length;
    cws_move(c, &c->loop->dirty);
    return true;
}

/// Takes `length` bytes off the first piece, and the piece itself when it is used up.
static void take(conn *c, size_t length) {
    cws_piece *piece = piece_at(c, 0);
    c->queued -= length;
    c->sent_of_head += length;
    if (c->sent_of_head < piece->length) return;
    cws_piece done = *piece;
    c->sent_of_head = 0;
    c->head = (c->head + 1) & (c->capacity - 1);
    if (!--c->count && c->capacity > RING_KEPT) {
        free(c->ring);
        c->ring = NULL;
        c->capacity = c->head = 0;
    }
    let_go(c, done.bytes, done.owner);
}

void cws_discard_queue(conn *c) {
    while (c->count) take(c, piece_at(c, 0)->length - c->sent_of_head);
    free(c->ring);
    c->ring = NULL;
    c->capacity = c->head = 0;
    c->sent_of_head = c->frame_left = 0;
}

/// Keys nobody can predict (RFC 6455 §5.3), taken from the system many at a time.
static void fresh_mask(conn *c) {
    cws_loop *loop = c->loop;
    if (!loop->random_left) {
        size_t had = 0;
        while (had < sizeof loop->random) {
            ssize_t n = getrandom(loop->random + had, sizeof loop->random - had, 0);
            if (n > 0) had += (size_t)n;
        }
        loop->random_left = sizeof loop->random;
    }
    loop->random_left -= sizeof c->mask;
    memcpy(c->mask, loop->random + loop->random_left, sizeof c->mask);
}

/// Copies the beginnings of frames with the mask bit and a fresh key, and their payload masked (RFC 6455 §5.3).
/// Returns the bytes used of `from`; `*written` grows by those made.
static size_t mask(conn *c, const uint8_t *from, size_t length, uint8_t *to, size_t room, size_t *written) {
    size_t used = 0, made = 0;
    while (used < length) {
        if (!c->frame_left) {
            size_t header = (from[used + 1] & 127) < 126 ? 2 : (from[used + 1] & 127) == 126 ? 4 : 10;
            if (used + header > length || made + header + 4 > room) break;
            memcpy(to + made, from + used, header);
            to[made + 1] |= 0x80;
            c->frame_left = from[used + 1] & 127;
            if (header > 2) c->frame_left = 0;
            for (size_t i = 2; i < header; i++) c->frame_left = c->frame_left << 8 | from[used + i];
            fresh_mask(c);
            memcpy(to + made + header, c->mask, 4);
            c->mask_index = 0;
            used += header;
            made += header + 4;
        }
        size_t n = c->frame_left;
        if (n > length - used) n = length - used;
        if (n > room - made) n = room - made;
        for (size_t i = 0; i < n; i++) to[made + i] = from[used + i] ^ c->mask[(c->mask_index + i) & 3];
        c->mask_index = (uint8_t)((c->mask_index + n) & 3);
        c->frame_left -= n;
        used += n;
        made += n;
        if (!n && c->frame_left) break;
    }
    *written += made;
    return used;
}

/// Puts the beginning of a file piece into the join buffer. 0: the file is shorter than was promised, or unreadable.
static size_t read_file(conn *c, cws_piece *piece) {
    cws_file *file = piece->owner;
    size_t left = piece->length - c->sent_of_head;
    ssize_t n = pread(file->descriptor, c->loop->join + LWS_PRE, left < CWS_JOIN ? left : CWS_JOIN, file->offset);
    if (n <= 0) return 0;
    file->offset += n;
    return (size_t)n;
}

static bool is_outgoing(const conn *c) { return c->client_headers != NULL; }

/// Copies as many pieces as fit into the join buffer. Returns the bytes used of the queue, `*length` those made.
static size_t gather(conn *c, size_t *length) {
    uint8_t *join = c->loop->join + LWS_PRE;
    size_t used = 0, skip = c->sent_of_head;
    for (uint32_t i = 0; i < c->count; i++, skip = 0) {
        cws_piece *piece = piece_at(c, i);
        size_t left = piece->length - skip;
        if (!piece->bytes) break;
        if (is_outgoing(c)) {
            size_t masked = mask(c, piece->bytes + skip, left, join + *length, CWS_JOIN - *length, length);
            used += masked;
            if (masked < left) break;
        } else {
            if (left > CWS_JOIN - *length) break;
            memcpy(join + *length, piece->bytes + skip, left);
            *length += left;
            used += left;
        }
    }
    return used;
}

/// Gathers the next write and hands it to lws, which sends it at once or copies it. Returns false when that failed.
static bool write_some(conn *c, size_t *total) {
    cws_piece *first = piece_at(c, 0);
    uint8_t *from = c->loop->join + LWS_PRE;
    size_t length = 0, left = first->length - c->sent_of_head, used;
    if (!first->bytes) {
        used = length = read_file(c, first);
    } else if (left > CWS_JOIN / 2 && !is_outgoing(c)) {
        used = length = left < CWS_JOIN ? left : CWS_JOIN;
        // Sent from where it lies: a raw write changes nothing, whatever its parameter's type says.
        from = (uint8_t *)(uintptr_t)first->bytes + c->sent_of_head;
    } else {
        used = gather(c, &length);
    }
    if (!used) return false;
    // Raw: passed through as it is on HTTP/1 and on a WebSocket upgraded from it. The result may be less than the
    // length where bytes were already waiting inside lws; only a negative one is a failure.
    if (lws_write(c->wsi, from, length, LWS_WRITE_RAW) < 0) return false;
    c->begun = true;
    while (used) {
        left = piece_at(c, 0)->length - c->sent_of_head;
        size_t n = used < left ? used : left;
        take(c, n);
        used -= n;
    }
    *total += length;
    return true;
}

bool cws_drain(conn *c, bool all) {
    size_t total = 0, budget = c->kind == CWS_HTTP ? 2 * CWS_JOIN : CWS_TURN_BUDGET;
    while (c->count) {
        // Inside a frame everything goes to lws, which would otherwise put its own PONG in the middle.
        bool must = all || (c->kind == CWS_WEBSOCKET && c->sent_of_head > 0);
        if (!must && (total >= budget || lws_partial_buffered(c->wsi))) break;
        if (!write_some(c, &total)) return false;
    }
    return true;
}

size_t cws_send(cws_loop *loop, cws_conn handle, const uint8_t *bytes, size_t length, void *owner) {
    conn *c = cws_conn_find(loop, handle);
    if (!c || c->ended) {
        if (owner) loop->on.release(owner);
        return 0;
    }
    return cws_push(c, bytes, length, owner) ? c->queued : 0;
}

void cws_await_drain(cws_loop *loop, cws_conn handle) {
    conn *c = cws_conn_find(loop, handle);
    if (!c || c->closing) return;
    c->awaits_drain = true;
    cws_move(c, &loop->dirty);
}

size_t cws_queued(cws_loop *loop, cws_conn handle) {
    conn *c = cws_conn_find(loop, handle);
    return c ? c->queued : 0;
}
