// A WebSocket load generator on one thread: groups of one sender and some receivers. A sender keeps a window of
// actions in flight; one has landed when every receiver of its group has it. Counted at the receivers, after a warm-up.
//
//     load -p PORT [-g groups] [-r receivers] [-w window] [-b bytes] [-d seconds] [-s sender path] [-m receiver path]
//          [-H first message of a receiver] [-t]
//     load -p PORT -g groups -i        only connects, says so, and stays until standard input ends
//
// -t: over TLS; whose certificate it is does not matter here. Build with -lssl -lcrypto.
//
// Paths may hold one %d for the group's number. Prints one JSON object.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { INPUT = 1 << 17, WARM_UP_MS = 500, SETTLE_MS = 300, MOST_LATENCIES = 1 << 22 };

typedef struct {
    int fd, group;
    SSL *ssl;  // NULL without TLS
    bool is_sender, wants_output;
    uint8_t *in, *out;
    size_t in_length, out_length, out_capacity;
    uint64_t received;
} peer;

static struct {
    int port, groups, receivers, window, bytes;
    double seconds;
    const char *sender_path, *receiver_path, *hello;
    bool idle, secure;
} options = {.groups = 50, .receivers = 1, .window = 16, .bytes = 128, .seconds = 3,
             .sender_path = "/v1/sessions/load%d/client", .receiver_path = "/v1/sessions/load%d/map",
             .hello = "{\"type\":\"READY\"}"};

static int poller;
static peer *peers;      // each group's sender, then its receivers
static uint64_t *sent;   // by each group's sender
static bool measuring;
static uint64_t delivered;
static uint32_t *latencies;  // in nanoseconds
static size_t latency_count;

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

// MARK: bytes, as they are or over TLS

/// As send(2) and recv(2) would tell it.
static ssize_t outcome(peer *p, int result) {
    if (result > 0) return result;
    int reason = SSL_get_error(p->ssl, result);
    if (reason == SSL_ERROR_ZERO_RETURN) return 0;
    errno = reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE ? EAGAIN : EPROTO;
    return -1;
}

static ssize_t give(peer *p, const void *bytes, size_t length) {
    return p->ssl ? outcome(p, SSL_write(p->ssl, bytes, (int)length)) : send(p->fd, bytes, length, MSG_NOSIGNAL);
}

static ssize_t take(peer *p, void *bytes, size_t room) {
    return p->ssl ? outcome(p, SSL_read(p->ssl, bytes, (int)room)) : recv(p->fd, bytes, room, 0);
}

static void shake_hands(peer *p) {
    static SSL_CTX *context;
    if (!context) {
        context = SSL_CTX_new(TLS_client_method());
        SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                      SSL_MODE_RELEASE_BUFFERS);
    }
    p->ssl = SSL_new(context);
    if (!p->ssl || !SSL_set_fd(p->ssl, p->fd) || SSL_connect(p->ssl) != 1) errno = EPROTO, fail("TLS");
}

// MARK: sending

static void watch(peer *p, int operation) {
    struct epoll_event event = {.events = EPOLLIN | (p->wants_output ? EPOLLOUT : 0), .data.ptr = p};
    if (epoll_ctl(poller, operation, p->fd, &event)) fail("epoll_ctl");
}

static void flush(peer *p) {
    size_t done = 0;
    while (done < p->out_length) {
        ssize_t count = give(p, p->out + done, p->out_length - done);
        if (count < 0 && errno == EAGAIN) break;
        if (count < 0) fail("send");
        done += (size_t)count;
    }
    memmove(p->out, p->out + done, p->out_length - done);
    p->out_length -= done;
    if (p->wants_output == (p->out_length > 0)) return;
    p->wants_output = p->out_length > 0;
    watch(p, EPOLL_CTL_MOD);
}

/// Queues one frame, masked with zeros. Short payloads only: what is measured is the relay.
static void put_frame(peer *p, int opcode, const char *payload, size_t length) {
    if (length > 65535) errno = EMSGSIZE, fail("payload");
    if (p->out_length + length + 8 > p->out_capacity) {
        p->out_capacity = (p->out_length + length + 8) * 2;
        p->out = realloc(p->out, p->out_capacity);
        if (!p->out) fail("realloc");
    }
    uint8_t *at = p->out + p->out_length;
    *at++ = (uint8_t)(0x80 | opcode);
    *at++ = (uint8_t)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) *at++ = (uint8_t)(length >> 8), *at++ = (uint8_t)length;
    memset(at, 0, 4);
    memcpy(at + 4, payload, length);
    p->out_length = (size_t)(at + 4 - p->out) + length;
}

/// An action of the wanted size that carries the time it left at.
static void put_action(peer *p) {
    static char action[65536];
    size_t wanted = (size_t)options.bytes;
    int head = snprintf(action, sizeof action, "{\"type\":\"SET_ZOOM\",\"zoom\":18,\"ts\":\"%020llu\",\"pad\":\"",
                        (unsigned long long)now());
    size_t length = (size_t)head + 2 > wanted ? (size_t)head + 2 : wanted;
    memset(action + head, 'x', length - (size_t)head);
    memcpy(action + length - 2, "\"}", 2);
    put_frame(p, 1, action, length);
}

static void fill_window(int group) {
    peer *sender = peers + group * (1 + options.receivers);
    uint64_t landed = UINT64_MAX;
    for (int i = 1; i <= options.receivers; i++)
        if (sender[i].received < landed) landed = sender[i].received;
    if (sent[group] - landed >= (uint64_t)options.window) return;
    for (; sent[group] - landed < (uint64_t)options.window; sent[group]++) put_action(sender);
    flush(sender);
}

// MARK: receiving

static void message(peer *p, const uint8_t *payload, size_t length) {
    static const char mark[] = "\"ts\":\"";
    if (p->is_sender) return;
    const char *stamp = memmem(payload, length, mark, sizeof mark - 1);
    if (!stamp) return;
    p->received++;
    if (!measuring) return;
    delivered++;
    uint64_t latency = now() - strtoull(stamp + sizeof mark - 1, NULL, 10);
    if (latency_count == MOST_LATENCIES) return;
    latencies[latency_count++] = latency > UINT32_MAX ? UINT32_MAX : (uint32_t)latency;
}

static void frame(peer *p, int opcode, const uint8_t *payload, size_t length) {
    if (opcode == 1) return message(p, payload, length);
    if (opcode == 9) {
        put_frame(p, 10, (const char *)payload, length);
        return flush(p);
    }
    if (opcode != 8) return;
    int code = length < 2 ? 1005 : payload[0] << 8 | payload[1];
    fprintf(stderr, "load: closed by the server: %d %.*s\n", code, (int)(length < 2 ? 0 : length - 2), payload + 2);
    exit(1);
}

static void parse(peer *p) {
    size_t at = 0;
    while (p->in_length - at >= 2) {
        const uint8_t *head = p->in + at;
        size_t length = head[1] & 127, header = length < 126 ? 2 : 4;
        if (length == 127) errno = EMSGSIZE, fail("frame");
        if (p->in_length - at < header) break;
        if (header == 4) length = (size_t)head[2] << 8 | head[3];
        if (p->in_length - at < header + length) break;
        frame(p, head[0] & 15, head + header, length);
        at += header + length;
    }
    memmove(p->in, p->in + at, p->in_length - at);
    p->in_length -= at;
}

static void readable(peer *p) {
    for (bool was_full = true; was_full;) {
        ssize_t count = take(p, p->in + p->in_length, INPUT - p->in_length);
        if (count < 0 && errno == EAGAIN) return;
        if (count <= 0) fail("connection lost");
        p->in_length += (size_t)count;
        was_full = p->in_length == INPUT || p->ssl;  // TLS gives a record at a time, and epoll sees none that is read
        parse(p);
    }
}

// MARK: connecting

static int dial(void) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)options.port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address)) fail("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

/// The key is the one of RFC 6455, section 1.3; the answer's is not checked.
static void upgrade(peer *p) {
    char path[256], text[4096];
    snprintf(path, sizeof path, p->is_sender ? options.sender_path : options.receiver_path, p->group);
    int length = snprintf(text, sizeof text,
                          "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                          path, options.port);
    if (give(p, text, (size_t)length) != length) fail("upgrade");
    size_t got = 0;
    while (got < 4 || memcmp(text + got - 4, "\r\n\r\n", 4)) {
        if (got == sizeof text - 1 || take(p, text + got, 1) != 1) fail("upgrade");
        text[++got] = 0;
    }
    if (strncmp(text, "HTTP/1.1 101", 12)) {
        fprintf(stderr, "load: no upgrade: %s", text);
        exit(1);
    }
}

static void connect_peer(peer *p, int group, bool is_sender) {
    p->group = group;
    p->is_sender = is_sender;
    p->fd = dial();
    if (options.secure) shake_hands(p);
    upgrade(p);
    fcntl(p->fd, F_SETFL, O_NONBLOCK);
    watch(p, EPOLL_CTL_ADD);
    p->in = malloc(options.idle ? 1 : INPUT);
    if (!is_sender && !options.idle && *options.hello) {
        put_frame(p, 1, options.hello, strlen(options.hello));
        flush(p);
    }
}

static void connect_all(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    int size = 1 + options.receivers;
    peers = calloc((size_t)(options.groups * size), sizeof *peers);
    sent = calloc((size_t)options.groups, sizeof *sent);
    latencies = malloc(MOST_LATENCIES * sizeof *latencies);
    poller = epoll_create1(EPOLL_CLOEXEC);
    if (!peers || !sent || !latencies || poller < 0) fail("no memory");
    for (int group = 0; group < options.groups; group++)
        for (int i = size - 1; i >= 0; i--) connect_peer(peers + group * size + i, group, i == 0);
}

// MARK: the run

static void turn(bool is_sending) {
    struct epoll_event events[512];
    int count = epoll_wait(poller, events, 512, 10);
    for (int i = 0; i < count; i++) {
        peer *p = events[i].data.ptr;
        if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) readable(p);
        if (events[i].events & EPOLLOUT) flush(p);
        if (is_sending && !p->is_sender) fill_window(p->group);
    }
}

static void run_until(uint64_t end, bool is_sending) {
    while (now() < end) turn(is_sending);
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static double percentile(double part) {
    return latency_count ? latencies[(size_t)(part * (double)(latency_count - 1))] / 1000.0 : 0;
}

static void measure(void) {
    run_until(now() + SETTLE_MS * 1000000ull, false);
    for (int group = 0; group < options.groups; group++) fill_window(group);
    run_until(now() + WARM_UP_MS * 1000000ull, true);
    measuring = true;
    uint64_t begin = now();
    run_until(begin + (uint64_t)(options.seconds * 1e9), true);
    double seconds = (double)(now() - begin) / 1e9;
    qsort(latencies, latency_count, sizeof *latencies, ascending);
    printf("{\"delivered_per_s\":%.0f,\"p50_us\":%.1f,\"p99_us\":%.1f}\n", (double)delivered / seconds, percentile(0.5),
           percentile(0.99));
}

static void wait_idle(void) {
    char byte;
    printf("{\"connected\":%d}\n", options.groups * (1 + options.receivers));
    fflush(stdout);
    while (read(0, &byte, 1) > 0) continue;
}

int main(int count, char **arguments) {
    int option;
    while ((option = getopt(count, arguments, "p:g:r:w:b:d:s:m:H:it")) > 0) switch (option) {
        case 'p': options.port = atoi(optarg); break;
        case 'g': options.groups = atoi(optarg); break;
        case 'r': options.receivers = atoi(optarg); break;
        case 'w': options.window = atoi(optarg); break;
        case 'b': options.bytes = atoi(optarg); break;
        case 'd': options.seconds = atof(optarg); break;
        case 's': options.sender_path = optarg; break;
        case 'm': options.receiver_path = optarg; break;
        case 'H': options.hello = optarg; break;
        case 'i': options.idle = true; break;
        case 't': options.secure = true; break;
        default: return 2;
        }
    if (!options.port || optind < count) return fprintf(stderr, "load: see the top of Benchmarks/Load/load.c\n"), 2;
    connect_all();
    if (options.idle)
        wait_idle();
    else
        measure();
    return 0;
}
