// CWebSockets: HTTP/1.1 and WebSocket, server and client, on libwebsockets and libuv.
//
// One `cws_loop` is run by one thread. Every function but `cws_wake` may be called by that thread only (before
// `cws_loop_run`: by the thread that made the loop), and every handler is called on it.
//
// A connection is named by a number (generation << 32 | slot), never by a pointer: calling with the number of a
// connection that is gone does nothing. Besides, the caller may hang a pointer of its own on a connection.
//
// Bytes handed over for sending are not copied: they must not change or move until the handler `release` is called
// with their owner, which happens exactly once for each call, in whatever way the connection ends.
#ifndef CWEBSOCKETS_H
#define CWEBSOCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cws_loop cws_loop;
typedef uint64_t cws_conn;

/// What a request line and its headers said. Valid during the handler's call only.
typedef struct cws_request {
    const char *method;          ///< "GET", "HEAD", …
    const char *path;            ///< Percent-decoded once by libwebsockets, which turns a raw `+` into a space as well.
    size_t path_length;
    int64_t content_length;      ///< -1: absent, -2: not a number
    bool keep_alive;
    const char *subprotocol;     ///< Upgrades: the one that will be spoken, the first offered that is configured.
} cws_request;

/// The caller's answer to an upgrade.
typedef struct cws_upgrade {
    bool accept;                 ///< false: the caller has answered with `cws_send` and `cws_http_end`.
    void *user;                  ///< Accepted: hung on the connection, handed back with each of its events.
} cws_upgrade;

/// Called on the loop thread. `ctx` is the pointer of `cws_loop_set_context`; `user` the connection's own.
typedef struct cws_handlers {
    /// Request line and headers are in. Where `content_length` > 0, `http_body` and `http_body_end` follow.
    /// Answer now or later: `cws_send` for head and body, `cws_http_file`, then `cws_http_end`.
    void (*http_request)(void *ctx, cws_conn conn, const cws_request *request);
    void (*http_body)(void *ctx, cws_conn conn, const uint8_t *bytes, size_t length);
    void (*http_body_end)(void *ctx, cws_conn conn);
    /// The connection asks to become a WebSocket.
    void (*upgrade)(void *ctx, cws_conn conn, const cws_request *request, cws_upgrade *decision);
    void (*opened)(void *ctx, void *user, cws_conn conn, const char *subprotocol);
    /// One whole text message, valid UTF-8. The bytes are good during the call.
    void (*message)(void *user, const uint8_t *bytes, size_t length);
    /// The last event of a connection: once for each one with a `user`, and for HTTP ones that owe an answer
    /// (`user` NULL). `code` as in RFC 6455 §7.4, 1006 without a close frame; `status` is the HTTP answer that
    /// refused an outgoing connection, else 0.
    void (*closed)(void *ctx, void *user, cws_conn conn, uint16_t code, const char *reason, size_t length, int status);
    /// Everything queued for the connection has left, as `cws_await_drain` asked to be told; `user` as in `closed`.
    void (*drained)(void *ctx, void *user, cws_conn conn);
    void (*wake)(void *ctx);
    void (*timer)(void *ctx);
    /// Before the queues are flushed, once a turn: the place to send what was gathered during the turn.
    void (*turn)(void *ctx);
    void (*log)(void *ctx, bool is_error, const char *line, size_t length);
    void (*release)(void *owner);
} cws_handlers;

typedef struct cws_config {
    uint32_t receive_buffer;       ///< Bytes read at once from a WebSocket, also held per connection. 0: 1,536.
    uint32_t max_message;          ///< Bytes of an assembled message; above it the peer is closed with 1009.
    uint32_t max_header_bytes;     ///< All headers of a request together.
    uint32_t max_header_pool;      ///< Requests whose headers are held at once; others wait.
    uint32_t max_descriptors;      ///< 0: the process' hard limit, at most 65,536.
    uint32_t handshake_timeout_ms; ///< Rounded up to seconds.
    uint32_t keep_alive_timeout_ms;///< Idle HTTP connections. Rounded up to seconds.
    uint32_t ping_after_ms;        ///< A WebSocket peer silent for this long is pinged.
    uint32_t hang_up_after_ms;     ///< Silent for this long: dropped with 4001.
    uint32_t close_deadline_ms;    ///< From `cws_close` until the connection is dropped, finished or not.
    const char *const *subprotocols; ///< NULL-terminated, at most 8; copied.
    bool tls_targets;              ///< Outgoing connections may use TLS.
    const char *tls_certificate;   ///< PEM file, with the certificates between it and its authority; NULL: no TLS.
    const char *tls_key;           ///< PEM file.
} cws_config;

/// Makes a loop, or returns NULL and writes why into `error`.
cws_loop *cws_loop_create(const cws_config *config, const cws_handlers *handlers, char *error, size_t capacity);
/// What handlers get as `ctx`; before `cws_loop_run`.
void cws_loop_set_context(cws_loop *loop, void *ctx);
/// Runs until `cws_loop_stop`, then closes every connection and returns. Names the thread where `thread_name` is given.
void cws_loop_run(cws_loop *loop, const char *thread_name);
void cws_loop_stop(cws_loop *loop);
/// Takes certificate and key from their files again, for connections that come from now on. The paths must be those of
/// `cws_config`. False where they cannot be used, with why in `error`; connections may fail then.
bool cws_reload_certificate(cws_loop *loop, const char *certificate, const char *key, char *error, size_t capacity);
/// After `cws_loop_run` returned (or when it was never called).
void cws_loop_destroy(cws_loop *loop);

/// Any thread: makes the loop call `wake` soon; several calls may be answered by one.
void cws_wake(cws_loop *loop);
/// Milliseconds of the monotonic clock.
uint64_t cws_now_us(cws_loop *loop);
/// One shot, replaces the one before; negative: none.
void cws_set_timer(cws_loop *loop, int64_t ms);

/// Accepts on an address literal (IPv4 or IPv6) and port; 0 picks one. Returns the bound port, or -errno.
int cws_listen(cws_loop *loop, const char *host, uint16_t port);
/// Closes every listening socket; connections stay.
void cws_stop_listening(cws_loop *loop);

/// Copies a header of the request being handled, NUL-terminated, and returns its length; -1 where it is absent or
/// longer than `capacity` - 1. `name` in lower case. Only inside `http_request` and `upgrade`.
int cws_request_header(cws_loop *loop, cws_conn conn, const char *name, char *out, size_t capacity);
/// Copies the query's item `index` (percent-decoded `key=value` or `key`) like `cws_request_header`.
int cws_request_query(cws_loop *loop, cws_conn conn, int index, char *out, size_t capacity);
/// The peer's address, without a port. Returns its length or -1.
int cws_peer_address(cws_loop *loop, cws_conn conn, char *out, size_t capacity);

/// Queues bytes as they go on the wire: of an HTTP response, or whole WebSocket frames as a server sends them, header
/// included and unmasked (on an outgoing connection they are masked on the way). Returns the bytes now queued; 0 when
/// the connection is gone or closing, the owner is released then. `owner` may be NULL for bytes that stay for ever.
size_t cws_send(cws_loop *loop, cws_conn conn, const uint8_t *bytes, size_t length, void *owner);
size_t cws_queued(cws_loop *loop, cws_conn conn);
/// Calls `drained` once, in a coming turn, when the queue is empty and libwebsockets holds nothing back.
void cws_await_drain(cws_loop *loop, cws_conn conn);
/// Drops the connection when what it was sent has not been acknowledged for this long (tcp(7), TCP_USER_TIMEOUT): for
/// an answer without end, whose reader never says anything that would show it is alive.
void cws_give_up_after(cws_loop *loop, cws_conn conn, uint32_t ms);
/// Queues `length` bytes of an open file from `offset`. The descriptor is closed in any case. A file that turns out
/// shorter cuts the connection, so that the peer sees a broken answer and not a wrong one.
void cws_http_file(cws_loop *loop, cws_conn conn, int descriptor, int64_t offset, int64_t length);
/// The answer is complete: when it is sent, the connection takes its next request, or is closed.
void cws_http_end(cws_loop *loop, cws_conn conn, bool close);

/// Sends what is queued, then a close frame, and waits for the peer's, all within `close_deadline_ms`. No message of
/// the peer is delivered any more and later sends are dropped. Up to 123 bytes of reason.
void cws_close(cws_loop *loop, cws_conn conn, uint16_t code, const char *reason, size_t length);
/// Drops the connection without a word, in the next turn.
void cws_abort(cws_loop *loop, cws_conn conn);
/// Stops (or starts again) reading from a WebSocket. What was read already stays in libwebsockets' buffer.
void cws_pause(cws_loop *loop, cws_conn conn, bool paused);

/// An outgoing WebSocket.
typedef struct cws_target {
    const char *host;          ///< A name is looked up on the loop thread, which waits for it.
    uint16_t port;
    bool tls;
    const char *authorities;   ///< TLS: PEM file of the authorities that are trusted; NULL: those of the system.
    const char *path;          ///< With query, percent-encoded.
    const char *host_header;   ///< NULL: host:port
    const char *subprotocols;  ///< Comma-separated, or NULL.
    const char *headers;       ///< Whole lines, each ending with CR LF, or NULL.
    void *user;
} cws_target;
/// Begins to connect. `opened` or `closed` follows, never during the call. Returns 0 when it cannot even begin (then
/// nothing follows).
cws_conn cws_connect(cws_loop *loop, const cws_target *target);

/// Any thread. Whether the bytes are well-formed UTF-8 (RFC 3629).
bool cws_is_utf8(const uint8_t *bytes, size_t length);

#endif
