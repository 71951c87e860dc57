// A bare relay on CWebSockets: what /s/<n>/client sends goes to every /s/<n>/map, and the other way round, where <n> is
// the first number in the path. It shows what the shim costs without Swift above it.
//
//     cc -O2 -I Sources/CWebSockets/include Benchmarks/CRelay/relay.c Sources/CWebSockets/*.c -lwebsockets -luv \
//         -lssl -lcrypto
//     ./a.out PORT [receive buffer]
#include "CWebSockets.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 2000, MEMBERS = 1024 };

typedef struct member {
    cws_conn conn;
    int group, side, index;
} member;

typedef struct frame {
    int references;
    uint8_t bytes[];
} frame;

static cws_loop *loop;
static struct { member *members[MEMBERS]; int count; } groups[GROUPS][2];

static void release(void *owner) {
    frame *f = owner;
    if (!--f->references) free(f);
}

static frame *make_frame(const uint8_t *bytes, size_t length, size_t *total) {
    size_t header = length < 126 ? 2 : length < 65536 ? 4 : 10;
    frame *f = malloc(sizeof *f + header + length);
    f->references = 1;
    f->bytes[0] = 0x81;
    f->bytes[1] = (uint8_t)(header == 2 ? length : header == 4 ? 126 : 127);
    for (size_t i = 2; i < header; i++) f->bytes[i] = (uint8_t)(length >> 8 * (header - 1 - i));
    memcpy(f->bytes + header, bytes, length);
    *total = header + length;
    return f;
}

static void message(void *user, const uint8_t *bytes, size_t length) {
    member *from = user;
    size_t total;
    frame *f = make_frame(bytes, length, &total);
    for (int i = 0; i < groups[from->group][!from->side].count; i++) {
        f->references++;
        cws_send(loop, groups[from->group][!from->side].members[i]->conn, f->bytes, total, f);
    }
    release(f);
}

static void upgrade(void *ctx, cws_conn conn, const cws_request *request, cws_upgrade *decision) {
    (void)ctx, (void)conn;
    char path[64];
    snprintf(path, sizeof path, "%.*s", (int)request->path_length, request->path);
    member *m = calloc(1, sizeof *m);
    m->group = atoi(path + strcspn(path, "0123456789")) % GROUPS;
    m->side = strstr(path, "client") != NULL;
    decision->accept = true;
    decision->user = m;
}

static void opened(void *ctx, void *user, cws_conn conn, const char *subprotocol) {
    (void)ctx, (void)subprotocol;
    member *m = user;
    m->conn = conn;
    m->index = groups[m->group][m->side].count++;
    groups[m->group][m->side].members[m->index] = m;
}

static void closed(void *ctx, void *user, cws_conn conn, uint16_t code, const char *reason, size_t length, int status) {
    (void)ctx, (void)conn, (void)code, (void)reason, (void)length, (void)status;
    member *m = user;
    if (!m) return;
    if (m->conn) {
        member *last = groups[m->group][m->side].members[--groups[m->group][m->side].count];
        groups[m->group][m->side].members[last->index = m->index] = last;
    }
    free(m);
}

static void request(void *ctx, cws_conn conn, const cws_request *r) {
    (void)ctx, (void)r;
    static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok\n";
    cws_send(loop, conn, (const uint8_t *)answer, sizeof answer - 1, NULL);
    cws_http_end(loop, conn, false);
}

static void body(void *ctx, cws_conn conn, const uint8_t *bytes, size_t length) {
    (void)ctx, (void)conn, (void)bytes, (void)length;
}
static void body_end(void *ctx, cws_conn conn) { (void)ctx, (void)conn; }
static void turn(void *ctx) { (void)ctx; }
static void drained(void *ctx, void *user, cws_conn conn) { (void)ctx, (void)user, (void)conn; }
static void wake(void *ctx) {
    (void)ctx;
    cws_loop_stop(loop);
}
static void log_line(void *ctx, bool is_error, const char *line, size_t length) {
    (void)ctx, (void)is_error;
    fprintf(stderr, "%.*s\n", (int)length, line);
}
static void interrupted(int signal) {
    (void)signal;
    cws_wake(loop);
}

int main(int count, char **arguments) {
    char error[256];
    cws_config config = {.receive_buffer = count > 2 ? (uint32_t)atoi(arguments[2]) : 0};
    cws_handlers on = {
        .http_request = request, .http_body = body, .http_body_end = body_end, .upgrade = upgrade, .opened = opened,
        .message = message, .closed = closed, .drained = drained, .wake = wake, .timer = turn, .turn = turn,
        .log = log_line, .release = release,
    };
    loop = cws_loop_create(&config, &on, error, sizeof error);
    if (!loop) return fprintf(stderr, "%s\n", error), 1;
    signal(SIGINT, interrupted);
    signal(SIGTERM, interrupted);
    int port = cws_listen(loop, "127.0.0.1", count > 1 ? (uint16_t)atoi(arguments[1]) : 0);
    if (port < 0) return fprintf(stderr, "cannot listen: %s\n", strerror(-port)), 1;
    printf("listening on %d\n", port);
    fflush(stdout);
    cws_loop_run(loop, "crelay");
    cws_loop_destroy(loop);
    return 0;
}
