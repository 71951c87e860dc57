// The context of libwebsockets that a loop has: made, and taken down without harm to others.
#include "internal.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// Contexts share what lws and OpenSSL keep for the process, so they are made and destroyed one at a time.
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t setup = PTHREAD_ONCE_INIT;
static _Thread_local char first_error[160];
static _Thread_local bool keeps_errors;  // in `first_error`, instead of logging them
static _Thread_local cws_loop *current;  // whose log lines are being written: lws has one log for the process

void cws_log_for(cws_loop *loop) { current = loop; }

static void log_line(int level, const char *line) {
    size_t length = strlen(line);
    while (length && (line[length - 1] == '\n' || line[length - 1] == ' ')) length--;
    if (keeps_errors) {
        if (level == LLL_ERR && !first_error[0])
            snprintf(first_error, sizeof first_error, "%.*s", (int)length, line);
        return;
    }
    if (!current || !current->ctx) return;
    current->on.log(current->ctx, level == LLL_ERR, line, length);
}

void cws_keep_errors(void) {
    pthread_mutex_lock(&making);
    keeps_errors = true;
    first_error[0] = 0;
}

const char *cws_kept_error(void) {
    keeps_errors = false;
    pthread_mutex_unlock(&making);
    return first_error;
}

static void set_up(void) {
    cws_http_setup();
    lws_set_log_level(LLL_ERR | LLL_WARN, log_line);
}

uint32_t cws_pick(uint32_t value, uint32_t otherwise) { return value ? value : otherwise; }

static int descriptor_limit(const cws_config *config) {
    struct rlimit limit;
    uint32_t wanted = cws_pick(config->max_descriptors, 65536);
    // An explicit number: with an unlimited hard limit lws 4.1 falls back to 2,560 descriptors.
    if (!getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_max < wanted) wanted = (uint32_t)limit.rlim_max;
    return (int)wanted;
}

static void make_protocols(cws_loop *loop) {
    // The first answers HTTP and takes WebSockets without a subprotocol, the last is for outgoing connections. Their
    // names hold characters that no offered subprotocol can.
    int n = 0;
    loop->protocols[n++] = (struct lws_protocols){.name = "(http)"};
    const char *const *names = loop->config.subprotocols;
    for (int i = 0; names && names[i] && i < CWS_MAX_SUBPROTOCOLS; i++) {
        loop->subprotocols[i] = strdup(names[i]);
        loop->protocols[n++] = (struct lws_protocols){.name = loop->subprotocols[i]};
    }
    loop->config.subprotocols = NULL;
    loop->protocols[n++] = (struct lws_protocols){.name = "(client)"};
    for (int i = 0; i < n; i++) {
        loop->protocols[i].callback = cws_callback;
        loop->protocols[i].rx_buffer_size = i == n - 1 ? CWS_CLIENT_RECEIVE : loop->config.receive_buffer;
        loop->protocols[i].tx_packet_size = CWS_JOIN;
    }
}

static bool make_context(cws_loop *loop) {
    cws_config *config = &loop->config;
    void *foreign = &loop->uv;
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    bool tls = config->tls_certificate != NULL;
    // TLS on sockets of our own needs "no listening, but a server", which is another constant.
    info.port = tls ? CONTEXT_PORT_NO_LISTEN_SERVER : CONTEXT_PORT_NO_LISTEN;
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME;
    if (tls || config->tls_targets) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.provided_client_ssl_ctx = cws_tls_nobody(loop);  // outgoing connections have other vhosts: cws_trusting
    }
    info.ssl_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION;  // RFC 8996
    info.ssl_cert_filepath = config->tls_certificate;
    info.ssl_private_key_filepath = config->tls_key;
    info.foreign_loops = &foreign;
    info.pcontext = &loop->context;
    info.protocols = loop->protocols;
    info.user = loop;
    info.vhost_name = "cws";
    info.alpn = "http/1.1";  // HTTP/2 of this version has known faults
    info.retry_and_idle_policy = &loop->no_validity;
    info.pt_serv_buf_size = 64 * 1024;
    info.max_http_header_data = (unsigned short)cws_pick(config->max_header_bytes, 16 * 1024);
    info.max_http_header_pool = (unsigned short)cws_pick(config->max_header_pool, 2000);
    info.timeout_secs = (config->handshake_timeout_ms + 999) / 1000;
    info.keepalive_timeout = (int)((cws_pick(config->keep_alive_timeout_ms, 60000) + 999) / 1000);
    info.rlimit_nofile = descriptor_limit(config);
    info.gid = -1;
    info.uid = -1;
    loop->context = lws_create_context(&info);
    if (!loop->context) return false;
    loop->vhost = lws_get_vhost_by_name(loop->context, "cws");
    return loop->vhost != NULL;
}

static void find_event_descriptor(uv_handle_t *handle, void *found) {
    if (handle->type == UV_POLL) uv_fileno(handle, found);
}

bool cws_context_create(cws_loop *loop, char *error, size_t capacity) {
    make_protocols(loop);
    pthread_once(&setup, set_up);
    cws_keep_errors();
    bool made = make_context(loop);
    const char *fault = cws_kept_error();
    loop->event_descriptor = -1;
    // So far nothing but the new context polls a descriptor here.
    uv_walk(&loop->uv, find_event_descriptor, &loop->event_descriptor);
    const char *hint = "is its libuv plug-in installed (package libwebsockets-evlib-uv)?";
    if (!made) snprintf(error, capacity, "libwebsockets cannot start: %s", fault[0] ? fault : hint);
    return made;
}

/// lws 4.1 closes its event descriptor twice: now, and when libuv has let go of its handle. What another thread opened
/// in between would be closed under it, so the number is taken back at once. False if somebody was faster.
static bool take_back_event_descriptor(cws_loop *loop) {
    if (loop->event_descriptor < 0 || loop->spare_descriptor < 0) return true;
    int taken = fcntl(loop->spare_descriptor, F_DUPFD_CLOEXEC, loop->event_descriptor);
    if (taken == loop->event_descriptor) return true;
    if (taken >= 0) close(taken);
    return false;
}

void cws_context_destroy(cws_loop *loop) {
    pthread_mutex_lock(&making);
    lws_context_destroy(loop->context);
    loop->abandoned = !take_back_event_descriptor(loop);
    pthread_mutex_unlock(&making);
    if (loop->abandoned) return;
    // lws closes its handles through libuv in several rounds, and frees a context on a foreign loop when asked again.
    for (int i = 0; i < 8; i++) uv_run(&loop->uv, UV_RUN_NOWAIT);
    pthread_mutex_lock(&making);
    if (loop->context) lws_context_destroy(loop->context);
    pthread_mutex_unlock(&making);
}
