import CWebSockets

/// A request whose body is still coming.
final class PartialRequest {
    var request: HTTPRequest
    let exchange: HTTPExchange

    init(request: HTTPRequest, exchange: HTTPExchange) {
        self.request = request
        self.exchange = exchange
    }
}

extension EventLoop {
    // MARK: requests

    func requestCame(_ id: UInt64, _ c: UnsafePointer<cws_request>) {
        let request = request(id, c)
        let exchange = HTTPExchange(
            loop: self, id: id, isHead: request.method == "HEAD", keepAlive: c.pointee.keep_alive)
        if let refusal = refusal(of: request, length: c.pointee.content_length) { return exchange.respond(refusal) }
        guard c.pointee.content_length > 0 else { return deliver(request, exchange) }
        if var refusal = delegate?.refusal(beforeBodyOf: request) {
            refusal.headers.append(("Connection", "close"))
            return exchange.respond(refusal)
        }
        let partial = PartialRequest(request: request, exchange: exchange)
        partial.request.body.reserveCapacity(min(Int(c.pointee.content_length), 64 << 10))
        bodies[id] = partial
        if request.headers["expect"]?.lowercased() == "100-continue" {
            send(ByteBox(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)), to: id)
        }
    }

    func bodyCame(_ id: UInt64, _ bytes: UnsafeRawBufferPointer) {
        bodies[id]?.request.body.append(contentsOf: bytes)
    }

    func bodyEnded(_ id: UInt64) {
        guard let partial = bodies.removeValue(forKey: id) else { return }
        deliver(partial.request, partial.exchange)
    }

    private func deliver(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        guard let delegate else { return exchange.respond(.text(404, "Nothing is served here.\n")) }
        delegate.respond(to: request, through: exchange)
    }

    /// The answer to a request whose body cannot or shall not be read.
    private func refusal(of request: HTTPRequest, length: Int64) -> HTTPResponse? {
        let wantsBody = ["POST", "PUT", "PATCH"].contains(request.method)
        if length == -2 { return unreadable(400, "Content-Length is not a number") }
        if request.headers["transfer-encoding"] != nil || (wantsBody && length < 0) {
            return unreadable(411, "a body needs a Content-Length")
        }
        guard length > configuration.maxBody else { return nil }
        return unreadable(413, "the body is larger than \(configuration.maxBody) bytes")
    }

    private func unreadable(_ status: Int, _ detail: String) -> HTTPResponse {
        var answer = delegate?.unreadable(status, detail) ?? .text(status, detail + "\n")
        answer.headers.append(("Connection", "close"))
        return answer
    }

    func request(_ id: UInt64, _ c: UnsafePointer<cws_request>) -> HTTPRequest {
        let path = UnsafeRawBufferPointer(start: c.pointee.path, count: c.pointee.path_length)
        var request = HTTPRequest(
            method: String(cString: c.pointee.method), path: String(decoding: path, as: UTF8.self))
        while true {
            let length = cws_request_query(
                handle, id, Int32(request.query.count), scratch.baseAddress, scratch.count)
            guard length >= 0 else { break }
            request.query.append(string(length))
        }
        for name in EventLoop.headerNames {
            let length = cws_request_header(handle, id, name, scratch.baseAddress, scratch.count)
            if length >= 0 { request.headers[name] = string(length) }
        }
        return request
    }

    /// The headers that are passed on. libwebsockets has no way to list those it does not know.
    static let headerNames = [
        "host", "origin", "accept", "accept-encoding", "accept-language", "authorization", "cache-control",
        "connection", "content-length", "content-type", "cookie", "expect", "forwarded", "if-match",
        "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "idempotency-key", "last-event-id",
        "range", "referer", "sec-fetch-mode", "sec-fetch-site", "sec-websocket-protocol", "transfer-encoding",
        "upgrade", "user-agent", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto",
        "access-control-request-headers", "access-control-request-method",
    ]

    // MARK: answers

    func send(_ response: HTTPResponse, to id: UInt64, isHead: Bool, keepAlive: Bool) {
        let (head, closes) = response.head(keepAlive: keepAlive)
        let hasBody = !isHead && response.allowsBody
        switch response.body {
        case .bytes(let bytes) where hasBody && bytes.count <= 16 << 10:
            send(ByteBox(head + bytes), to: id)
        case .bytes(let bytes) where hasBody:
            send(ByteBox(head), to: id)
            send(ByteBox(bytes), to: id)
        case .file(let descriptor, let offset, let length) where hasBody:
            send(ByteBox(head), to: id)
            cws_http_file(handle, id, descriptor, offset, length)
        default:
            send(ByteBox(head), to: id)
            response.closeFile()
        }
        cws_http_end(handle, id, closes)
    }

    func beginStream(_ stream: HTTPStream, status: Int, headers: [(name: String, value: String)]) {
        let response = HTTPResponse(status: status, headers: headers)
        streams[stream.id] = stream
        if send(ByteBox(response.head(keepAlive: false, isStream: true).bytes), to: stream.id) == 0 {
            streams[stream.id] = nil  // the peer has gone already
            execute { stream.onClose?() }
        }
    }

    @discardableResult
    func send(_ box: ByteBox, to id: UInt64) -> Int {
        box.bytes.withUnsafeBufferPointer {
            cws_send(handle, id, $0.baseAddress, $0.count, Unmanaged.passRetained(box).toOpaque())
        }
    }
}

/// Bytes whose address holds as long as the box: an array that nobody changes keeps its storage.
final class ByteBox {
    let bytes: ContiguousArray<UInt8>
    init(_ bytes: [UInt8]) { self.bytes = ContiguousArray(bytes) }
}
