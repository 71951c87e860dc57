// The gate through which a connection becomes a WebSocket.
//
// libwebsockets would accept `Upgrade: h2c`, answer an unknown upgrade by itself and then go on with headers it has
// freed (CVE-2025-11677), and hang up without a word on what it does not like. So everything is checked here first.
#define _GNU_SOURCE
#include "internal.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static int refuse(conn *c, const char *status, const char *text) {
    char answer[LWS_PRE + 512];
    int n = snprintf(answer + LWS_PRE, sizeof answer - LWS_PRE,
                     "HTTP/1.1 %s\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %zu\r\n"
                     "Connection: close\r\n\r\n%s",
                     status, strlen(text), text);
    lws_write(c->wsi, (unsigned char *)answer + LWS_PRE, (size_t)n, LWS_WRITE_RAW);
    return -1;
}

/// The first offered name that was configured, found as lws will find it after this: there is no public way to make it
/// take another. Entries it does not know, such as tickets, are passed over.
static const char *choose(conn *c, const char **wrong) {
    char list[128], name[64];
    struct lws_tokenize ts;
    int length = lws_hdr_copy(c->wsi, list, sizeof list - 1, WSI_TOKEN_PROTOCOL);
    if (length <= 0) {
        if (length < 0) *wrong = "Sec-WebSocket-Protocol is longer than 126 bytes.\n";
        return NULL;
    }
    lws_tokenize_init(&ts, list, LWS_TOKENIZE_F_COMMA_SEP_LIST | LWS_TOKENIZE_F_MINUS_NONTERM |
                                     LWS_TOKENIZE_F_DOT_NONTERM | LWS_TOKENIZE_F_RFC7230_DELIMS);
    ts.len = (size_t)length;
    for (;;) {
        lws_tokenize_elem e = lws_tokenize(&ts);
        if (e == LWS_TOKZE_DELIMITER) continue;
        if (e != LWS_TOKZE_TOKEN || lws_tokenize_cstr(&ts, name, sizeof name)) {
            *wrong = e == LWS_TOKZE_ENDED ? "None of the offered WebSocket subprotocols is spoken here.\n"
                                          : "Sec-WebSocket-Protocol is malformed.\n";
            return NULL;
        }
        for (int i = 0; c->loop->subprotocols[i]; i++)
            if (!strcmp(c->loop->subprotocols[i], name)) return c->loop->subprotocols[i];
    }
}

/// What RFC 6455 §4.2.1 asks of a handshake. NULL: fine.
static const char *fault(conn *c, const cws_request *request) {
    char connection[128];
    if (strcmp(request->method, "GET")) return "A WebSocket handshake is a GET request.\n";
    if (!lws_hdr_total_length(c->wsi, WSI_TOKEN_HOST)) return "Host is missing.\n";
    int key = lws_hdr_total_length(c->wsi, WSI_TOKEN_KEY);
    if (key < 1 || key > 64) return "Sec-WebSocket-Key is missing or malformed.\n";
    if (lws_hdr_copy(c->wsi, connection, sizeof connection - 1, WSI_TOKEN_CONNECTION) <= 0 ||
        !strcasestr(connection, "upgrade"))
        return "Connection: Upgrade is missing.\n";
    return NULL;
}

static int ask(conn *c, const cws_request *request) {
    cws_upgrade decision = {0};
    c->loop->on.upgrade(c->loop->ctx, cws_handle(c), request, &decision);
    c->owes_answer = c->ended = false;
    if (decision.accept) {
        c->user = decision.user;
        return 0;
    }
    if (!c->count) return refuse(c, "500 Internal Server Error", "No answer was given.\n");
    cws_drain(c, true);
    return -1;  // lws sends what it holds, then closes
}

int cws_confirm_upgrade(conn *c) {
    char upgrade[16], version[8];
    // The argument of the callback may point to freed memory. Anything else than these was answered by lws already.
    if (lws_hdr_copy(c->wsi, upgrade, sizeof upgrade, WSI_TOKEN_UPGRADE) <= 0) return -1;
    if (!strcasecmp(upgrade, "h2c")) return refuse(c, "400 Bad Request", "HTTP/2 is not spoken here.\n");
    if (strcasecmp(upgrade, "websocket")) return -1;
    cws_request request;
    if (c->lingering || !cws_http_begin(c, &request)) return -1;
    const char *wrong = fault(c, &request);
    if (!wrong) request.subprotocol = choose(c, &wrong);
    bool is_13 = lws_hdr_copy(c->wsi, version, sizeof version, WSI_TOKEN_VERSION) > 0 && !strcmp(version, "13");
    if (!wrong && is_13) return ask(c, &request);
    c->owes_answer = false;
    if (wrong) return refuse(c, "400 Bad Request", wrong);
    return refuse(c, "426 Upgrade Required\r\nSec-WebSocket-Version: 13", "WebSocket version 13 is spoken here.\n");
}
