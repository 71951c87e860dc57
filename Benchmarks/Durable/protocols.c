// The servers of Benchmarks/durable: what is said to each, and what counts as confirmed.
#include "load.h"

#include <stdio.h>
#include <string.h>

// MARK: TMaps Bridge: an envelope with an id is answered by {"ack":…} (wire contract §3)

static void bridge_greet(struct conn *c) {
    char head[512];
    int length = snprintf(head, sizeof head,
                          "GET /v1/sessions/bench/map?peer=p%d HTTP/1.1\r\nHost: localhost:%d\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                          "Sec-WebSocket-Protocol: tmaps.session.v1\r\n\r\n",
                          c->number, c->port);
    put(c, head, (size_t)length);
    expect(c, "\r\n\r\n", 0);
}

/// A text frame with a mask of zeros (RFC 6455 §5.3), so that the payload stays as it is.
void put_text(struct conn *c, const char *text, size_t length) {
    uint8_t head[8] = {0x81, 0x80 | 126, (uint8_t)(length >> 8), (uint8_t)length};
    if (length < 126) {
        uint8_t small[6] = {0x81, (uint8_t)(0x80 | length)};
        put(c, small, 6);
    } else {
        put(c, head, 8);
    }
    put(c, text, length);
}

static void bridge_message(struct conn *c, uint64_t number) {
    char text[512];
    int length = snprintf(text, sizeof text, "{\"id\":\"%llu\",\"action\":%s}", (unsigned long long)number, payload);
    put_text(c, text, (size_t)length);
}

/// The next text frame at `*at`, NULL where it is not whole yet.
const char *next_text(struct conn *c, size_t *at, size_t *length) {
    const uint8_t *f = c->in + *at;
    size_t have = c->in_length - *at, head = 2;
    if (have < 2) return NULL;
    size_t size = f[1] & 0x7F;
    if (size == 126) {
        if (have < 4) return NULL;
        head = 4;
        size = (size_t)f[2] << 8 | f[3];
    } else if (size == 127) {
        die("a frame longer than any expected");
    }
    if (have < head + size) return NULL;
    *at += head + size;
    *length = size;
    return (const char *)f + head;
}

static size_t bridge_answers(struct conn *c) {
    size_t at = 0, length;
    for (const char *text; (text = next_text(c, &at, &length));) {
        if (length > 7 && !memcmp(text, "{\"ack\":", 7)) confirmed(c);
        if (length > 9 && !memcmp(text, "{\"error\":", 9)) refused(c, text, length);
    }
    return at;
}

const struct protocol bridge = {"bridge", bridge_greet, bridge_message, bridge_answers};

// MARK: mosquitto: PUBLISH with QoS 1 and retain is answered by PUBACK (MQTT 3.1.1 §3.4)

static void mqtt_greet(struct conn *c) {
    char id[16];
    int length = snprintf(id, sizeof id, "bench%d", c->number);
    uint8_t head[] = {0x10, (uint8_t)(12 + length), 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 60, 0, (uint8_t)length};
    put(c, head, sizeof head);
    put(c, id, (size_t)length);
    expect(c, NULL, 4);
}

static void mqtt_message(struct conn *c, uint64_t number) {
    char topic[32];
    size_t size = strlen(payload), length = (size_t)snprintf(topic, sizeof topic, "bench/%d", c->number);
    size_t rest = 2 + length + 2 + size;
    uint8_t head[] = {0x33, (uint8_t)(0x80 | (rest & 0x7F)), (uint8_t)(rest >> 7), 0, (uint8_t)length};
    uint8_t id[] = {(uint8_t)((number % 65535 + 1) >> 8), (uint8_t)(number % 65535 + 1)};
    if (rest < 128) die("the payload is too short for two length bytes");
    put(c, head, sizeof head);
    put(c, topic, length);
    put(c, id, 2);
    put(c, payload, size);
}

static size_t mqtt_answers(struct conn *c) {
    size_t at = 0;
    for (; c->in_length - at >= 4; at += 4) {
        if (c->in[at] != 0x40) die("expected PUBACK");
        confirmed(c);
    }
    return at;
}

const struct protocol mqtt = {"mqtt", mqtt_greet, mqtt_message, mqtt_answers};

// MARK: Redis: XADD is answered by the entry's id (RESP2); about as many entries are kept as the bridge keeps

static void redis_greet(struct conn *c) {
    put(c, "*1\r\n$4\r\nPING\r\n", 14);
    expect(c, "+PONG\r\n", 0);
}

static void redis_message(struct conn *c, uint64_t number) {
    char text[512];
    (void)number;
    int length = snprintf(text, sizeof text,
                          "*8\r\n$4\r\nXADD\r\n$5\r\nbench\r\n$6\r\nMAXLEN\r\n$1\r\n~\r\n$5\r\n10000\r\n$1\r\n*\r\n"
                          "$1\r\na\r\n$%zu\r\n%s\r\n",
                          strlen(payload), payload);
    put(c, text, (size_t)length);
}

static size_t redis_answers(struct conn *c) {
    size_t at = 0;
    while (at < c->in_length) {
        uint8_t *start = c->in + at, *end = memmem(start, c->in_length - at, "\r\n", 2);
        if (!end) break;
        if (*start == '-') {
            refused(c, (char *)start, (size_t)(end - start));
        } else {
            if (*start != '$') die("expected an entry's id");
            end = memmem(end + 2, (size_t)(c->in + c->in_length - end - 2), "\r\n", 2);
            if (!end) break;
            confirmed(c);
        }
        at = (size_t)(end + 2 - c->in);
    }
    return at;
}

const struct protocol redis = {"redis", redis_greet, redis_message, redis_answers};

// MARK: NATS JetStream: a message with a reply subject is answered by {"stream":…,"seq":…}

static void nats_greet(struct conn *c) {
    char text[512];
    const char *config = "{\"name\":\"bench\",\"subjects\":[\"bench\"],\"storage\":\"file\",\"max_msgs\":10000}";
    expect(c, "\r\n", 0);  // INFO
    int length = snprintf(text, sizeof text,
                          "CONNECT {\"verbose\":false}\r\nSUB inbox.%d 1\r\nSUB made.%d 2\r\n"
                          "PUB $JS.API.STREAM.CREATE.bench made.%d %zu\r\n%s\r\n",
                          c->number, c->number, c->number, strlen(config), config);
    put(c, text, (size_t)length);
    expect(c, "}\r\n", 0);
}

static void nats_message(struct conn *c, uint64_t number) {
    char text[512];
    (void)number;
    int length = snprintf(
        text, sizeof text, "PUB bench inbox.%d %zu\r\n%s\r\n", c->number, strlen(payload), payload);
    put(c, text, (size_t)length);
}

static size_t nats_answers(struct conn *c) {
    size_t at = 0;
    while (at < c->in_length) {
        char *start = (char *)c->in + at, *end = memmem(start, c->in_length - at, "\r\n", 2);
        size_t size = 0;
        if (!end) break;
        if (!memcmp(start, "PING", 4)) put(c, "PONG\r\n", 6);
        if (!memcmp(start, "MSG ", 4)) {
            char *digits = memrchr(start, ' ', (size_t)(end - start));
            for (digits++; digits < end; digits++) size = size * 10 + (size_t)(*digits - '0');
            if ((size_t)((char *)c->in + c->in_length - end) < 2 + size + 2) break;
            if (memmem(end + 2, size, "\"error\"", 7)) refused(c, end + 2, size);
            else confirmed(c);
            size += 2;
        }
        at = (size_t)(end + 2 - (char *)c->in) + size;
    }
    return at;
}

const struct protocol nats = {"nats", nats_greet, nats_message, nats_answers};
