/// An answer over a real socket.
package struct TestAnswer {
    package let status: Int
    /// Lower-case names.
    package let headers: [String: String]
    package let body: String
}

extension TestServer {
    /// One request on a connection of its own.
    package func call(
        _ method: String, _ path: String, body: String? = nil, headers: [(name: String, value: String)] = []
    ) throws -> TestAnswer {
        let socket = try RawSocket(port: port)
        var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        if let body { head += "Content-Length: \(body.utf8.count)\r\n" }
        for header in headers { head += "\(header.name): \(header.value)\r\n" }
        try socket.write(head + "\r\n" + (body ?? ""))
        return try TestServer.parse(try socket.readToEnd())
    }

    private static func parse(_ text: String) throws -> TestAnswer {
        struct NoAnswer: Error { let text: String }
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        var lines = parts[0].split(separator: "\r\n")[...]
        guard let first = lines.popFirst(), let status = Int(first.dropFirst(9).prefix(3)) else {
            throw NoAnswer(text: text)
        }
        let headers = lines.map { line in
            let pair = line.split(separator: ":", maxSplits: 1)
            return (pair[0].lowercased(), pair.count > 1 ? String(pair[1].drop { $0 == " " }) : "")
        }
        return TestAnswer(
            status: status, headers: Dictionary(headers) { $1 }, body: parts.count > 1 ? String(parts[1]) : "")
    }
}
