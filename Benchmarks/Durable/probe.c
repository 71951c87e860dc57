// How long an action that wants no confirmation takes from a client to a map: ./load probe PORT SECONDS
//
// 500 actions a second in a session of their own, each with the time at which it was sent.
#include "load.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PER_SECOND = 500, WARM_UP = 250, MOST = 1 << 16 };

void put_text(struct conn *, const char *text, size_t length);
const char *next_text(struct conn *, size_t *at, size_t *length);

static void join(struct conn *c, int port, const char *role) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int one = 1;
    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(c->fd, (struct sockaddr *)&address, sizeof address)) die("connect");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    char head[512];
    int length = snprintf(head, sizeof head,
                          "GET /v1/sessions/probe/%s?peer=probe%d HTTP/1.1\r\nHost: localhost:%d\r\n"
                          "Upgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                          "Sec-WebSocket-Protocol: tmaps.session.v1\r\n\r\n",
                          role, getpid(), port);
    put(c, head, (size_t)length);
    expect(c, "\r\n\r\n", 0);
}

static void say(struct conn *c, const char *text) {
    put_text(c, text, strlen(text));
    if (send(c->fd, c->out, c->out_length, MSG_NOSIGNAL) != (ssize_t)c->out_length) die("send");
    c->out_length = 0;
}

static void await_text(struct conn *c, const char *beginning) {
    for (;;) {
        size_t at = 0, length;
        const char *text = next_text(c, &at, &length);
        int found = text && length >= strlen(beginning) && !memcmp(text, beginning, strlen(beginning));
        memmove(c->in, c->in + at, c->in_length - at);
        c->in_length -= at;
        if (found) return;
        if (text) continue;
        ssize_t n = recv(c->fd, c->in + c->in_length, sizeof c->in - c->in_length, 0);
        if (n <= 0) die("no answer to READY");
        c->in_length += (size_t)n;
    }
}

/// Microseconds each action in `in` was on its way, appended to `found`.
static size_t arrivals(struct conn *map, double *found, size_t count) {
    size_t at = 0, length;
    for (const char *text; (text = next_text(map, &at, &length));) {
        char copy[512];
        if (length >= sizeof copy) die("a message longer than any expected");
        memcpy(copy, text, length);
        copy[length] = 0;
        const char *sent = strstr(copy, "\"sent\":");
        if (sent && count < MOST) found[count++] = (now() - atof(sent + 7)) * 1e6;
    }
    memmove(map->in, map->in + at, map->in_length - at);
    map->in_length -= at;
    return count;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int probe(int port, double seconds) {
    static struct conn map, client;
    static double found[MOST];
    size_t count = 0;
    join(&map, port, "map");
    say(&map, "{\"id\":\"ready\",\"action\":{\"type\":\"READY\"}}");
    await_text(&map, "{\"ack\":");
    join(&client, port, "client");
    double next = now(), end = next + seconds;
    char drained[65536];
    while (now() < end) {
        while (recv(client.fd, drained, sizeof drained, MSG_DONTWAIT) > 0) {}
        if (now() >= next) {
            char text[128];
            snprintf(text, sizeof text, "{\"action\":{\"type\":\"X_PROBE\",\"sent\":%.7f}}", now());
            say(&client, text);
            next += 1.0 / PER_SECOND;
        }
        double wait = next - now();
        struct timespec pause = {.tv_nsec = wait > 0 ? (long)(wait * 1e9) : 0};
        struct pollfd ready = {.fd = map.fd, .events = POLLIN};
        if (ppoll(&ready, 1, &pause, NULL) <= 0) continue;
        ssize_t n = recv(map.fd, map.in + map.in_length, sizeof map.in - map.in_length, 0);
        if (n <= 0) die("the map's connection ended");
        map.in_length += (size_t)n;
        count = arrivals(&map, found, count);
    }
    if (count <= WARM_UP) die("too few actions arrived");
    qsort(found + WARM_UP, count - WARM_UP, sizeof *found, ascending);
    double *sorted = found + WARM_UP;
    count -= WARM_UP;
    printf("{\"count\":%zu,\"p50_us\":%.0f,\"p99_us\":%.0f}\n", count, sorted[count / 2], sorted[count * 99 / 100]);
    return 0;
}
