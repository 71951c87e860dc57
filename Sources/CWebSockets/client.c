// Outgoing WebSockets.
#define _GNU_SOURCE
#include "internal.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/// NULL with why in `fault`.
static struct lws_vhost *vhost_for(cws_loop *loop, const cws_target *target, char *fault, size_t capacity) {
    if (!target->tls) return loop->vhost;
    const char *wrong = NULL;
    if (!loop->config.tls_targets) wrong = "this loop was not set up for TLS to other servers";
    if (strchr(target->host, ':'))  // lws would look for a certificate for "["
        wrong = "TLS is not possible to an IPv6 address, only to a name or an IPv4 one";
    if (wrong) snprintf(fault, capacity, "%s", wrong);
    return wrong ? NULL : cws_trusting(loop, target->authorities, fault, capacity);
}

/// NULL where it failed, or was not even tried: then the reason is kept already.
static struct lws *begin(conn *c, const cws_target *target) {
    cws_loop *loop = c->loop;
    char host[300], fault[124];
    bool bare_six = strchr(target->host, ':') != NULL;
    snprintf(host, sizeof host, bare_six ? "[%s]:%u" : "%s:%u", target->host, target->port);
    struct lws_client_connect_info info;
    memset(&info, 0, sizeof info);
    info.context = loop->context;
    info.vhost = vhost_for(loop, target, fault, sizeof fault);
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
    if (info.vhost) return lws_client_connect_via_info(&info);
    cws_keep_reason(c, fault);
    return NULL;
}

/// Nothing was tried: mostly because the name is not known, which lws does not tell.
static void keep_name_fault(conn *c, const char *host) {
    struct addrinfo *addresses = NULL;
    int fault = getaddrinfo(host, NULL, NULL, &addresses);
    if (addresses) freeaddrinfo(addresses);
    cws_keep_reason(c, fault ? gai_strerror(fault) : "the connection could not be made");
}

cws_conn cws_connect(cws_loop *loop, const cws_target *target) {
    if (loop->stopping) return 0;
    conn *c = cws_conn_new(loop, CWS_CONNECTING);
    if (!c) return 0;
    c->user = target->user;
    c->client_headers = strdup(target->headers ? target->headers : "");
    cws_conn handle = cws_handle(c);
    loop->connecting = c;
    struct lws *wsi = begin(c, target);
    loop->connecting = NULL;
    loop->needs_service = true;
    if (!wsi || c->doomed) {
        c->wsi = NULL;
        c->doomed = true;
        if (!c->close_frame) keep_name_fault(c, target->host);
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

/// What the system has against it, or NULL: lws says "closed before established" of most.
static const char *socket_fault(const conn *c) {
    int fault = 0;
    socklen_t size = sizeof fault;
    int descriptor = c->wsi ? lws_get_socket_fd(c->wsi) : -1;
    if (descriptor < 0 || getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &fault, &size) || !fault) return NULL;
    return strerror(fault);
}

static void failed(conn *c, const char *text, size_t length) {
    const char *fault = socket_fault(c);
    if (fault) text = fault, length = strlen(text);
    if (!text || !length) text = CWS_NO_ANSWER, length = strlen(text);
    // What lws 4.1 has behind these words is the number of its own return value, read as an error of OpenSSL.
    if (!strncmp(text, "connect SSL err", 15)) text = "TLS cannot be spoken with it", length = strlen(text);
    if (c->status && c->status != 101) {
        char refused[64];
        snprintf(refused, sizeof refused, "the server answered the handshake with %d", (int)c->status);
        return cws_keep_reason(c, refused);
    }
    char reason[124];
    if (cws_distrust(c))
        snprintf(reason, sizeof reason, "the server's certificate is not accepted: %s", cws_distrust(c));
    else
        snprintf(reason, sizeof reason, "%.*s", (int)length, text);
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
