import Glibc
import TMapsClient

/// One HTTP/1.1 request over a blocking socket, for commands that ask once and end.
struct HTTPCall {
    struct Answer {
        let status: Int
        let body: String
    }

    var method = "GET"
    let server: String
    let path: String
    var body = ""
    /// Sent as `Authorization: Bearer`.
    var token: String?
    /// For an `https` server.
    var trust = SecureStream.Trust.system
    /// Seconds without a byte after which to give up.
    var patience: Int = 10

    func run() throws(TMapsError) -> Answer {
        let place = try ServerAddress(server)
        let descriptor = try connect(place)
        defer { close(descriptor) }
        let host = place.host.contains(":") ? "[\(place.host)]" : place.host
        let head =
            "\(method) \(place.basePath)\(path) HTTP/1.1\r\nHost: \(host):\(place.port)\r\nConnection: close\r\n"
            + (token.map { "Authorization: Bearer \($0)\r\n" } ?? "")
            + (body.isEmpty && method != "POST" ? "" : "Content-Length: \(body.utf8.count)\r\n") + "\r\n"
        let request = Array((head + body).utf8)
        guard place.isSecure else { return try parse(try exchange(request, descriptor)) }
        let stream = try SecureStream(descriptor, place, trust, server: server, patience: patience)
        return try parse(try stream.exchange(request))
    }

    private func connect(_ place: ServerAddress) throws(TMapsError) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let failure = getaddrinfo(place.host, String(place.port), &hints, &list)
        defer { if list != nil { freeaddrinfo(list) } }
        guard failure == 0 else {
            throw TMapsError(.cannotConnect, "cannot connect to \(server): \(String(cString: gai_strerror(failure)))")
        }
        var reason = "no address"
        var next = list
        while let address = next?.pointee {
            let descriptor = socket(
                address.ai_family, address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue), address.ai_protocol)
            guard let fault = fault(ofConnecting: descriptor, to: address) else { return descriptor }
            reason = fault
            close(descriptor)
            next = address.ai_next
        }
        throw TMapsError(.cannotConnect, "cannot connect to \(server): \(reason)")
    }

    /// Nil where the connection is made. The system by itself would wait for minutes. See: man 2 connect, EINPROGRESS
    private func fault(ofConnecting descriptor: Int32, to address: addrinfo) -> String? {
        if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return nil }
        guard errno == EINPROGRESS else { return String(cString: strerror(errno)) }
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&wait, 1, Int32(patience * 1_000)) > 0 else { return "no answer in \(patience) s" }
        var (fault, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &fault, &size)
        return fault == 0 ? nil : String(cString: strerror(fault))
    }

    private func exchange(_ request: [UInt8], _ descriptor: Int32) throws(TMapsError) -> [UInt8] {
        var rest = request[...]
        while !rest.isEmpty {
            try HTTPCall.wait(for: POLLOUT, on: descriptor, patience, server)
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw HTTPCall.lost(server) }
            rest = rest.dropFirst(count)
        }
        return try HTTPCall.readToEnd(server) { (chunk) throws(TMapsError) in
            try HTTPCall.wait(for: POLLIN, on: descriptor, patience, server)
            return recv(descriptor, &chunk, chunk.count, 0)
        }
    }

    /// Gathers an answer from pieces: `read` gives their lengths, 0 at the end, less where the connection is lost.
    static func readToEnd(
        _ server: String, _ read: (inout [UInt8]) throws(TMapsError) -> Int
    ) throws(TMapsError) -> [UInt8] {
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = try read(&chunk)
            guard count >= 0 else { throw lost(server) }
            guard count > 0 else { return answer }
            answer += chunk[..<count]
        }
    }

    static func wait(
        for event: Int32, on descriptor: Int32, _ patience: Int, _ server: String
    ) throws(TMapsError) {
        var wait = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        guard poll(&wait, 1, Int32(patience * 1_000)) > 0 else {
            throw TMapsError(.cannotConnect, "\(server): no answer in \(patience) s")
        }
    }

    static func lost(_ server: String) -> TMapsError {
        TMapsError(.cannotConnect, "\(server): the connection was lost before an answer came")
    }

    private func parse(_ answer: [UInt8]) throws(TMapsError) -> Answer {
        let text = String(decoding: answer, as: UTF8.self)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, text.hasPrefix("HTTP/1.1 "), let status = Int(text.dropFirst(9).prefix(3)) else {
            throw TMapsError(.connectionLost, "\(server): the answer is not HTTP/1.1")
        }
        return Answer(status: status, body: String(parts[1]))
    }
}
