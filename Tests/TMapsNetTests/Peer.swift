import Glibc

/// The other side of a connection: a blocking TCP socket that writes the bytes it is told to, so that a test can be as
/// rude as a stranger. Every wait ends after `patience`, and then the test fails.
final class Peer {
    struct Frame: Equatable {
        var opcode: UInt8
        var payload: [UInt8]
        var isFinal = true
        var text: String { String(decoding: payload, as: UTF8.self) }
        /// Of a close frame.
        var code: UInt16? { payload.count >= 2 ? UInt16(payload[0]) << 8 | UInt16(payload[1]) : nil }
        var reason: String { String(decoding: payload.dropFirst(2), as: UTF8.self) }
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private static let patience = timeval(tv_sec: 20, tv_usec: 0)
    private let socket: Int32
    private var buffer: [UInt8] = []
    private var start = 0

    init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var one: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
        if var receiveBuffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
        var patience = Peer.patience
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(description: "connect: \(String(cString: strerror(errno)))") }
    }

    deinit { close(socket) }

    /// Opens a WebSocket.
    convenience init(
        port: UInt16, path: String, headers: String = "", subprotocols: String? = nil, receiveBuffer: Int32? = nil
    ) throws {
        try self.init(port: port, receiveBuffer: receiveBuffer)
        let offer = subprotocols.map { "Sec-WebSocket-Protocol: \($0)\r\n" } ?? ""
        try write(Peer.handshake(path: path, headers: headers + offer))
        let head = try readHead()
        guard head.hasPrefix("HTTP/1.1 101 ") else { throw Failure(description: "no upgrade: \(head)") }
    }

    static func handshake(path: String, headers: String = "", upgrade: String = "websocket") -> String {
        """
        GET \(path) HTTP/1.1\r
        Host: localhost\r
        Upgrade: \(upgrade)\r
        Connection: Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Version: 13\r
        \(headers)\r

        """
    }

    // MARK: bytes

    func write(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let n = bytes.withUnsafeBytes {
                send(socket, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard n > 0 else { throw Failure(description: "send: \(String(cString: strerror(errno)))") }
            sent += n
        }
    }

    func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Reads more into the buffer; false at the end of the stream.
    private func fill() throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65536)
        let n = recv(socket, &chunk, chunk.count, 0)
        if n == 0 || (n < 0 && errno == ECONNRESET) { return false }
        guard n > 0 else { throw Failure(description: "nothing came: \(String(cString: strerror(errno)))") }
        if start > 1 << 20 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer += chunk[..<n]
        return true
    }

    func read(_ count: Int) throws -> [UInt8] {
        while buffer.count - start < count {
            guard try fill() else { throw Failure(description: "the server hung up") }
        }
        defer { start += count }
        return Array(buffer[start..<start + count])
    }

    /// Everything until the server hangs up.
    func readToEnd() throws -> [UInt8] {
        while try fill() {}
        defer { start = buffer.count }
        return Array(buffer[start...])
    }

    /// Whether the server says something, or hangs up, before the time is over. Less than a second.
    func isAnswered(within time: Duration) -> Bool {
        var events = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&events, 1, Int32(time.components.attoseconds / 1_000_000_000_000_000)) > 0
    }

    // MARK: HTTP

    /// Status line and headers, without the empty line.
    func readHead() throws -> String {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]) { head += try read(1) }
        return String(decoding: head.dropLast(4), as: UTF8.self)
    }

    struct Answer {
        var head: String
        var body: [UInt8]
        var status: Int { Int(head.split(separator: " ")[1]) ?? 0 }
        var text: String { String(decoding: body, as: UTF8.self) }
        func header(_ name: String) -> String? {
            for line in head.split(separator: "\r\n").dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts[0].lowercased() == name { return parts[1].drop { $0 == " " }.description }
            }
            return nil
        }
    }

    func readAnswer(toHead: Bool = false) throws -> Answer {
        let head = try readHead()
        var answer = Answer(head: head, body: [])
        if !toHead, let length = answer.header("content-length").flatMap({ Int($0) }) { answer.body = try read(length) }
        return answer
    }

    func get(_ path: String, headers: String = "") throws -> Answer {
        try write("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
        return try readAnswer()
    }

    // MARK: WebSocket

    /// One masked frame.
    static func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
        var frame: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
        switch payload.count {
        case ..<126: frame.append(0x80 | UInt8(payload.count))
        case ..<65536: frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default:
            frame.append(0x80 | 127)
            for shift in stride(from: 56, through: 0, by: -8) { frame.append(UInt8(payload.count >> shift & 255)) }
        }
        let mask: [UInt8] = [1, 2, 3, 4]
        frame += mask
        frame += payload.enumerated().map { $1 ^ mask[$0 & 3] }
        return frame
    }

    func sendText(_ text: String) throws { try write(Peer.frame(1, Array(text.utf8))) }

    /// The next frame, whatever it is.
    func readFrame() throws -> Frame {
        let head = try read(2)
        var length = Int(head[1] & 127)
        if length >= 126 { length = try read(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) } }
        return Frame(opcode: head[0] & 15, payload: try read(length), isFinal: head[0] & 0x80 != 0)
    }

    /// The next text message; pings are answered on the way.
    func readText() throws -> String {
        while true {
            let frame = try readFrame()
            switch frame.opcode {
            case 1: return frame.text
            case 9: try write(Peer.frame(10, frame.payload))
            default: throw Failure(description: "opcode \(frame.opcode), code \(frame.code ?? 0) \(frame.reason)")
            }
        }
    }

    /// The code of the close frame, which is answered; what comes before it is skipped.
    func readClose() throws -> UInt16 {
        while true {
            let frame = try readFrame()
            guard frame.opcode == 8 else { continue }
            try write(Peer.frame(8, frame.payload))
            return frame.code ?? 1005
        }
    }
}
