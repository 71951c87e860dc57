// Outgoing WebSockets.
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cws_conn cws_connect(cws_loop *loop, const cws_target *target) {
    if (loop->stopping) return 0;
    conn *c = cws_conn_new(loop, CWS_CONNECTING);
    if (!c) return 0;
    c->user = target->user;
    c->client_headers = strdup(target->headers ? target->headers : "");
    char host[300];
    bool bare_six = strchr(target->host, ':') != NULL;
    snprintf(host, sizeof host, bare_six ? "[%s]:%u" : "%s:%u", target->host, target->port);

    struct lws_client_connect_info info;
    memset(&info, 0, sizeof info);
    info.context = loop->context;
    info.vhost = loop->vhost;
    info.address = target->host;
    info.port = target->port;
    info.ssl_connection = LCCSCF_HTTP_NO_FOLLOW_REDIRECT | (target->tls ? LCCSCF_USE_SSL : 0);
    info.path = target->path;
    info.host = target->host_header ? target->host_header : host;
    info.protocol = target->subprotocols;
    info.local_protocol_name = "(client)";
    info.userdata = c;
    info.pwsi = &c->wsi;
    info.alpn = "http/1.1";
    info.retry_and_idle_policy = &loop->no_validity;
    cws_conn handle = cws_handle(c);
    loop->connecting = c;
    char fault[124] = "this loop was not set up for TLS to other servers";
    if (target->tls && bare_six)  // lws would look for a certificate for "["
        snprintf(fault, sizeof fault, "TLS to an IPv6 address is not possible, only to a name or an IPv4 address");
    if (target->tls)
        info.vhost = loop->config.tls_targets && !bare_six ? cws_trusting(loop, target->authorities, fault, sizeof fault) : NULL;
    bool possible = info.vhost != NULL;
    if (!possible) cws_keep_reason(c, fault);
    struct lws *wsi = possible ? lws_client_connect_via_info(&info) : NULL;
    loop->connecting = NULL;
    loop->needs_service = true;
    if (!wsi || c->doomed) {
        c->wsi = NULL;
        c->doomed = true;
        if (!c->close_frame) cws_keep_reason(c, "the connection could not be made");
        cws_move(c, &loop->dirty);
    }
    return handle;
}

static void append_headers(conn *c, unsigned char **at, size_t room) {
    size_t length = strlen(c->client_headers);
    if (length >= room) return;
    memcpy(*at, c->client_headers, length);
    *at += length;
}

static void failed(conn *c, const char *text, size_t length) {
    if (c->status && c->status != 101) {
        char refused[64];
        snprintf(refused, sizeof refused, "the server answered the handshake with %d", (int)c->status);
        return cws_keep_reason(c, refused);
    }
    char reason[124];
    if (cws_distrust(c))
        snprintf(reason, sizeof reason, "the server's certificate is not accepted: %s", cws_distrust(c));
    else
        snprintf(reason, sizeof reason, "%.*s", (int)length, text ? text : "connection failed");
    cws_keep_reason(c, reason);
}

int cws_client_callback(conn *c, enum lws_callback_reasons reason, void *in, size_t length) {
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        append_headers(c, in, length);
        return 0;
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:  // the answer is there, whatever it says
        c->status = (int32_t)lws_http_client_http_response(c->wsi);
        return 0;
    case LWS_CALLBACK_CLIENT_FILTER_PRE_ESTABLISH: {
        char name[64];
        c->status = 0;
        if (lws_hdr_copy(c->wsi, name, sizeof name, WSI_TOKEN_PROTOCOL) <= 0) return 0;
        for (int i = 0; c->loop->subprotocols[i]; i++)
            if (!strcmp(name, c->loop->subprotocols[i])) c->subprotocol = c->loop->subprotocols[i];
        return 0;
    }
    default:
        failed(c, in, length);
        cws_conn_gone(c);
        return 0;
    }
}
