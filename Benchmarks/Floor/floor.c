// The least that a server does whose confirmations are on disk: read what has come, append it to a file, one fdatasync,
// confirm. It relays nothing, checks nothing and keeps nothing in order: what it does in a second is what this machine
// has to give, and how much of it any other takes is the rest.
//
//     cc -O2 -o floor Benchmarks/Floor/floor.c
//     ./floor PORT FILE    speaks as much of tmaps.session.v1 as Benchmarks/Durable needs
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FILE_BYTES = 64 << 20, BATCH_BYTES = 4 << 20, EVENTS = 1024 };

struct conn {
    int fd;
    int greeted;
    size_t in_length, out_length;
    uint8_t in[1 << 15];
    char out[1 << 14];
};

static uint8_t batch[BATCH_BYTES];
static size_t batch_length;
static uint64_t seq;

static void die(const char *what) {
    fprintf(stderr, "floor: %s: %s\n", what, strerror(errno));
    exit(1);
}

/// `text` begins with {"id":"…", as the load's messages do.
static void confirm(struct conn *c, const char *text, size_t length) {
    const char *id = text + 7, *end = memchr(id, '"', length - 7);
    char *frame = c->out + c->out_length;
    if (!end) die("a message without an id");
    int size = sprintf(frame + 2, "{\"ack\":\"%.*s\",\"seq\":%llu}", (int)(end - id), id, (unsigned long long)++seq);
    frame[0] = (char)0x81;
    frame[1] = (char)size;
    c->out_length += (size_t)size + 2;
}

/// Whole text frames with a mask of zeros (RFC 6455 §5.2); what is left of a part stays.
static void take_frames(struct conn *c) {
    size_t at = 0;
    while (c->in_length - at >= 8) {
        const uint8_t *frame = c->in + at;
        size_t head = 6, size = frame[1] & 0x7F;
        if (size == 126) {
            size = (size_t)frame[2] << 8 | frame[3];
            head = 8;
        }
        if (c->in_length - at < head + size) break;
        if (batch_length + size > BATCH_BYTES) die("more at once than expected");
        memcpy(batch + batch_length, frame + head, size);
        batch_length += size;
        confirm(c, (const char *)frame + head, size);
        at += head + size;
    }
    memmove(c->in, c->in + at, c->in_length - at);
    c->in_length -= at;
}

/// 1: something is to be sent. 0: not. -1: gone.
static int readable(struct conn *c) {
    ssize_t n = recv(c->fd, c->in + c->in_length, sizeof c->in - c->in_length, MSG_DONTWAIT);
    if (n < 0 && errno == EAGAIN) return 0;
    if (n <= 0) return -1;
    c->in_length += (size_t)n;
    if (c->greeted) {
        take_frames(c);
    } else if (memmem(c->in, c->in_length, "\r\n\r\n", 4)) {
        c->greeted = 1;
        c->in_length = 0;
        c->out_length = (size_t)sprintf(c->out, "HTTP/1.1 101 Switching Protocols\r\n\r\n");
    }
    return c->out_length > 0;
}

static int listener(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) || listen(fd, 1000)) die("listen");
    return fd;
}

static void watch(int epoll, int fd, struct conn *c) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event)) die("epoll_ctl");
}

static void accept_one(int epoll, int fd) {
    struct conn *c = calloc(1, sizeof *c);
    int one = 1;
    if (!c || (c->fd = accept(fd, NULL, NULL)) < 0) die("accept");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    watch(epoll, c->fd, c);
}

/// Written over from its beginning: a file that grows would wait for the file system's journal as well.
static int make_file(const char *path) {
    static const uint8_t zeros[1 << 20];
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    for (int i = 0; file >= 0 && i < FILE_BYTES / (int)sizeof zeros; i++)
        if (write(file, zeros, sizeof zeros) != sizeof zeros) die("write");
    if (file < 0 || fsync(file)) die(path);
    return file;
}

static void append(int file) {
    static off_t at;
    if (!batch_length) return;
    if (at + (off_t)batch_length > FILE_BYTES) at = 0;
    if (pwrite(file, batch, batch_length, at) != (ssize_t)batch_length || fdatasync(file)) die("write");
    at += (off_t)batch_length;
    batch_length = 0;
}

int main(int argc, char **argv) {
    if (argc != 3) return fprintf(stderr, "usage: floor PORT FILE\n"), 2;
    int file = make_file(argv[2]), fd = listener(atoi(argv[1])), epoll = epoll_create1(EPOLL_CLOEXEC);
    watch(epoll, fd, NULL);
    for (;;) {
        struct epoll_event events[EVENTS];
        struct conn *ready[EVENTS];
        int count = epoll_wait(epoll, events, EVENTS, -1), answers = 0;
        for (int i = 0; i < count; i++) {
            struct conn *c = events[i].data.ptr;
            int outcome = c ? readable(c) : (accept_one(epoll, fd), 0);
            if (outcome > 0) ready[answers++] = c;
            if (outcome < 0) {
                close(c->fd);
                free(c);
            }
        }
        append(file);
        for (int i = 0; i < answers; i++) {
            if (send(ready[i]->fd, ready[i]->out, ready[i]->out_length, MSG_NOSIGNAL) < 0 && errno != EPIPE
                && errno != ECONNRESET) die("send");
            ready[i]->out_length = 0;
        }
    }
}
