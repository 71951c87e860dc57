package import TMapsNet

/// Sending files in gzip.
///
/// Compressed once a version, and kept beside the asset within the cache's budget. Small files are compressed where
/// they are asked for; for a bigger one (MapLibre: 40 ms) the loop, and with it every session, must not stand still: it
/// is compressed on another thread, and those who asked meanwhile are answered after that.
extension AssetFolder {
    /// Below this many bytes gzip saves no packet.
    static let packFrom: Int64 = 1 << 10
    /// Bytes that are compressed on the loop's thread, in 2 ms at most.
    static let packAtOnce: Int64 = 64 << 10
    /// Bytes that are compressed at all: what is bigger is seldom text, and would be held in memory for it.
    static let packLimit: Int64 = 4 << 20

    /// Answers now or, where the file is to be compressed first, later.
    package func respond(to request: HTTPRequest, path: String, through exchange: HTTPExchange) {
        let target = target(of: request, path)
        let answer = { [self] in exchange.respond(respond(to: request, target)) }
        guard case .file(let file, let depth) = target, Self.mayPack(request), let (key, asset) = unpacked(file, depth)
        else { return answer() }
        waiting[key, default: []].append(answer)
        guard waiting[key]?.count == 1 else { return }
        guard let plain = try? bytes(of: asset, key.path) else { return keep(key, asset, packed: nil) }
        let loop = exchange.loop
        // because it is touched on the loop's thread only
        nonisolated(unsafe) let folder = self
        Task.detached(priority: .utility) {
            let result = Gzip.compress(plain)
            loop.execute { folder.keep(key, asset, packed: result) }
        }
    }

    /// The file where it has to be compressed elsewhere before it can be sent.
    private func unpacked(_ file: [UInt8], _ depth: Int) -> (AssetCache.Key, Asset)? {
        guard let (key, asset) = try? loadWithKey(file, depth: depth) else { return nil }
        // An unsettled file is read anew for each request: what is compressed now would not be found then.
        guard asset.isSettled, asset.isPackable, asset.packed == nil, asset.length > Self.packAtOnce else { return nil }
        return (key, asset)
    }

    private func keep(_ key: AssetCache.Key, _ asset: Asset, packed bytes: [UInt8]?) {
        cache.store(asset.packing(bytes), for: key)
        for answer in waiting.removeValue(forKey: key) ?? [] { answer() }
    }

    private func bytes(of asset: Asset, _ file: [UInt8]) throws(FileError) -> [UInt8] {
        if case .memory(let bytes) = asset.content { return bytes }
        let open = try OpenFile.open(root: root, relative: file)
        guard open.identity == asset.identity else { throw .busy }
        return try open.readAll()
    }

    /// The asset with its gzip form, if it is small enough to make it now.
    func packedAtOnce(_ asset: Asset, for key: AssetCache.Key) -> Asset {
        guard asset.isPackable, asset.packed == nil, asset.length <= Self.packAtOnce,
            case .memory(let bytes) = asset.content
        else { return asset }
        let asset = asset.packing(Gzip.compress(bytes))
        if asset.isSettled { cache.store(asset, for: key) }
        return asset
    }

    /// A range is one of the plain bytes, so whoever asks for one gets those.
    static func mayPack(_ request: HTTPRequest) -> Bool {
        request.headers["range"] == nil && AcceptEncoding.prefersGzip(request.headers["accept-encoding"])
    }
}

extension Asset {
    /// Whether it is sent in gzip to those who take that: text of some length. What has no tag of its content has none
    /// for a second form of it either.
    var isPackable: Bool {
        tag != nil && (AssetFolder.packFrom...AssetFolder.packLimit).contains(length)
            && ContentType.isCompressible(contentType)
    }

    /// With its gzip form; with an empty one where that would be no smaller, so that it is not tried again.
    func packing(_ bytes: [UInt8]?) -> Asset {
        var asset = self
        asset.packed = bytes.flatMap { Int64($0.count) < length ? $0 : nil } ?? []
        return asset
    }
}
