/// Content types by file name extension.
enum ContentType {
    /// Types that hold text get `charset=utf-8`, unless the bytes turned out not to be UTF-8.
    static func of(_ path: [UInt8], isUTF8: Bool = true) -> String {
        let type = table[fileExtension(path)] ?? "application/octet-stream"
        return isText(type) && isUTF8 ? type + "; charset=utf-8" : type
    }

    /// Types a browser shows as a document, in which scripts could run: these get the content security policy.
    static func isDocument(_ type: String) -> Bool {
        ["text/html", "application/xhtml+xml", "image/svg+xml", "application/xml"].contains { type.hasPrefix($0) }
    }

    /// Lower case, without the dot; empty where there is none.
    static func fileExtension(_ path: [UInt8]) -> String {
        let name = path.split(separator: UInt8(ascii: "/")).last ?? []
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// Types that gzip makes smaller. Images, fonts, archives and vector tiles are compressed already.
    static func isCompressible(_ type: String) -> Bool {
        let type = type.prefix { $0 != ";" }
        return isText(String(type)) || type == "application/wasm"
    }

    private static func isText(_ type: String) -> Bool {
        type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml")
    }

    private static let table: [String: String] = [
        "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml",
        "js": "text/javascript", "mjs": "text/javascript", "css": "text/css",
        "json": "application/json", "geojson": "application/geo+json", "topojson": "application/json",
        "map": "application/json", "webmanifest": "application/manifest+json", "gltf": "model/gltf+json",
        "txt": "text/plain", "md": "text/markdown", "csv": "text/csv", "xml": "application/xml", "vtt": "text/vtt",
        // Vector tiles and glyphs; PMTiles has a registered type.
        "pbf": "application/x-protobuf", "mvt": "application/x-protobuf", "pmtiles": "application/vnd.pmtiles",
        "wasm": "application/wasm", "glb": "model/gltf-binary", "bin": "application/octet-stream",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
        "avif": "image/avif", "gif": "image/gif", "ico": "image/x-icon", "bmp": "image/bmp", "ktx2": "image/ktx2",
        "woff2": "font/woff2", "woff": "font/woff", "ttf": "font/ttf", "otf": "font/otf",
        "eot": "application/vnd.ms-fontobject",
        "pdf": "application/pdf", "zip": "application/zip", "imdf": "application/zip", "gz": "application/gzip",
        "mp4": "video/mp4", "webm": "video/webm", "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg",
        "wav": "audio/wav", "plist": "application/xml",
    ]
}
