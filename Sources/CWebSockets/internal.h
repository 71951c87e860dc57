// Shared by the files of CWebSockets. Everything here belongs to the loop's thread.
#ifndef CWS_INTERNAL_H
#define CWS_INTERNAL_H

#include "CWebSockets.h"
#include <libwebsockets.h>
#include <uv.h>

enum {
    CWS_MAX_LISTENERS = 16,
    CWS_MAX_SUBPROTOCOLS = 8,
    CWS_CLIENT_RECEIVE = 16 * 1024,  // outgoing connections are few and read their messages byte by byte into it
    CWS_JOIN = 128 * 1024,           // bytes of one write
    CWS_TURN_BUDGET = 1024 * 1024,   // bytes one connection may write in one turn
    CWS_MORE_READS = 7,              // reads beyond the first that a connection with much to say gets in one turn
    CWS_HUNGRY = 256,
    CWS_STALL_SECONDS = 60,          // an HTTP peer that takes no byte of its answer for this long is dropped
    CWS_LINGER_SECONDS = 2,          // how long a closed HTTP connection swallows what the peer still sends
};

/// Why an outgoing connection failed of which nothing else is known.
#define CWS_NO_ANSWER "the connection was lost before an answer came"

typedef enum cws_kind { CWS_HTTP, CWS_WEBSOCKET, CWS_CONNECTING } cws_kind;

/// One thing to send. `bytes` NULL: `owner` is a `cws_file`.
typedef struct cws_piece {
    const uint8_t *bytes;
    size_t length;
    void *owner;
} cws_piece;

typedef struct cws_file {
    int descriptor;
    int64_t offset;
} cws_file;

typedef struct cws_link {
    struct cws_link *next, *previous;
} cws_link;

typedef struct conn {
    cws_link link;              // in `dirty`, in `stalled` or in none (then it points to itself); first in here
    cws_loop *loop;
    struct lws *wsi;            // NULL once lws has given it up
    void *user;
    uint64_t heard;             // loop time in ms of the last inbound frame
    uint64_t deadline;          // loop time in ms at which the connection is dropped; 0: none
    cws_piece *ring;            // NULL while nothing is queued; the capacity is a power of two
    uint32_t capacity, head, count;
    size_t queued;              // bytes of the ring that lws does not have
    size_t sent_of_head;        // bytes of the first piece that lws has
    size_t frame_left;          // outgoing: payload of the frame being masked
    uint8_t *assembly;          // a message that came in several pieces
    size_t assembled, assembly_capacity;
    uint32_t heard_bytes;       // payload since lws last read from it
    size_t body_left;           // HTTP: bytes of the request's body still to come
    const char *subprotocol;    // one of loop->subprotocols, or NULL
    uint8_t *close_frame;       // ours as queued, or a copy of the peer's payload behind two unused bytes
    char *client_headers;       // outgoing: extra lines of the handshake
    uint32_t slot, generation;
    int32_t status;             // outgoing: the HTTP answer that refused it
    int32_t distrust;           // outgoing: what is wrong with the server's certificate, X509_V_ERR_…
    uint16_t close_code;
    uint8_t reason_length;
    uint8_t kind;               // cws_kind
    uint8_t mask[4], mask_index;// outgoing: of the frame being masked
    bool in_message : 1;        // `assembly` holds the beginning of a message
    bool pinged : 1;
    bool asked : 1;             // HTTP: a whole request has come
    bool closing : 1;           // nothing is delivered and nothing queued any more
    bool dropped : 1;           // lws was told to kill it
    bool doomed : 1;            // outgoing: failed before `cws_connect` returned
    bool owes_answer : 1;       // HTTP: a request was handed over and is not answered completely
    bool expects_body_end : 1;  // HTTP: the end of the body is yet to be told
    bool begun : 1;             // HTTP: lws has some of the answer
    bool ended : 1;             // HTTP: the caller has queued all of the answer
    bool close_after : 1;       // HTTP: no further request
    bool lingering : 1;         // HTTP: our side is shut, what still comes is swallowed
    bool paused : 1;            // lws does not read from it
    bool awaits_drain : 1;      // the caller wants to know when everything has left
} conn;

/// Outgoing TLS connections that trust the same authorities share a vhost.
typedef struct cws_trust {
    struct cws_trust *next;
    struct lws_vhost *vhost;
    SSL_CTX *ssl;
    char *authorities;          // path, or NULL for those of the system
    char name[24];              // lws keeps no copy of it
} cws_trust;

typedef struct cws_listener {
    uv_poll_t poll;             // first: freed through it
    cws_loop *loop;
    struct cws_listener *next;
    int descriptor;
} cws_listener;

struct cws_loop {
    cws_handlers on;
    void *ctx;
    cws_config config;
    uv_loop_t uv;
    uv_check_t check;
    uv_prepare_t prepare;
    uv_idle_t idle;             // keeps the loop turning while `dirty` is not empty
    uv_async_t async;
    uv_timer_t timer, sweep, accept_again;
    struct lws_context *context; // NULL once lws has destroyed it
    struct lws_vhost *vhost;
    struct lws_protocols protocols[CWS_MAX_SUBPROTOCOLS + 3];
    char *subprotocols[CWS_MAX_SUBPROTOCOLS + 1];
    lws_retry_bo_t no_validity;
    cws_link dirty, stalled;
    conn **slots;
    uint32_t *generations, *free_slots;
    uint32_t slot_count, free_count;
    cws_listener *listeners;
    cws_trust *trusts;
    SSL_CTX *nobody;            // trusts no authority
    int spare_descriptor;       // given up for a moment to refuse a connection when descriptors run out
    int event_descriptor;       // of the context, -1 if unknown
    bool abandoned;             // better never freed than a stranger's descriptor closed: cws_context_destroy
    conn *adopting, *connecting;// what lws is being given just now
    cws_conn hungry[CWS_HUNGRY];// those whose read was full, so that there may be more
    uint32_t hungry_count;
    bool active;                // something was delivered since the last `turn`
    bool needs_service;         // a time-out of lws was set outside its callbacks
    bool stopping;
    uint8_t *join;              // LWS_PRE + CWS_JOIN bytes
    uint8_t random[1024];       // the last `random_left` bytes are unused
    uint32_t random_left;
};

// conn.c
conn *cws_conn_new(cws_loop *loop, cws_kind kind);
conn *cws_conn_find(cws_loop *loop, cws_conn handle);
cws_conn cws_handle(const conn *c);
/// Makes the handles given out so far name nothing.
void cws_conn_renew(conn *c);
/// Tells the caller, where it is owed, and frees. The wsi may live on without its connection.
void cws_conn_gone(conn *c);
/// Asks lws to kill the connection in its next service; the caller is told when it has.
void cws_conn_drop(conn *c);
/// Puts the connection into `list`, or into none.
void cws_move(conn *c, cws_link *list);

// loop.c
int cws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

// context.c
uint32_t cws_pick(uint32_t value, uint32_t otherwise);
void cws_log_for(cws_loop *loop);  // whose log lws writes to from this thread
/// Until `cws_kept_error`, what lws says on this thread is not logged: the first error is the caller's to tell.
void cws_keep_errors(void);
const char *cws_kept_error(void);
bool cws_context_create(cws_loop *loop, char *error, size_t capacity);
void cws_context_destroy(cws_loop *loop);

// queue.c
/// False: the connection is going, or memory is out; the owner was released.
bool cws_push(conn *c, const uint8_t *bytes, size_t length, void *owner);
void cws_discard_queue(conn *c);
/// Hands lws what it takes now, or with `all` the whole queue. False: the connection is broken.
bool cws_drain(conn *c, bool all);

// listen.c
void cws_accept_again(uv_timer_t *timer);

// http.c
/// Once in the process, before anything else.
void cws_http_setup(void);
/// A request is being handed over. False: its request line is unusable.
bool cws_http_begin(conn *c, cws_request *request);
int cws_http_callback(conn *c, enum lws_callback_reasons reason, void *in, size_t length);
/// After its queue was drained as far as it goes: completes the answer, or arranges for what is left.
void cws_http_flushed(conn *c);
/// Swallows what an HTTP peer sends while lws would neither read nor let it be: it would keep the loop spinning.
void cws_http_swallow(conn *c);
/// Whether the peer of an answer in progress has hung up, which lws does not look at meanwhile.
bool cws_http_abandoned(conn *c);

// upgrade.c
int cws_confirm_upgrade(conn *c);

// websocket.c
int cws_receive(conn *c, const uint8_t *bytes, size_t length);
int cws_peer_close(conn *c, const uint8_t *bytes, size_t length);
/// Reads again from those whose read was full: lws reads as little at once as it keeps for each connection, and the
/// more arrives in a turn, the more leaves with one write.
void cws_read_more(cws_loop *loop);
void cws_opened(conn *c);
void cws_begin_close(conn *c, uint16_t code, const char *reason, size_t length);
/// What `closed` will say of a connection that was never made.
void cws_keep_reason(conn *c, const char *reason);
void cws_sweep(uv_timer_t *timer);

// client.c
int cws_client_callback(conn *c, enum lws_callback_reasons reason, void *in, size_t length);

// tls.c
/// Says goodbye as TLS does, so that the peer does not take the end for a cut line (RFC 8446 §6.1).
void cws_tls_goodbye(conn *c);
/// A vhost whose outgoing connections trust these authorities. NULL with why in `fault`.
struct lws_vhost *cws_trusting(cws_loop *loop, const char *authorities, char *fault, size_t capacity);
void cws_free_trusts(cws_loop *loop);
/// An `SSL_CTX` for a vhost that makes no connections over TLS: lws wants one.
void *cws_tls_nobody(cws_loop *loop);
/// What OpenSSL has against the server's certificate.
void cws_note_distrust(struct lws *wsi, void *store);
/// The words for it, or NULL.
const char *cws_distrust(const conn *c);

#endif
