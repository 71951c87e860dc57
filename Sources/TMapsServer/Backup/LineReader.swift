internal import Glibc
internal import TMapsRelay

/// The lines of a file, one after the other.
struct LineReader {
    private let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// Where the next line begins in `buffer`.
    private var start = 0
    private var isAtEnd = false
    /// Of the line that `next` gave last, from 1.
    private(set) var number = 0

    /// `-` is standard input.
    init(_ path: String) throws(StoreError) {
        self.path = path
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw LineReader.fault(path, "cannot open") }
    }

    /// Without its line feed; nil at the end. An empty last line is none.
    mutating func next() throws(StoreError) -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                number += 1
                return Array(buffer[start..<end])
            }
            searched = buffer.count - start
            guard try fill() else { break }
        }
        guard start < buffer.count else {
            if descriptor != STDIN_FILENO { close(descriptor) }
            return nil
        }
        defer { start = buffer.count }
        number += 1
        return Array(buffer[start...])
    }

    /// False at the end of the file. Afterwards the line begins at 0.
    private mutating func fill() throws(StoreError) -> Bool {
        buffer.removeFirst(start)
        start = 0
        guard !isAtEnd else { return false }
        let room = 1 << 16
        let old = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: room))
        var count = -1
        repeat {
            count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress.map { $0 + old }, room) }
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw LineReader.fault(path, "cannot read") }
        buffer.removeLast(room - count)
        isAtEnd = count == 0
        return count > 0
    }

    static func fault(_ path: String, _ what: String) -> StoreError {
        StoreError(code: 0, message: "\(path): \(what): \(String(cString: strerror(errno)))")
    }
}
