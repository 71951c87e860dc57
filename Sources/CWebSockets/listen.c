// Listening sockets of our own: lws would allow neither several of them nor a say in what happens without descriptors.
#define _GNU_SOURCE
#include "internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ACCEPTS_PER_TURN = 64, RETRY_MS = 100 };

static void adopt(cws_loop *loop, int descriptor) {
    int one = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    conn *c = cws_conn_new(loop, CWS_HTTP);
    if (!c) {
        close(descriptor);
        return;
    }
    loop->adopting = c;
    struct lws *wsi = lws_adopt_socket_vhost(loop->vhost, descriptor);  // closes the socket where it fails
    if (!wsi && loop->adopting) cws_conn_gone(c);  // once lws has taken it, the end of the wsi frees it
    loop->adopting = NULL;
}

static void readable(uv_poll_t *poll, int status, int events);

/// Without descriptors a pending connection would keep the socket readable: it is refused with the spare one, and
/// accepting pauses.
static void out_of_descriptors(cws_loop *loop, int listening) {
    static const char line[] = "out of file descriptors: connections are being refused";
    loop->on.log(loop->ctx, true, line, sizeof line - 1);
    if (loop->spare_descriptor >= 0) {
        close(loop->spare_descriptor);
        int refused = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
        if (refused >= 0) close(refused);
        loop->spare_descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    }
    for (cws_listener *l = loop->listeners; l; l = l->next) uv_poll_stop(&l->poll);
    uv_timer_start(&loop->accept_again, cws_accept_again, RETRY_MS, 0);
}

void cws_accept_again(uv_timer_t *timer) {
    cws_loop *loop = timer->data;
    for (cws_listener *l = loop->listeners; l; l = l->next) uv_poll_start(&l->poll, UV_READABLE, readable);
}

static void readable(uv_poll_t *poll, int status, int events) {
    cws_listener *listener = (cws_listener *)poll;
    (void)events;
    if (status < 0) return;
    for (int i = 0; i < ACCEPTS_PER_TURN; i++) {
        int descriptor = accept4(listener->descriptor, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor >= 0)
            adopt(listener->loop, descriptor);
        else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
            return out_of_descriptors(listener->loop, listener->descriptor);
        else if (errno != ECONNABORTED && errno != EINTR)
            return;
    }
}

static int bound_socket(const char *host, uint16_t port) {
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
    bool is_six = inet_pton(AF_INET6, host, &six.sin6_addr) == 1;
    if (!is_six && inet_pton(AF_INET, host, &four.sin_addr) != 1) return -EINVAL;
    int one = 1, s = socket(is_six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (s < 0) return -errno;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (is_six) setsockopt(s, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
    const struct sockaddr *address = is_six ? (const struct sockaddr *)&six : (const struct sockaddr *)&four;
    if (!bind(s, address, is_six ? sizeof six : sizeof four) && !listen(s, SOMAXCONN)) return s;
    int failure = -errno;
    close(s);
    return failure;
}

int cws_listen(cws_loop *loop, const char *host, uint16_t port) {
    if (loop->stopping) return -ECANCELED;
    int s = bound_socket(host, port);
    if (s < 0) return s;
    cws_listener *listener = calloc(1, sizeof *listener);
    if (!listener || uv_poll_init(&loop->uv, &listener->poll, s)) {
        free(listener);
        close(s);
        return -ENOMEM;
    }
    listener->loop = loop;
    listener->descriptor = s;
    listener->next = loop->listeners;
    loop->listeners = listener;
    uv_poll_start(&listener->poll, UV_READABLE, readable);
    struct sockaddr_in6 bound;
    socklen_t size = sizeof bound;
    if (getsockname(s, (struct sockaddr *)&bound, &size)) return -errno;
    return ntohs(bound.sin6_port);  // at the same place in both families
}

static void listener_closed(uv_handle_t *handle) {
    cws_listener *listener = (cws_listener *)handle;
    close(listener->descriptor);
    free(listener);
}

void cws_stop_listening(cws_loop *loop) {
    uv_timer_stop(&loop->accept_again);
    while (loop->listeners) {
        cws_listener *listener = loop->listeners;
        loop->listeners = listener->next;
        uv_close((uv_handle_t *)&listener->poll, listener_closed);
    }
}
