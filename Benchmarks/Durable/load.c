// Closed-loop load for Benchmarks/durable: N connections, each with W messages that wait for their confirmation.
// One program for all servers, so that the sender costs the same for each.
//
//     cc -O2 -o load Benchmarks/Durable/*.c
//     ./load bridge|mqtt|redis|nats PORT CONNECTIONS WINDOW SECONDS [MESSAGES]    prints one JSON object
//
// The first second does not count. With MESSAGES each connection ends after so many.
#include "load.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

const char payload[] = "{\"type\":\"X_POSITION\",\"x\":10.25,\"y\":-3.5,\"origin_lat\":31.953,\"origin_lng\":35.91,"
                       "\"ordinal\":1,\"note\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxx\"}";

static const struct protocol *const protocols[] = {&bridge, &mqtt, &redis, &nats};
static struct {
    int window;
    long limit;
    double count_from, end;
    long confirmed, refused;
    float *latencies;
    size_t latency_count, latency_room;
} run;

void die(const char *what) {
    fprintf(stderr, "load: %s: %s\n", what, errno ? strerror(errno) : "unexpected answer");
    exit(1);
}

void put(struct conn *c, const void *bytes, size_t length) {
    if (c->out_length + length > sizeof c->out) die("more queued than the window allows");
    memcpy(c->out + c->out_length, bytes, length);
    c->out_length += length;
}

static void flush(struct conn *c) {
    size_t sent = 0;
    while (sent < c->out_length) {
        ssize_t n = send(c->fd, c->out + sent, c->out_length - sent, MSG_NOSIGNAL);
        if (n < 0) die("send");
        sent += (size_t)n;
    }
    c->out_length = 0;
}

static void fill(struct conn *c, const struct protocol *p) {
    while (c->in_flight < run.window && (!run.limit || (long)c->sent < run.limit)) {
        p->message(c, ++c->sent);
        c->times[c->sent % MAX_WINDOW] = now();
        c->in_flight++;
    }
    flush(c);
}

void confirmed(struct conn *c) {
    double t = now(), latency = t - c->times[++c->answered % MAX_WINDOW];
    c->in_flight--;
    if (t < run.count_from || t > run.end) return;
    run.confirmed++;
    if (run.latency_count == run.latency_room) {
        run.latency_room = run.latency_room ? run.latency_room * 2 : 1 << 16;
        run.latencies = realloc(run.latencies, run.latency_room * sizeof *run.latencies);
        if (!run.latencies) die("memory");
    }
    run.latencies[run.latency_count++] = (float)latency;
}

void refused(struct conn *c, const char *text, size_t length) {
    if (!run.refused++) fprintf(stderr, "load: refused: %.*s\n", (int)(length < 300 ? length : 300), text);
    c->answered++;
    c->in_flight--;
}

static int readable(struct conn *c, const struct protocol *p) {
    ssize_t n = recv(c->fd, c->in + c->in_length, sizeof c->in - c->in_length, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return 1;
    if (n <= 0) die("the server closed the connection");
    c->in_length += (size_t)n;
    size_t used = p->answers(c);
    memmove(c->in, c->in + used, c->in_length - used);
    c->in_length -= used;
    if (now() < run.end) fill(c, p);
    return !(run.limit && (long)c->answered >= run.limit);
}

static int dial(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address)) die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

/// Reads until the bytes so far end with, or for `exact` are as many as, what was waited for.
void expect(struct conn *c, const char *ending, size_t exact) {
    flush(c);
    while (ending ? !memmem(c->in, c->in_length, ending, strlen(ending)) : c->in_length < exact) {
        ssize_t n = recv(c->fd, c->in + c->in_length, sizeof c->in - c->in_length, 0);
        if (n <= 0) die("no answer to the greeting");
        c->in_length += (size_t)n;
    }
    size_t used = exact;
    if (ending) {
        uint8_t *found = memmem(c->in, c->in_length, ending, strlen(ending));
        used = (size_t)(found - c->in) + strlen(ending);
    }
    memmove(c->in, c->in + used, c->in_length - used);
    c->in_length -= used;
}

static int ascending(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

static double percentile(double part) {
    return run.latency_count ? run.latencies[(size_t)((double)(run.latency_count - 1) * part)] * 1e3 : 0;
}

static void report(double seconds) {
    qsort(run.latencies, run.latency_count, sizeof *run.latencies, ascending);
    printf("{\"confirmed\":%ld,\"refused\":%ld,\"per_s\":%.0f,\"p50_ms\":%.3f,\"p99_ms\":%.3f}\n", run.confirmed,
           run.refused, (double)run.confirmed / seconds, percentile(.5), percentile(.99));
}

int main(int argc, char **argv) {
    if (argc == 4 && !strcmp(argv[1], "probe")) return probe(atoi(argv[2]), atof(argv[3]));
    const struct protocol *p = NULL;
    for (size_t i = 0; argc >= 6 && i < sizeof protocols / sizeof *protocols; i++)
        if (!strcmp(argv[1], protocols[i]->name)) p = protocols[i];
    if (!p) return fprintf(stderr, "usage: see the top of load.c\n"), 2;
    int count = atoi(argv[3]), epoll = epoll_create1(EPOLL_CLOEXEC), live = count;
    run.window = atoi(argv[4]);
    run.limit = argc > 6 ? atol(argv[6]) : 0;
    if (run.window < 1 || run.window >= MAX_WINDOW) die("window");
    struct conn *conns = calloc((size_t)count, sizeof *conns);
    for (int i = 0; i < count; i++) {
        conns[i] = (struct conn){.fd = dial(atoi(argv[2])), .port = atoi(argv[2]), .number = i};
        p->greet(&conns[i]);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &conns[i]};
        epoll_ctl(epoll, EPOLL_CTL_ADD, conns[i].fd, &event);
    }
    run.count_from = now() + (run.limit ? 0 : 1);
    run.end = run.count_from + atof(argv[5]);
    for (int i = 0; i < count; i++) fill(&conns[i], p);
    while (live && now() < run.end) {
        struct epoll_event events[256];
        int ready = epoll_wait(epoll, events, 256, 100);
        for (int i = 0; i < ready; i++) live -= !readable(events[i].data.ptr, p);
    }
    report(run.limit ? now() - run.count_from : atof(argv[5]));
    return 0;
}
