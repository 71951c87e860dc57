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

// Each vhost is given an SSL_CTX of ours. lws 4.1 keeps where it notes its own in one variable for the process, which
// every new context changes: those made before are not found again, and not freed.

/// Authorities NULL: those of the system. NULL with why in `fault`.
static SSL_CTX *make_ssl(const char *authorities, char *fault, size_t capacity) {
    SSL_CTX *ssl = SSL_CTX_new(TLS_client_method());
    if (!ssl) {
        snprintf(fault, capacity, "TLS cannot be set up");
        return NULL;
    }
    SSL_CTX_set_options(ssl, SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_COMPRESSION);  // RFC 8996
    SSL_CTX_set_mode(ssl, SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    if (!authorities) SSL_CTX_set_default_verify_paths(ssl);
    if (!authorities || SSL_CTX_load_verify_locations(ssl, authorities, NULL) == 1) return ssl;
    snprintf(fault, capacity, "%.80s: no certificates can be read from it", authorities);
    SSL_CTX_free(ssl);
    return NULL;
}

void *cws_tls_nobody(cws_loop *loop) {
    if (!loop->nobody) loop->nobody = SSL_CTX_new(TLS_client_method());
    return loop->nobody;
}

static struct lws_vhost *make_vhost(cws_loop *loop, cws_trust *trust) {
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
                   LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    info.provided_client_ssl_ctx = trust->ssl;
    info.protocols = loop->protocols;
    info.user = loop;
    info.vhost_name = trust->name;
    info.alpn = "http/1.1";
    info.retry_and_idle_policy = &loop->no_validity;
    return lws_create_vhost(loop->context, &info);
}

static void trust_free(cws_trust *trust) {
    SSL_CTX_free(trust->ssl);
    free(trust->authorities);
    free(trust);
}

static cws_trust *make_trust(cws_loop *loop, const char *authorities, char *fault, size_t capacity) {
    cws_trust *trust = calloc(1, sizeof *trust);
    snprintf(fault, capacity, "no memory");
    if (!trust) return NULL;
    trust->authorities = authorities ? strdup(authorities) : NULL;
    trust->ssl = make_ssl(authorities, fault, capacity);
    snprintf(trust->name, sizeof trust->name, "trust %p", (void *)trust);
    if (trust->ssl) trust->vhost = make_vhost(loop, trust);
    if (trust->vhost) return trust;
    trust_free(trust);
    return NULL;
}

static bool is_same(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

struct lws_vhost *cws_trusting(cws_loop *loop, const char *authorities, char *fault, size_t capacity) {
    cws_trust *trust = loop->trusts;
    while (trust && !is_same(trust->authorities, authorities)) trust = trust->next;
    if (trust) return trust->vhost;
    if (authorities && access(authorities, R_OK)) {
        snprintf(fault, capacity, "%.80s: %s", authorities, strerror(errno));
        return NULL;
    }
    trust = make_trust(loop, authorities, fault, capacity);
    if (!trust) return NULL;
    trust->next = loop->trusts;
    loop->trusts = trust;
    return trust->vhost;
}

void cws_free_trusts(cws_loop *loop) {
    while (loop->trusts) {
        cws_trust *trust = loop->trusts;
        loop->trusts = trust->next;
        trust_free(trust);
    }
    SSL_CTX_free(loop->nobody);
}

void cws_note_distrust(struct lws *wsi, void *store) {
    conn *c = lws_wsi_user(wsi);
    if (c && !c->distrust) c->distrust = X509_STORE_CTX_get_error(store);
}

const char *cws_distrust(const conn *c) { return c->distrust ? X509_verify_cert_error_string(c->distrust) : NULL; }
