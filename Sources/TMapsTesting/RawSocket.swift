internal import Glibc

/// A blocking TCP connection for tests that must say exactly these bytes, or never read.
package final class RawSocket {
    package struct Failure: Error { package let message: String }

    private let descriptor: Int32

    /// - Parameter receiveBuffer: what the system takes for a reader that does not read; nil for as much as it likes.
    package init(port: UInt16, receiveBuffer: Int32? = nil) throws(Failure) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        // What never comes fails the test instead of hanging it.
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(message: "connect: errno \(errno)") }
    }

    deinit { close(descriptor) }

    package func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

    /// A text frame of at most 125 bytes, as a client masks it (here with zeros).
    package func writeFrame(_ text: String) throws(Failure) {
        try write([0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0] + Array(text.utf8))
    }

    package func write(_ bytes: [UInt8]) throws(Failure) {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Failure(message: "send: errno \(errno)") }
            bytes = bytes.dropFirst(count)
        }
    }

    /// What has come by the time `isEnough`; throws when the peer ends or nothing comes for ten seconds.
    package func read(until isEnough: (String) -> Bool) throws(Failure) -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { throw Failure(message: "recv: \(count), errno \(errno), after \(text.count) bytes") }
            text += buffer[..<count]
            let soFar = String(decoding: text, as: UTF8.self)
            if isEnough(soFar) { return soFar }
        }
    }

    /// Like `read`, for much: looks for `ending` only where it may have come last.
    package func readMuch(upTo ending: String) throws(Failure) -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { throw Failure(message: "recv: \(count), errno \(errno), after \(text.count) bytes") }
            text += buffer[..<count]
            let start = max(0, text.count - count - ending.utf8.count)
            if text[start...].firstRange(of: Array(ending.utf8)) != nil { return String(decoding: text, as: UTF8.self) }
        }
    }

    /// Everything up to the end of the connection.
    package func readToEnd() throws(Failure) -> String { String(decoding: try readBytesToEnd(), as: UTF8.self) }

    package func readBytesToEnd() throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { throw Failure(message: "recv: errno \(errno), after \(bytes.count) bytes") }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// A WebSocket handshake; returns the answer's head and what came with it.
    package func handshake(
        _ path: String, host: String, headers: [(name: String, value: String)] = []
    ) throws(Failure) -> String {
        let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        try write(
            "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(lines)\r\n")
        return try read { $0.contains("\r\n\r\n") }
    }

    package func upgrade(_ path: String) throws(Failure) {
        let answer = try handshake(path, host: "localhost:\(try peerPort())")
        guard answer.hasPrefix("HTTP/1.1 101") else { throw Failure(message: answer) }
    }

    private func peerPort() throws(Failure) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
        }
        guard result == 0 else { throw Failure(message: "getpeername: errno \(errno)") }
        return UInt16(bigEndian: address.sin_port)
    }
}
