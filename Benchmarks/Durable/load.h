#ifndef LOAD_H
#define LOAD_H
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum { MAX_WINDOW = 256 };

struct conn {
    int fd, port, number, in_flight;
    uint64_t sent, answered;
    double times[MAX_WINDOW];
    size_t in_length, out_length;
    uint8_t in[65536], out[65536];
};

/// How one server is spoken to.
struct protocol {
    const char *name;
    /// Everything up to the first message.
    void (*greet)(struct conn *);
    /// Queues message `number`, counted from 1.
    void (*message)(struct conn *, uint64_t number);
    /// Reads what lies in `in`, calls `confirmed` or `refused` for each answer, returns the bytes of whole answers.
    size_t (*answers)(struct conn *);
};

extern const struct protocol bridge, mqtt, redis, nats;
/// What every server is given to keep.
extern const char payload[];

void put(struct conn *, const void *bytes, size_t length);
void expect(struct conn *, const char *ending, size_t exact);
void confirmed(struct conn *);
void refused(struct conn *, const char *text, size_t length);
void die(const char *what);
int probe(int port, double seconds);

static inline double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}
#endif
