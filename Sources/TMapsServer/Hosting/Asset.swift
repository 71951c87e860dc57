/// One version of one file, ready to be sent.
struct Asset {
    enum Content {
        case memory([UInt8])
        /// Streamed from the file, which is opened again for each request.
        case disk(length: Int64)
    }

    let identity: FileIdentity
    /// Any later change will show in `identity`, so the content may be sent again without being read again.
    let isSettled: Bool
    /// None for a huge file that changed this very moment: its tag could not tell the next version from this one.
    let tag: EntityTag?
    let contentType: String
    let cacheControl: String
    let content: Content
    /// Its gzip form: nil before that was asked for, empty where it would not be smaller.
    var packed: [UInt8]?

    /// Bytes of the body.
    var length: Int64 {
        switch content {
        case .memory(let bytes): Int64(bytes.count)
        case .disk(let length): length
        }
    }

    /// Bytes this takes in the cache, with a rough share for the entry itself.
    var cost: Int {
        let plain =
            switch content {
            case .memory(let bytes): bytes.count
            case .disk: 0
            }
        return plain + (packed?.count ?? 0) + Self.overhead
    }

    private static let overhead = 512
}
