// The table of connections: numbers that name them, the lists they wait in, and their end.
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static void link_init(cws_link *l) { l->next = l->previous = l; }

void cws_move(conn *c, cws_link *list) {
    c->link.next->previous = c->link.previous;
    c->link.previous->next = c->link.next;
    if (!list) return link_init(&c->link);
    c->link.previous = list->previous;
    c->link.next = list;
    list->previous->next = &c->link;
    list->previous = &c->link;
}

static bool grow_slots(cws_loop *loop) {
    uint32_t old = loop->slot_count, count = old ? old * 2 : 64;
    conn **slots = realloc(loop->slots, count * sizeof *slots);
    if (slots) loop->slots = slots;
    uint32_t *generations = realloc(loop->generations, count * sizeof *generations);
    if (generations) loop->generations = generations;
    uint32_t *unused = realloc(loop->free_slots, count * sizeof *unused);
    if (unused) loop->free_slots = unused;
    if (!slots || !generations || !unused) return false;
    for (uint32_t i = count; i-- > old;) {
        loop->slots[i] = NULL;
        loop->generations[i] = 1;
        loop->free_slots[loop->free_count++] = i;
    }
    loop->slot_count = count;
    return true;
}

conn *cws_conn_new(cws_loop *loop, cws_kind kind) {
    if (!loop->free_count && !grow_slots(loop)) return NULL;
    conn *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    link_init(&c->link);
    c->loop = loop;
    c->kind = kind;
    c->heard = uv_now(&loop->uv);
    c->slot = loop->free_slots[--loop->free_count];
    c->generation = loop->generations[c->slot];
    loop->slots[c->slot] = c;
    return c;
}

conn *cws_conn_find(cws_loop *loop, cws_conn handle) {
    uint32_t slot = (uint32_t)handle;
    if (slot >= loop->slot_count) return NULL;
    conn *c = loop->slots[slot];
    return c && c->generation == (uint32_t)(handle >> 32) ? c : NULL;
}

cws_conn cws_handle(const conn *c) { return (uint64_t)c->generation << 32 | c->slot; }

void cws_conn_renew(conn *c) {
    if (!++c->loop->generations[c->slot]) c->loop->generations[c->slot] = 1;
    c->generation = c->loop->generations[c->slot];
}

static void conn_free(conn *c) {
    cws_move(c, NULL);
    cws_discard_queue(c);
    cws_conn_renew(c);
    c->loop->slots[c->slot] = NULL;
    c->loop->free_slots[c->loop->free_count++] = c->slot;
    free(c->assembly);
    free(c->close_frame);
    free(c->client_headers);
    free(c);
}

void cws_conn_gone(conn *c) {
    if (c->wsi) lws_set_wsi_user(c->wsi, NULL);
    c->wsi = NULL;
    c->closing = true;
    if (c->loop->connecting == c) {  // reported in the next turn, never during cws_connect
        c->doomed = true;
        return;
    }
    if (c->kind == CWS_CONNECTING && !c->close_frame) cws_keep_reason(c, CWS_NO_ANSWER);
    if (c->user || c->owes_answer) {
        c->loop->active = true;
        uint16_t code = c->close_code ? c->close_code : 1006;
        const char *reason = c->close_frame ? (const char *)c->close_frame + 4 : "";
        c->loop->on.closed(c->loop->ctx, c->user, cws_handle(c), code, reason, c->reason_length, c->status);
    }
    conn_free(c);
}

void cws_conn_drop(conn *c) {
    if (c->dropped || !c->wsi) return;
    c->dropped = c->closing = true;
    cws_move(c, NULL);
    cws_discard_queue(c);
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
    c->loop->needs_service = true;
}
