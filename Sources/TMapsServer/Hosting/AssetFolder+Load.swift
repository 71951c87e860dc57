/// Reading files and remembering them.
extension AssetFolder {
    /// Bodies up to this many bytes are kept in memory, bigger ones are streamed from the file.
    static let memoryLimit: Int64 = 256 << 10
    /// Up to this many bytes the entity tag is a hash of the content, above it one of the file's identity.
    static let hashLimit: Int64 = 8 << 20

    /// The file's present version. One `stat` when it is known already.
    ///
    /// - Parameter depth: of the request's path; matters for entry pages only.
    func load(_ file: [UInt8], depth: Int) throws(FileError) -> Asset { try loadWithKey(file, depth: depth).asset }

    func loadWithKey(_ file: [UInt8], depth: Int) throws(FileError) -> (key: AssetCache.Key, asset: Asset) {
        let identity = try FileIdentity(path: absolute(file))
        guard identity.isRegular else { throw .notFound }
        let isPage = options.entryPage?.mayBeEntry(file) == true
        let key = AssetCache.Key(path: file, depth: isPage ? depth : 0)
        // A known identity lay inside the root when it was read, so its bytes are no secret wherever it is linked now.
        if let known = cache.asset(for: key), known.isSettled, known.identity == identity { return (key, known) }
        let asset = try read(file, depth: depth, isPage: isPage)
        cache.store(asset, for: key)
        return (key, asset)
    }

    func forget(_ file: [UInt8]) { cache.remove(AssetCache.Key(path: file, depth: 0)) }

    private func read(_ file: [UInt8], depth: Int, isPage: Bool) throws(FileError) -> Asset {
        let start = FileIdentity.now()
        let open = try OpenFile.open(root: root, relative: file)
        let identity = open.identity
        guard isPage || identity.size <= Self.hashLimit else {
            let isSettled = identity.isSettled(at: start)
            return asset(
                file, identity, isSettled, tag: isSettled ? EntityTag(of: identity) : nil,
                content: .disk(length: identity.size))
        }
        var bytes = try open.readAll()
        // A file that is being written is sent as it was found, but not remembered.
        let isStill = try FileIdentity(descriptor: open.descriptor) == identity && bytes.count == identity.size
        if isPage, let page = options.entryPage { bytes = page.edit(bytes, file: file, depth: depth) }
        let isInMemory = isPage || !isStill || identity.size <= Self.memoryLimit
        return asset(
            file, identity, isStill && identity.isSettled(at: start), tag: EntityTag(of: bytes), isUTF8: isUTF8(bytes),
            content: isInMemory ? .memory(bytes) : .disk(length: identity.size))
    }

    private func asset(
        _ file: [UInt8], _ identity: FileIdentity, _ isSettled: Bool, tag: EntityTag?, isUTF8: Bool = true,
        content: Asset.Content
    ) -> Asset {
        let isForGood = options.hashedNamesAreImmutable && HashedName.matches(file)
        return Asset(
            identity: identity, isSettled: isSettled, tag: tag, contentType: ContentType.of(file, isUTF8: isUTF8),
            cacheControl: isForGood ? "public, max-age=31536000, immutable" : "no-cache", content: content)
    }

    /// Old pages in other encodings name theirs in a `<meta>`, which a wrong `charset` would overrule.
    private func isUTF8(_ bytes: [UInt8]) -> Bool {
        (try? UTF8Span(validating: bytes.span)) != nil
    }
}
