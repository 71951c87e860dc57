// WebSocket messages: putting them together, checking them, closing, and noticing the dead.
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t ping[] = {0x89, 1, '?'};  // with a byte of payload: lws does not tell of an empty pong

// MARK: receiving

static bool reserve(conn *c, size_t needed, bool exact) {
    if (needed <= c->assembly_capacity) return true;
    size_t capacity = exact || needed > c->loop->config.max_message / 2 ? needed : needed * 2;
    uint8_t *grown = realloc(c->assembly, capacity);
    if (!grown) return false;
    c->assembly = grown;
    c->assembly_capacity = capacity;
    return true;
}

static void deliver(conn *c, const uint8_t *bytes, size_t length) {
    if (!cws_is_utf8(bytes, length)) return cws_begin_close(c, 1007, "not UTF-8", 9);
    c->loop->active = true;
    c->loop->on.message(c->user, bytes, length);
}

static void assemble(conn *c, const uint8_t *bytes, size_t length, size_t remaining, bool last) {
    if (!reserve(c, c->assembled + length + remaining, !c->in_message && lws_is_final_fragment(c->wsi)))
        return cws_begin_close(c, 1011, "out of memory", 13);
    if (length) memcpy(c->assembly + c->assembled, bytes, length);
    c->assembled += length;
    c->in_message = !last;
    if (!last) return;
    uint8_t *message = c->assembly;
    length = c->assembled;
    c->assembly = NULL;  // an idle connection keeps no buffer
    c->assembled = c->assembly_capacity = 0;
    deliver(c, message, length);
    free(message);
}

static void note_appetite(conn *c, size_t length) {
    cws_loop *loop = c->loop;
    uint32_t full = loop->config.receive_buffer / 2, before = c->heard_bytes;
    c->heard_bytes += (uint32_t)length;
    if (before < full && c->heard_bytes >= full && loop->hungry_count < CWS_HUNGRY)
        loop->hungry[loop->hungry_count++] = cws_handle(c);
}

void cws_read_more(cws_loop *loop) {
    for (int round = 0; round < CWS_MORE_READS && loop->hungry_count; round++) {
        uint32_t count = loop->hungry_count;
        loop->hungry_count = 0;  // those that are still hungry enter themselves again, never ahead of the reading
        for (uint32_t i = 0; i < count; i++) {
            conn *c = cws_conn_find(loop, loop->hungry[i]);
            if (!c || !c->wsi || c->closing || c->paused) continue;
            c->heard_bytes = 0;
            int fd = lws_get_socket_fd(c->wsi);
            struct lws_pollfd readable = {.fd = fd, .events = LWS_POLLIN, .revents = LWS_POLLIN};
            lws_service_fd(loop->context, &readable);
        }
    }
    for (uint32_t i = 0; i < loop->hungry_count; i++) {
        conn *c = cws_conn_find(loop, loop->hungry[i]);
        if (c) c->heard_bytes = 0;
    }
    loop->hungry_count = 0;
}

int cws_receive(conn *c, const uint8_t *bytes, size_t length) {
    static const uint8_t nothing[1];
    c->heard = uv_now(&c->loop->uv);
    c->pinged = false;
    if (c->closing) return 0;
    note_appetite(c, length);
    size_t remaining = lws_remaining_packet_payload(c->wsi), max = c->loop->config.max_message;
    bool last = !remaining && lws_is_final_fragment(c->wsi);
    if (lws_frame_is_binary(c->wsi))
        cws_begin_close(c, 1003, "text only", 9);
    else if (remaining > max || c->assembled + length + remaining > max)
        cws_begin_close(c, 1009, "message too large", 17);
    else if (last && !c->in_message)
        deliver(c, length ? bytes : nothing, length);
    else
        assemble(c, bytes, length, remaining, last);
    return 0;
}

/// Well-formed sequences only (RFC 3629 §4): no overlong ones, no surrogates, nothing above U+10FFFF.
static size_t sequence_length(const uint8_t *p, size_t left) {
    uint8_t a = p[0], low = 0x80, high = 0xbf;
    size_t n = a >= 0xc2 && a <= 0xdf ? 2 : a >= 0xe0 && a <= 0xef ? 3 : a >= 0xf0 && a <= 0xf4 ? 4 : 0;
    if (!n || n > left) return 0;
    if (a == 0xe0) low = 0xa0;
    if (a == 0xed) high = 0x9f;
    if (a == 0xf0) low = 0x90;
    if (a == 0xf4) high = 0x8f;
    if (p[1] < low || p[1] > high) return 0;
    for (size_t i = 2; i < n; i++)
        if ((p[i] & 0xc0) != 0x80) return 0;
    return n;
}

bool cws_is_utf8(const uint8_t *bytes, size_t length) {
    size_t i = 0;
    while (i < length) {
        uint64_t eight;
        while (i + 8 <= length && (memcpy(&eight, bytes + i, 8), !(eight & 0x8080808080808080u))) i += 8;
        while (i < length && bytes[i] < 0x80) {
            if (i + 8 <= length && bytes[i + 7] < 0x80 && (i & 7) == 0) break;
            i++;
        }
        if (i >= length) return true;
        if (bytes[i] < 0x80) {
            i++;
            continue;
        }
        size_t n = sequence_length(bytes + i, length - i);
        if (!n) return false;
        i += n;
    }
    return true;
}

// MARK: opening and closing

void cws_opened(conn *c) {
    const struct lws_protocols *protocol = lws_get_protocol(c->wsi);
    if (c->kind == CWS_HTTP)
        for (int i = 0; c->loop->subprotocols[i]; i++)
            if (protocol && protocol->name == c->loop->subprotocols[i]) c->subprotocol = c->loop->subprotocols[i];
    c->kind = CWS_WEBSOCKET;
    c->begun = c->ended = false;
    c->deadline = 0;
    c->heard = uv_now(&c->loop->uv);
    c->loop->active = true;
    c->loop->on.opened(c->loop->ctx, c->user, cws_handle(c), c->subprotocol);
}

static void keep_close(conn *c, uint16_t code, const void *reason, size_t length) {
    if (length > 123)  // no character is cut
        for (length = 123; length && (((const uint8_t *)reason)[length] & 0xc0) == 0x80;) length--;
    free(c->close_frame);
    c->close_frame = malloc(4 + 124);
    c->close_code = code;
    c->reason_length = 0;
    if (!c->close_frame) return;
    c->reason_length = (uint8_t)length;
    c->close_frame[0] = 0x88;
    c->close_frame[1] = (uint8_t)(length + 2);
    c->close_frame[2] = (uint8_t)(code >> 8);
    c->close_frame[3] = (uint8_t)code;
    if (length) memcpy(c->close_frame + 4, reason, length);
    c->close_frame[4 + length] = 0;
}

void cws_keep_reason(conn *c, const char *reason) { keep_close(c, 1006, reason, strlen(reason)); }

/// Our close frame goes through the queue like any other, so it comes after everything sent before it. lws' own way
/// sends none while output is waiting.
void cws_begin_close(conn *c, uint16_t code, const char *reason, size_t length) {
    if (c->closing || c->kind != CWS_WEBSOCKET) return;
    keep_close(c, code, reason, length);
    if (c->close_frame) cws_push(c, c->close_frame, (size_t)c->close_frame[1] + 2, NULL);
    c->closing = true;
    c->deadline = uv_now(&c->loop->uv) + c->loop->config.close_deadline_ms;
    if (c->paused) {  // the peer's answer is to be heard
        c->paused = false;
        lws_rx_flow_control(c->wsi, 1);
        c->loop->needs_service = true;
    }
    free(c->assembly);
    c->assembly = NULL;
    c->assembled = c->assembly_capacity = 0;
}

/// The peer's close frame. 0 lets lws answer it and close; -1 closes at once, which is right when ours is out already.
int cws_peer_close(conn *c, const uint8_t *bytes, size_t length) {
    if (c->closing) {
        if (!c->dropped) cws_drain(c, true);
        return -1;
    }
    if (length >= 2)
        keep_close(c, (uint16_t)(bytes[0] << 8 | bytes[1]), bytes + 2, length - 2);
    else
        keep_close(c, 1005, NULL, 0);
    c->closing = true;
    c->deadline = uv_now(&c->loop->uv) + c->loop->config.close_deadline_ms;
    return 0;
}

void cws_close(cws_loop *loop, cws_conn handle, uint16_t code, const char *reason, size_t length) {
    conn *c = cws_conn_find(loop, handle);
    if (c) cws_begin_close(c, code, reason, length);
}

void cws_abort(cws_loop *loop, cws_conn handle) {
    conn *c = cws_conn_find(loop, handle);
    if (c) cws_conn_drop(c);
}

void cws_pause(cws_loop *loop, cws_conn handle, bool paused) {
    conn *c = cws_conn_find(loop, handle);
    if (!c || !c->wsi || c->kind != CWS_WEBSOCKET || c->closing || c->paused == paused) return;
    c->paused = paused;
    lws_rx_flow_control(c->wsi, !paused);
    loop->needs_service = true;  // what is left in lws' buffer is to be delivered
}

// MARK: looking after all of them

static void look_after(conn *c, uint64_t now) {
    const cws_config *config = &c->loop->config;
    if (c->deadline && now >= c->deadline) return cws_conn_drop(c);
    if (c->kind == CWS_HTTP) {
        // From the first packet, over TLS' handshake and HTTP's together: lws 4.1 would time each of them anew, and the
        // former by a time of its own.
        bool is_late = !c->asked && now - c->heard >= config->handshake_timeout_ms;
        if (is_late || cws_http_abandoned(c)) cws_conn_drop(c);
        return;
    }
    if (c->kind != CWS_WEBSOCKET || c->closing) return;
    if (c->paused) c->heard = now;  // silent because we do not listen
    uint64_t silence = now - c->heard;
    if (silence >= config->hang_up_after_ms) {
        char reason[64];
        int n = snprintf(reason, sizeof reason, "nothing heard for %llu ms", (unsigned long long)silence);
        cws_begin_close(c, 4001, reason, (size_t)n);
        c->deadline = now + 1;  // the next sweep: a dead peer does not answer
    } else if (silence >= config->ping_after_ms && !c->pinged) {
        c->pinged = cws_push(c, ping, sizeof ping, NULL);
    }
}

void cws_sweep(uv_timer_t *timer) {
    cws_loop *loop = timer->data;
    uint64_t now = uv_now(&loop->uv);
    for (uint32_t i = 0; i < loop->slot_count; i++) {
        conn *c = loop->slots[i];
        if (c && c->wsi && !c->dropped) look_after(c, now);
    }
}
