package import TMapsNet

/// Serves the files of one folder. Confined to the loop thread: every call is short and nothing waits.
///
/// A file is known by its identity (inode, size, times), which is looked up for each request, so a change on disk is
/// seen at once; content and tags are remembered between requests (see `Asset`). No `Last-Modified` is sent: its whole
/// seconds cannot tell two quick edits apart, the entity tag can.
package final class AssetFolder {
    package struct Options {
        /// Edits HTML entry pages on the way out; nil serves them as they are.
        package var entryPage: EntryPage?
        /// Sent with documents (HTML, SVG, XML).
        package var policy: ContentSecurityPolicy?
        /// Lets `name-1a2b3c4d.js` be cached for a year. For bundles; not for map data, whose names may hold ids.
        package var hashedNamesAreImmutable = false
        /// Answers a page request for a path that does not exist with the root's `index.html` (single-page bundles).
        package var fallsBackToIndex = false
        /// Added to every response, errors included.
        package var headers: [(name: String, value: String)] = []
        /// Bytes of small files kept in memory.
        package var memoryBudget = 64 << 20

        package init() {}
    }

    let root: [UInt8]
    let options: Options
    var cache: AssetCache
    /// Those who wait for a file's gzip form.
    var waiting: [AssetCache.Key: [() -> Void]] = [:]
    /// The policy as it was last sent: nearly every request names the same host.
    private var lastPolicy: (host: String?, text: String)?

    /// Fails when `root` is not a folder that can be read; the error's text says which and why.
    package init(root: String, options: Options = Options()) throws(AssetFolderError) {
        try AssetFolderError.check(root)
        self.root = Array(root.utf8)
        self.options = options
        cache = AssetCache(budget: options.memoryBudget)
    }

    /// Answers a request for `path` inside the mount (no leading slash; empty for the mount itself).
    ///
    /// `path` was percent-decoded once and is not decoded again. Errors are `text/plain`, never HTML.
    package func respond(to request: HTTPRequest, path: String) -> HTTPResponse {
        respond(to: request, target(of: request, path))
    }

    func respond(to request: HTTPRequest, _ target: Target) -> HTTPResponse {
        var response = answer(request, target)
        response.headers += [("X-Content-Type-Options", "nosniff")] + options.headers
        response.isHead = request.method == "HEAD"
        return response
    }

    func policyText(host: String?) -> String? {
        guard let policy = options.policy else { return nil }
        if let last = lastPolicy, last.host == host { return last.text }
        let text = policy.text(host: host)
        lastPolicy = (host, text)
        return text
    }

    private func answer(_ request: HTTPRequest, _ target: Target) -> HTTPResponse {
        switch target {
        case .answer(let response): return response
        case .file(let file, let depth):
            do throws(FileError) { return try send(file, depth: depth, to: request) } catch { return .failure(error) }
        }
    }
}

// MARK: - What is asked for

extension AssetFolder {
    enum Target {
        /// Relative to the root; `depth` is that of the request's path.
        case file([UInt8], depth: Int)
        /// No file: where to look instead, or what is wrong.
        case answer(HTTPResponse)
    }

    func target(of request: HTTPRequest, _ text: String) -> Target {
        guard request.method == "GET" || request.method == "HEAD" else {
            return .answer(.plain(405, "only GET and HEAD work here", [("Allow", "GET, HEAD")]))
        }
        let path: AssetPath
        do throws(AssetPath.Refusal) { path = try AssetPath(text) } catch {
            return .answer(error == .malformed ? .plain(400, "the path holds a NUL") : .plain(404, "no such file"))
        }
        do throws(FileError) {
            return try target(of: request, path)
        } catch {
            return error == .notFound && isPage(request, path)
                ? .file(AssetPath.index, depth: path.depth) : .answer(.failure(error))
        }
    }

    private func target(of request: HTTPRequest, _ path: AssetPath) throws(FileError) -> Target {
        switch try locate(path) {
        case .file where path.segments.isEmpty && !request.path.hasSuffix("/"):
            let mount = request.path.utf8.split(separator: UInt8(ascii: "/")).last ?? []
            return redirect(to: RelativeLocation.folder(named: mount, query: request.query))
        case .file(let file):
            return .file(file, depth: path.depth)
        case .folder(let name):
            return redirect(to: RelativeLocation.folder(named: name, query: request.query))
        }
    }

    private func redirect(to location: String) -> Target {
        .answer(.plain(308, "the folder is at \(location)", [("Location", location)]))
    }

    /// A page of a bundle that answers all its paths with the root's. Never a file: a script that is gone must be 404,
    /// or the browser reads HTML as JavaScript.
    private func isPage(_ request: HTTPRequest, _ path: AssetPath) -> Bool {
        options.fallsBackToIndex && !path.hasExtension && request.headers["accept"]?.contains("text/html") == true
    }
}
