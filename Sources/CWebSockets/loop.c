// The loop's life, its turns, and what libwebsockets calls.
#include "internal.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

// MARK: events from libwebsockets

/// What lws held back has left: the peer's system is alive, and takes more.
static void writeable(conn *c) {
    if (c->dropped) return;
    if (c->count) c->heard = uv_now(&c->loop->uv), c->pinged = false;
    if (c->kind == CWS_HTTP && !c->lingering) c->deadline = 0;
    if (c->count || c->kind == CWS_HTTP || c->awaits_drain) cws_move(c, &c->loop->dirty);
}

/// A socket of our own that lws has taken: its connection becomes the wsi's user.
static void adopted(struct lws *wsi) {
    cws_loop *loop = lws_context_user(lws_get_context(wsi));
    conn *c = loop->adopting;
    if (!c) return;
    loop->adopting = NULL;
    c->wsi = wsi;
    lws_set_wsi_user(wsi, c);
}

/// A connection opens, is asked to close, or is gone.
static int life_callback(struct lws *wsi, enum lws_callback_reasons reason, conn *c, void *in, size_t length) {
    switch (reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        if (!c) adopted(wsi);
        return 0;
    case LWS_CALLBACK_ESTABLISHED:
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        if (!c) return -1;
        cws_opened(c);
        return 0;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        return c ? cws_peer_close(c, in, length) : -1;
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_CLIENT_CLOSED:
    case LWS_CALLBACK_RAW_CLOSE:
    case LWS_CALLBACK_WSI_DESTROY:
        if (c) cws_conn_gone(c);
        return 0;
    case LWS_CALLBACK_RAW_ADOPT:  // a CONNECT request: lws would leave the socket to us from here
    case LWS_CALLBACK_RAW_RX:
        return -1;
    default:
        return 0;
    }
}

int cws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    conn *c = user;
    switch (reason) {
    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return c ? cws_receive(c, in, length) : -1;
    case LWS_CALLBACK_RECEIVE_PONG:
    case LWS_CALLBACK_CLIENT_RECEIVE_PONG:
        if (c) c->heard = uv_now(&c->loop->uv), c->pinged = false;
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_CLIENT_WRITEABLE:
    case LWS_CALLBACK_HTTP_WRITEABLE:
        if (c) writeable(c);
        return 0;
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
    case LWS_CALLBACK_CLIENT_FILTER_PRE_ESTABLISH:
        return c ? cws_client_callback(c, reason, in, length) : 0;
    case LWS_CALLBACK_HTTP:
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return c ? cws_http_callback(c, reason, in, length) : -1;
    case LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION:
        if (!length) cws_note_distrust(wsi, user);
        return 0;
    default:
        return life_callback(wsi, reason, c, in, length);
    }
}

static void link_init(cws_link *l) { l->next = l->previous = l; }

// MARK: turns

static void flush(conn *c) {
    if (c->doomed) return cws_conn_gone(c);
    if (!c->wsi || c->dropped) return;
    if (c->kind == CWS_CONNECTING) return;
    if (!cws_drain(c, false)) return cws_conn_drop(c);
    if (c->kind == CWS_HTTP)
        cws_http_flushed(c);
    else if (c->count && !lws_partial_buffered(c->wsi))
        cws_move(c, &c->loop->dirty);
    if (!c->awaits_drain || c->count || c->closing || lws_partial_buffered(c->wsi)) return;
    c->awaits_drain = false;
    c->loop->active = true;
    c->loop->on.drained(c->loop->ctx, c->user, cws_handle(c));
}

/// The end of a turn: what was gathered is sent. Runs before and after the loop waits, so that what timers send does
/// not wait either.
static void end_turn(cws_loop *loop) {
    if (loop->hungry_count) cws_read_more(loop);
    if (loop->active) {
        loop->active = false;
        loop->on.turn(loop->ctx);
    }
    cws_link batch;  // what is put back meanwhile belongs to the next turn
    batch = loop->dirty;
    if (batch.next == &loop->dirty) {
        link_init(&batch);
    } else {
        batch.next->previous = batch.previous->next = &batch;
        link_init(&loop->dirty);
    }
    while (batch.next != &batch) {
        conn *c = (conn *)batch.next;
        cws_move(c, NULL);
        flush(c);
    }
    for (cws_link *l = loop->stalled.next, *next; l != &loop->stalled; l = next) {
        next = l->next;
        cws_http_swallow((conn *)l);
    }
    if (loop->needs_service && loop->context) {
        loop->needs_service = false;
        lws_cancel_service(loop->context);
    }
}

static void idle_ran(uv_idle_t *idle) { (void)idle; }

static void check_ran(uv_check_t *check) { end_turn(check->data); }

static void prepare_ran(uv_prepare_t *prepare) {
    cws_loop *loop = prepare->data;
    end_turn(loop);
    if (loop->dirty.next != &loop->dirty || loop->active)
        uv_idle_start(&loop->idle, idle_ran);
    else
        uv_idle_stop(&loop->idle);
}

static void async_ran(uv_async_t *async) {
    cws_loop *loop = async->data;
    loop->active = true;
    loop->on.wake(loop->ctx);
}

static void timer_ran(uv_timer_t *timer) {
    cws_loop *loop = timer->data;
    loop->active = true;
    loop->on.timer(loop->ctx);
}

void cws_wake(cws_loop *loop) { uv_async_send(&loop->async); }

uint64_t cws_now_us(cws_loop *loop) {
    (void)loop;
    return uv_hrtime() / 1000;
}

void cws_set_timer(cws_loop *loop, int64_t ms) {
    if (ms < 0) {
        uv_timer_stop(&loop->timer);
        return;
    }
    uv_update_time(&loop->uv);
    uv_timer_start(&loop->timer, timer_ran, (uint64_t)ms, 0);
}

// MARK: life

static void start_handles(cws_loop *loop) {
    loop->check.data = loop->prepare.data = loop->idle.data = loop->async.data = loop;
    loop->timer.data = loop->sweep.data = loop->accept_again.data = loop;
    uv_check_init(&loop->uv, &loop->check);
    uv_prepare_init(&loop->uv, &loop->prepare);
    uv_idle_init(&loop->uv, &loop->idle);
    uv_async_init(&loop->uv, &loop->async, async_ran);
    uv_timer_init(&loop->uv, &loop->timer);
    uv_timer_init(&loop->uv, &loop->sweep);
    uv_timer_init(&loop->uv, &loop->accept_again);
    uv_check_start(&loop->check, check_ran);
    uv_prepare_start(&loop->prepare, prepare_ran);
    // One timer looks after all connections: those of lws are kept in a sorted list, a linear insertion each.
    uint64_t interval = loop->config.ping_after_ms;
    if (loop->config.hang_up_after_ms < interval) interval = loop->config.hang_up_after_ms;
    if (loop->config.close_deadline_ms < interval) interval = loop->config.close_deadline_ms;
    interval = interval / 4 > 500 ? 500 : interval / 4 < 10 ? 10 : interval / 4;
    uv_timer_start(&loop->sweep, cws_sweep, interval, interval);
}

cws_loop *cws_loop_create(const cws_config *config, const cws_handlers *handlers, char *error, size_t capacity) {
    cws_loop *loop = calloc(1, sizeof *loop);
    if (loop) loop->join = malloc(LWS_PRE + CWS_JOIN);
    if (!loop || !loop->join || uv_loop_init(&loop->uv)) {
        snprintf(error, capacity, "no memory or no descriptors for an event loop");
        if (loop) free(loop->join);
        free(loop);
        return NULL;
    }
    loop->on = *handlers;
    loop->config = *config;
    loop->config.receive_buffer = cws_pick(config->receive_buffer, 1536);
    loop->config.max_message = cws_pick(config->max_message, 4 << 20);
    loop->config.handshake_timeout_ms = cws_pick(config->handshake_timeout_ms, 10000);
    loop->config.ping_after_ms = cws_pick(config->ping_after_ms, 25000);
    loop->config.hang_up_after_ms = cws_pick(config->hang_up_after_ms, 35000);
    loop->config.close_deadline_ms = cws_pick(config->close_deadline_ms, 5000);
    link_init(&loop->dirty);
    link_init(&loop->stalled);
    loop->spare_descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    start_handles(loop);
    // Where it fails, what is left of the loop stays: lws has handles in it that it takes down only while a loop runs.
    return cws_context_create(loop, error, capacity) ? loop : NULL;
}

void cws_loop_run(cws_loop *loop, const char *thread_name) {
    if (thread_name) prctl(PR_SET_NAME, thread_name, 0, 0, 0);
    cws_log_for(loop);
    if (!loop->stopping) uv_run(&loop->uv, UV_RUN_DEFAULT);
    loop->stopping = true;
    cws_stop_listening(loop);
    cws_context_destroy(loop);
    for (uint32_t i = 0; i < loop->slot_count; i++)
        if (loop->slots[i]) cws_conn_gone(loop->slots[i]);
    cws_log_for(NULL);
}

void cws_loop_set_context(cws_loop *loop, void *ctx) { loop->ctx = ctx; }

void cws_loop_stop(cws_loop *loop) {
    loop->stopping = true;
    uv_stop(&loop->uv);
}

static void close_handle(uv_handle_t *handle, void *unused) {
    (void)unused;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

void cws_loop_destroy(cws_loop *loop) {
    loop->stopping = true;
    if (loop->context && !loop->abandoned) cws_loop_run(loop, NULL);
    if (loop->abandoned) return;
    uv_walk(&loop->uv, close_handle, NULL);
    uv_run(&loop->uv, UV_RUN_DEFAULT);
    uv_loop_close(&loop->uv);
    if (loop->spare_descriptor >= 0) close(loop->spare_descriptor);
    cws_free_trusts(loop);
    for (int i = 0; i < CWS_MAX_SUBPROTOCOLS; i++) free(loop->subprotocols[i]);
    free(loop->slots);
    free(loop->generations);
    free(loop->free_slots);
    free(loop->join);
    free(loop);
}
