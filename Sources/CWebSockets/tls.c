// What TLS needs beyond what libwebsockets does by itself: other authorities, new certificates, an end that is one.
#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// MARK: the server's side

bool cws_reload_certificate(cws_loop *loop, const char *certificate, const char *key, char *error, size_t capacity) {
    if (!loop->context) return false;
    cws_keep_errors();
    lws_tls_cert_updated(loop->context, certificate, key, NULL, 0, NULL, 0);
    const char *fault = cws_kept_error();
    snprintf(error, capacity, "%s", fault);
    return !fault[0];
}

void cws_tls_goodbye(conn *c) {
    SSL *ssl = lws_get_ssl(c->wsi);
    if (ssl) SSL_shutdown(ssl);
}

// MARK: the client's side

static struct lws_vhost *make_vhost(cws_loop *loop, cws_trust *trust) {
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
                   LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    if (trust->authorities) info.options |= LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS;
    info.client_ssl_ca_filepath = trust->authorities;
    info.ssl_client_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1;
    info.protocols = loop->protocols;
    info.user = loop;
    info.vhost_name = trust->name;
    info.alpn = "http/1.1";
    info.retry_and_idle_policy = &loop->no_validity;
    return lws_create_vhost(loop->context, &info);
}

static cws_trust *make_trust(cws_loop *loop, const char *authorities) {
    cws_trust *trust = calloc(1, sizeof *trust);
    if (!trust) return NULL;
    trust->authorities = authorities ? strdup(authorities) : NULL;
    trust->next = loop->trusts;
    snprintf(trust->name, sizeof trust->name, "trust %p", (void *)trust);
    cws_keep_errors();
    trust->vhost = make_vhost(loop, trust);
    const char *fault = cws_kept_error();
    if (fault[0]) trust->vhost = NULL;  // it stays, and nobody uses it
    if (!trust->vhost) snprintf(trust->fault, sizeof trust->fault, "%.123s", fault[0] ? fault : "TLS cannot be set up");
    loop->trusts = trust;
    return trust;
}

static bool is_same(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

struct lws_vhost *cws_trusting(cws_loop *loop, const char *authorities, char *fault, size_t capacity) {
    cws_trust *trust = loop->trusts;
    while (trust && !is_same(trust->authorities, authorities)) trust = trust->next;
    if (!trust && authorities && access(authorities, R_OK)) {  // may be there the next time
        snprintf(fault, capacity, "%.80s: %s", authorities, strerror(errno));
        return NULL;
    }
    if (!trust) trust = make_trust(loop, authorities);
    if (!trust || !trust->vhost) snprintf(fault, capacity, "%s", trust ? trust->fault : "no memory");
    return trust ? trust->vhost : NULL;
}

void cws_free_trusts(cws_loop *loop) {
    while (loop->trusts) {
        cws_trust *trust = loop->trusts;
        loop->trusts = trust->next;
        free(trust->authorities);
        free(trust);
    }
}

void cws_note_distrust(struct lws *wsi, void *store) {
    conn *c = lws_wsi_user(wsi);
    if (c && !c->distrust) c->distrust = X509_STORE_CTX_get_error(store);
}

const char *cws_distrust(const conn *c) { return c->distrust ? X509_verify_cert_error_string(c->distrust) : NULL; }
