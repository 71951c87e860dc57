import TMapsNet

/// From an asset to a response.
extension AssetFolder {
    func send(_ file: [UInt8], depth: Int, to request: HTTPRequest) throws(FileError) -> HTTPResponse {
        // A file may be replaced between the look at it and its opening; then the new one is looked at.
        for _ in 0..<3 {
            var (key, asset) = try loadWithKey(file, depth: depth)
            if Self.mayPack(request) { asset = packedAtOnce(asset, for: key) }
            if let response = try respond(with: asset, file, to: request) { return response }
            forget(file)
        }
        throw .busy
    }

    /// Nil when the file is no longer the one the asset was made from.
    private func respond(
        with asset: Asset, _ file: [UInt8], to request: HTTPRequest
    ) throws(FileError) -> HTTPResponse? {
        let packed = Self.mayPack(request) && asset.isPackable ? asset.packed ?? [] : []
        let tag = packed.isEmpty ? asset.tag : asset.tag?.inGzip()
        var headers = [("Cache-Control", asset.cacheControl)]
        if asset.isPackable { headers.append(("Vary", "Accept-Encoding")) }
        if let tag { headers.append(("ETag", tag.text)) }
        if let list = request.headers["if-none-match"], let tag, tag.isIn(ifNoneMatch: list) {
            return HTTPResponse(status: 304, headers: headers)
        }
        headers.append(("Accept-Ranges", "bytes"))
        var status = 200
        var part = 0..<asset.length
        switch range(of: asset, in: request) {
        case .unsatisfiable:
            headers.append(("Content-Range", "bytes */\(asset.length)"))
            return .plain(416, "the file has \(asset.length) bytes", headers)
        case .whole:
            break
        case .part(let range):
            status = 206
            part = range
            headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(asset.length)"))
        }
        headers.insert(("Content-Type", asset.contentType), at: 0)
        if ContentType.isDocument(asset.contentType), let text = policyText(host: request.headers["host"]) {
            headers.append(("Content-Security-Policy", text))
        }
        if !packed.isEmpty {
            headers.append(("Content-Encoding", "gzip"))
            return HTTPResponse(status: status, headers: headers, body: .bytes(packed))
        }
        guard let body = try body(of: asset, file, part) else { return nil }
        return HTTPResponse(status: status, headers: headers, body: body)
    }

    /// A range means something for GET alone (RFC 9110 §14.2), and only of the version that `If-Range` names.
    private func range(of asset: Asset, in request: HTTPRequest) -> ByteRange {
        guard request.method == "GET", let header = request.headers["range"] else { return .whole }
        if let version = request.headers["if-range"], asset.tag?.equals(ifRange: version) != true { return .whole }
        return ByteRange(header, length: asset.length)
    }

    private func body(of asset: Asset, _ file: [UInt8], _ part: Range<Int64>) throws(FileError) -> HTTPResponse.Body? {
        switch asset.content {
        case .memory(let bytes) where part.count == bytes.count:
            return .bytes(bytes)
        case .memory(let bytes):
            return .bytes(Array(bytes[Int(part.lowerBound)..<Int(part.upperBound)]))
        case .disk:
            let open = try OpenFile.open(root: root, relative: file)
            guard open.identity == asset.identity else { return nil }
            return .file(descriptor: open.handOver(), offset: part.lowerBound, length: Int64(part.count))
        }
    }
}

extension HTTPResponse {
    /// A short text. Never HTML, so nothing of the request could be run.
    static func plain(_ status: Int, _ text: String, _ headers: [(name: String, value: String)] = []) -> HTTPResponse {
        let type = ("Content-Type", "text/plain; charset=utf-8")
        let cache = headers.contains { $0.name == "Cache-Control" } ? [] : [("Cache-Control", "no-cache")]
        return HTTPResponse(status: status, headers: [type] + cache + headers, body: .bytes(Array((text + "\n").utf8)))
    }

    static func failure(_ error: FileError) -> HTTPResponse {
        switch error {
        case .notFound: plain(404, "no such file")
        case .notPermitted: plain(403, "the server may not read this file")
        case .busy:
            plain(503, "the server has no file descriptor left, or the file keeps changing", [("Retry-After", "1")])
        case .failed(let code): plain(500, "the file cannot be read (errno \(code))")
        }
    }
}
