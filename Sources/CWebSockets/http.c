// HTTP/1.1: requests, answers, and the gate through which a connection becomes a WebSocket.
#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

// MARK: reading a request

static const struct { enum lws_token_indexes token; const char *name; } methods[] = {
    {WSI_TOKEN_GET_URI, "GET"},     {WSI_TOKEN_POST_URI, "POST"},   {WSI_TOKEN_OPTIONS_URI, "OPTIONS"},
    {WSI_TOKEN_PUT_URI, "PUT"},     {WSI_TOKEN_PATCH_URI, "PATCH"}, {WSI_TOKEN_DELETE_URI, "DELETE"},
    {WSI_TOKEN_HEAD_URI, "HEAD"},
};

static struct { char name[40]; enum lws_token_indexes token; } known[WSI_TOKEN_COUNT];
static size_t known_count;

void cws_http_setup(void) {
    size_t n = 0;
    for (int t = 0; t < WSI_TOKEN_COUNT; t++) {
        const char *text = (const char *)lws_token_to_string((enum lws_token_indexes)t);
        size_t length = text ? strlen(text) : 0;
        if (length < 2 || length >= sizeof known[n].name || text[length - 1] != ':' || text[0] == ':') continue;
        memcpy(known[n].name, text, length - 1);
        known[n++].token = (enum lws_token_indexes)t;
    }
    known_count = n;
}

int cws_request_header(cws_loop *loop, cws_conn handle, const char *name, char *out, size_t capacity) {
    conn *c = cws_conn_find(loop, handle);
    if (!c || !c->wsi) return -1;
    for (size_t i = 0; i < known_count; i++) {
        if (known[i].name[0] != name[0] || strcmp(known[i].name, name)) continue;
        int length = lws_hdr_copy(c->wsi, out, (int)capacity, known[i].token);
        return length > 0 ? length : -1;
    }
    char custom[64];
    int length = snprintf(custom, sizeof custom, "%s:", name);
    if (length >= (int)sizeof custom) return -1;
    return lws_hdr_custom_copy(c->wsi, out, (int)capacity, custom, length);
}

int cws_request_query(cws_loop *loop, cws_conn handle, int index, char *out, size_t capacity) {
    conn *c = cws_conn_find(loop, handle);
    return c && c->wsi ? lws_hdr_copy_fragment(c->wsi, out, (int)capacity, WSI_TOKEN_HTTP_URI_ARGS, index) : -1;
}

int cws_peer_address(cws_loop *loop, cws_conn handle, char *out, size_t capacity) {
    conn *c = cws_conn_find(loop, handle);
    if (!c || !c->wsi) return -1;
    lws_get_peer_simple(c->wsi, out, capacity);
    return (int)strlen(out);
}

/// Whether a header's comma-separated list has `entry`, in any case.
static bool list_has(conn *c, enum lws_token_indexes token, const char *entry) {
    char list[256];
    if (lws_hdr_copy(c->wsi, list, sizeof list, token) <= 0) return false;
    size_t length = strlen(entry);
    for (char *p = list; *p;) {
        p += strspn(p, " \t,");
        size_t n = strcspn(p, ",");
        size_t end = n;
        while (end && (p[end - 1] == ' ' || p[end - 1] == '\t')) end--;
        if (end == length && !strncasecmp(p, entry, length)) return true;
        p += n;
    }
    return false;
}

static int64_t content_length(conn *c) {
    char text[24];
    if (!lws_hdr_total_length(c->wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH)) return -1;
    if (lws_hdr_copy(c->wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0) return -2;
    if (strlen(text) > 18 || text[strspn(text, "0123456789")]) return -2;
    return strtoll(text, NULL, 10);
}

static bool keep_alive(conn *c) {
    char version[16];
    bool is_11 = lws_hdr_copy(c->wsi, version, sizeof version, WSI_TOKEN_HTTP) > 0 && !strcmp(version, "HTTP/1.1");
    return is_11 ? !list_has(c, WSI_TOKEN_CONNECTION, "close") : list_has(c, WSI_TOKEN_CONNECTION, "keep-alive");
}

/// A request is being handed over: forgets the one before, whose handle names nothing any more.
bool cws_http_begin(conn *c, cws_request *request) {
    memset(request, 0, sizeof *request);
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (lws_hdr_total_length(c->wsi, methods[i].token)) request->method = methods[i].name;
    char *path = NULL;
    int path_length = 0;
    if (lws_http_get_uri_and_method(c->wsi, &path, &path_length) < 0) return false;
    request->path = path;
    request->path_length = (size_t)path_length;
    if (!request->method || !request->path) return false;
    request->content_length = content_length(c);
    request->keep_alive = keep_alive(c);
    cws_conn_renew(c);
    c->asked = c->owes_answer = true;
    c->begun = c->ended = c->close_after = c->expects_body_end = false;
    c->body_left = 0;
    c->loop->active = true;
    return true;
}

static int request_came(conn *c) {
    cws_request request;
    if (c->lingering || !cws_http_begin(c, &request)) return -1;
    if (request.content_length > 0) {
        c->body_left = (size_t)request.content_length;
        c->expects_body_end = true;
    } else {
        lws_set_timeout(c->wsi, NO_PENDING_TIMEOUT, 0);  // lws waits for a body with every request
    }
    c->loop->on.http_request(c->loop->ctx, cws_handle(c), &request);
    cws_move(c, &c->loop->dirty);
    return 0;
}

static int body_came(conn *c, const uint8_t *bytes, size_t length) {
    c->body_left -= length < c->body_left ? length : c->body_left;
    if (!c->owes_answer || c->ended || !length) return 0;
    c->loop->active = true;
    c->loop->on.http_body(c->loop->ctx, cws_handle(c), bytes, length);
    return 0;
}

static int body_ended(conn *c) {
    bool told = !c->expects_body_end;  // lws says so again when more bytes come while the answer is awaited
    c->expects_body_end = false;
    c->body_left = 0;
    if (told || !c->owes_answer || c->ended) return 0;
    c->loop->active = true;
    c->loop->on.http_body_end(c->loop->ctx, cws_handle(c));
    cws_move(c, &c->loop->dirty);
    return 0;
}

int cws_http_callback(conn *c, enum lws_callback_reasons reason, void *in, size_t length) {
    if (c->dropped) return -1;
    switch (reason) {
    case LWS_CALLBACK_HTTP: return request_came(c);
    case LWS_CALLBACK_HTTP_BODY: return body_came(c, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return body_ended(c);
    default: return cws_confirm_upgrade(c);
    }
}

// MARK: answering

void cws_http_file(cws_loop *loop, cws_conn handle, int descriptor, int64_t offset, int64_t length) {
    conn *c = cws_conn_find(loop, handle);
    cws_file *file = c && !c->ended && length > 0 ? malloc(sizeof *file) : NULL;
    if (!file) {
        close(descriptor);
        return;
    }
    *file = (cws_file){descriptor, offset};
    cws_push(c, NULL, (size_t)length, file);
}

void cws_http_end(cws_loop *loop, cws_conn handle, bool close_after) {
    conn *c = cws_conn_find(loop, handle);
    if (!c || c->kind != CWS_HTTP || c->ended || !c->owes_answer) return;
    c->ended = true;
    c->close_after = c->close_after || close_after;
    cws_move(c, &loop->dirty);
}

void cws_give_up_after(cws_loop *loop, cws_conn handle, uint32_t ms) {
    conn *c = cws_conn_find(loop, handle);
    if (c && c->wsi) setsockopt(lws_get_socket_fd(c->wsi), IPPROTO_TCP, TCP_USER_TIMEOUT, &ms, sizeof ms);
}

/// While an answer is awaited or on its way, lws would not read what the peer sends next, yet be woken for it for ever.
static void set_paused(conn *c, bool paused) {
    if (c->paused == paused) return;
    c->paused = paused;
    lws_rx_flow_control(c->wsi, !paused);
    if (!paused) c->loop->needs_service = true;
}

static void linger(conn *c) {
    cws_tls_goodbye(c);
    shutdown(lws_get_socket_fd(c->wsi), SHUT_WR);
    c->lingering = true;
    c->deadline = uv_now(&c->loop->uv) + CWS_LINGER_SECONDS * 1000;
    cws_move(c, &c->loop->stalled);
}

static void complete(conn *c) {
    c->owes_answer = c->ended = false;
    cws_conn_renew(c);
    set_paused(c, false);
    if (c->close_after || lws_http_transaction_completed(c->wsi)) linger(c);
}

void cws_http_flushed(conn *c) {
    if (c->lingering) return cws_move(c, &c->loop->stalled);
    if (lws_partial_buffered(c->wsi)) {
        set_paused(c, false);  // lws does not write either while reading is paused
        if (!c->deadline) c->deadline = uv_now(&c->loop->uv) + CWS_STALL_SECONDS * 1000;
        return cws_move(c, &c->loop->stalled);
    }
    c->deadline = 0;
    if (c->count)
        cws_move(c, &c->loop->dirty);
    else if (c->ended)
        complete(c);
    else if (c->owes_answer && !c->body_left)
        set_paused(c, true);
}

void cws_http_swallow(conn *c) {
    if (!c->wsi || (c->body_left && !c->lingering)) return;
    ssize_t n = recv(lws_get_socket_fd(c->wsi), c->loop->join, CWS_JOIN, MSG_DONTWAIT);
    if (n > 0)
        c->close_after = true;  // may have been the next request: it cannot be answered in order any more
    else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        cws_conn_drop(c);
}

bool cws_http_abandoned(conn *c) {
    char byte;
    if (!c->paused || !c->begun) return false;
    if (lws_is_ssl(c->wsi)) {  // its goodbye lies unread before its end
        struct pollfd hung_up = {.fd = lws_get_socket_fd(c->wsi), .events = POLLRDHUP};
        return poll(&hung_up, 1, 0) > 0;
    }
    return recv(lws_get_socket_fd(c->wsi), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}
