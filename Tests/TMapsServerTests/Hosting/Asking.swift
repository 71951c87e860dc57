import Foundation
import TMapsNet

@testable import TMapsServer

extension AssetFolder {
    /// One request to a mount at `/tmapswww/`, and its answer as a test wants to look at it.
    func ask(
        _ path: String, method: String = "GET", query: [String] = [], _ headers: [String: String] = [:]
    ) -> Answer {
        let request = HTTPRequest(method: method, path: "/tmapswww/\(path)", query: query, headers: headers)
        return Answer(respond(to: request, path: path))
    }
}

/// A response with its body read and its descriptor closed.
struct Answer {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: [UInt8]
    let isHead: Bool
    /// The body came from an open file rather than from memory.
    let isStreamed: Bool

    init(_ response: HTTPResponse) {
        status = response.status
        headers = response.headers
        isHead = response.isHead
        switch response.body {
        case .none: (body, isStreamed) = ([], false)
        case .bytes(let bytes): (body, isStreamed) = (bytes, false)
        case .file(let descriptor, let offset, let length):
            var bytes = [UInt8](repeating: 0, count: Int(length))
            let count = pread(descriptor, &bytes, bytes.count, off_t(offset))
            close(descriptor)
            (body, isStreamed) = (Array(bytes.prefix(max(0, count))), true)
        }
    }

    /// Nil when it is missing or there twice.
    subscript(_ name: String) -> String? {
        let values = headers.filter { $0.name.lowercased() == name.lowercased() }
        return values.count == 1 ? values[0].value : nil
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}
