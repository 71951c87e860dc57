import Foundation
import TMapsNet
import TMapsTesting
import Testing

@testable import TMapsServer

@Suite struct AssetFolderTests {
    let folder: TestFolder
    let assets: AssetFolder

    init() throws {
        folder = TestFolder()
        try folder.makeFolder("www")
        assets = try AssetFolder(root: "\(folder.path)/www")
    }

    @Test(
        "files get the content type that browsers and MapLibre need (F40)",
        arguments: [
            ("fonts/Noto Sans Regular/0-255.pbf", "application/x-protobuf"), ("app.wasm", "application/wasm"),
            ("app.mjs", "text/javascript; charset=utf-8"), ("app.js", "text/javascript; charset=utf-8"),
            ("floor.geojson", "application/geo+json; charset=utf-8"), ("tiles.pmtiles", "application/vnd.pmtiles"),
            ("site.webmanifest", "application/manifest+json; charset=utf-8"), ("a.css", "text/css; charset=utf-8"),
            ("PHOTO.JPG", "image/jpeg"), ("model.glb", "model/gltf-binary"),
            ("noextension", "application/octet-stream"),
            ("icon.svg", "image/svg+xml; charset=utf-8"), ("app.js.map", "application/json; charset=utf-8"),
            ("what.ever", "application/octet-stream"), ("p.webp", "image/webp"),
            ("index.htm", "text/html; charset=utf-8"),
        ])
    func contentTypes(file: String, type: String) throws {
        try folder.write("content", to: "www/\(file)")
        let answer = assets.ask(file)
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == type)
        #expect(answer["X-Content-Type-Options"] == "nosniff")
        #expect(answer.text == "content")
    }

    @Test("a page that is not UTF-8 gets no charset, which would overrule its own <meta>")
    func otherEncoding() throws {
        try folder.write(Array("<meta charset=windows-1252>caf".utf8) + [0xE9], to: "www/old.html")
        #expect(assets.ask("old.html")["Content-Type"] == "text/html")
    }

    @Test(
        "nothing outside the root, hidden or malformed is served (F44)",
        arguments: [
            "../secret.txt", "../../etc/passwd", "a/../../secret.txt", "..", "../", "/../secret.txt",
            "..\\..\\secret.txt",
            "/etc/passwd", "//etc/passwd", "a/..;/index.html", "a\u{0}.html", "\u{0}", "%2e%2e/secret.txt",
            "\u{FFFD}\u{FFFD}/secret.txt", "a/..\u{0301}/../../secret.txt", "/\u{0338}../secret.txt",
            "http://localhost/index.html", String(repeating: "a", count: 5000), String(repeating: "../", count: 2000),
        ])
    func traversal(path: String) throws {
        try folder.write("s3cr3t", to: "secret.txt")
        try folder.write("home", to: "www/index.html")
        try folder.write("a", to: "www/a/index.html")
        let answer = assets.ask(path)
        #expect(answer.status == 404 || answer.status == 400)
        #expect(answer["Content-Type"] == "text/plain; charset=utf-8")
        #expect(!answer.text.contains("s3cr3t") && !answer.text.contains("root:"))
    }

    @Test(
        "dot segments inside the root are resolved (F44)",
        arguments: ["./a.txt", "sub/../a.txt", "sub/./../a.txt", "/a.txt", "sub//..//a.txt"])
    func dotSegments(path: String) throws {
        try folder.write("a", to: "www/a.txt")
        #expect(assets.ask(path).text == "a")
    }

    @Test("names are decoded once: what is left of a percent sign is literal (F44)")
    func decodedOnce() throws {
        try folder.write("half", to: "www/50%.png")
        try folder.write("literal", to: "www/%2e.txt")
        #expect(assets.ask("50%.png").text == "half")
        #expect(assets.ask("%2e.txt").text == "literal")
    }

    @Test("composed and decomposed letters are two names")
    func normalisation() throws {
        try folder.write("composed", to: "www/caf\u{E9}.txt")
        #expect(assets.ask("caf\u{E9}.txt").text == "composed")
        #expect(assets.ask("cafe\u{301}.txt").status == 404)
        try folder.write("decomposed", to: "www/cafe\u{301}.txt")
        #expect(assets.ask("cafe\u{301}.txt").text == "decomposed")
        #expect(assets.ask("caf\u{E9}.txt").text == "composed")
    }

    @Test("a symlink out of the root is not followed, by file, folder or chain (F45)")
    func symlinksOut() throws {
        try folder.write("s3cr3t", to: "secret.txt")
        try folder.write("s3cr3t", to: "outside/index.html")
        try folder.write("s3cr3t", to: "www-other/index.html")
        try folder.link("www/leak", to: "../secret.txt")
        try folder.link("www/absolute.txt", to: "\(folder.path)/secret.txt")
        try folder.link("www/chain", to: "leak")
        try folder.link("www/dir", to: "../outside")
        try folder.link("www/sibling", to: "../www-other")
        for path in ["leak", "absolute.txt", "chain", "dir/index.html", "dir/", "dir", "sibling/", "sibling"] {
            let answer = assets.ask(path)
            #expect(answer.status == 404, "\(path)")
            #expect(!answer.text.contains("s3cr3t"))
        }
    }

    @Test("symlinks that stay inside are followed, relative and absolute, also through hidden folders (F45)")
    func symlinksInside() throws {
        try folder.write("inside", to: "www/real/a.txt")
        try folder.link("www/relative.txt", to: "real/a.txt")
        try folder.link("www/absolute.txt", to: "\(folder.path)/www/real/a.txt")
        // The layout of a Kubernetes ConfigMap.
        try folder.write("{}", to: "www/..2024_01_01/map.json")
        try folder.link("www/..data", to: "..2024_01_01")
        try folder.link("www/map.json", to: "..data/map.json")
        #expect(assets.ask("relative.txt").text == "inside")
        #expect(assets.ask("absolute.txt").text == "inside")
        #expect(assets.ask("map.json").text == "{}")
        #expect(assets.ask("..data/map.json").status == 404)
    }

    @Test("the root itself may be a symlink that is turned to a new release")
    func rootIsSwapped() throws {
        try folder.write("one", to: "v1/index.html")
        try folder.write("two", to: "v2/index.html")
        try folder.link("current", to: "v1")
        let assets = try AssetFolder(root: "\(folder.path)/current")
        #expect(assets.ask("").text == "one")
        try FileManager.default.removeItem(atPath: "\(folder.path)/current")
        try folder.link("current", to: "v2")
        #expect(assets.ask("").text == "two")
    }

    @Test("dotfiles are hidden, .well-known is not (F45)")
    func dotfiles() throws {
        for name in [".env", ".git/config", "sub/.htaccess", ".well-known/.hidden"] {
            try folder.write("x", to: "www/\(name)")
        }
        try folder.write("[]", to: "www/.well-known/assetlinks.json")
        for name in [".env", ".git/config", "sub/.htaccess", ".well-known/.hidden", "..."] {
            #expect(assets.ask(name).status == 404, "\(name)")
        }
        #expect(assets.ask(".well-known/assetlinks.json").text == "[]")
    }

    @Test("only regular files are served, and a FIFO does not hang")
    func specialFiles() throws {
        #expect(mkfifo("\(folder.path)/www/pipe", 0o644) == 0)
        try folder.link("www/null", to: "/dev/null")
        try folder.makeFolder("www/empty")
        for name in ["pipe", "null", "empty", "empty/"] { #expect(assets.ask(name).status == 404, "\(name)") }
    }

    @Test("a plus sign that libwebsockets turned into a space finds its file")
    func plusSigns() throws {
        try folder.write("plus", to: "www/a+b c.txt")
        try folder.write("deep", to: "www/dir+x/y+z.txt")
        try folder.write("1", to: "www/two+.txt")
        try folder.write("exact", to: "www/tw o.txt")
        #expect(assets.ask("a b c.txt").text == "plus")
        #expect(assets.ask("dir x/y z.txt").text == "deep")
        #expect(assets.ask("tw o.txt").text == "exact")
        // Two files read like it: neither is guessed.
        try folder.write("other", to: "www/a b+c.txt")
        #expect(assets.ask("a b c.txt").status == 404)
        try folder.write("spaces", to: "www/a b c.txt")
        #expect(assets.ask("a b c.txt").text == "spaces")
    }

    @Test("a folder without its slash is redirected, relative and with its query (F47)")
    func folderRedirect() throws {
        try folder.write("home", to: "www/index.html")
        try folder.write("sub", to: "www/sub/index.html")
        try folder.write("odd", to: "www/a+b é/index.html")
        let answer = assets.ask("sub", query: ["map=3", "q=a b&c=d", "bare", "plus=1+1"])
        #expect(answer.status == 308)
        #expect(answer["Location"] == "sub/?map=3&q=a%20b%26c%3Dd&bare&plus=1%2B1")
        #expect(assets.ask("a b é")["Location"] == "a%2Bb%20%C3%A9/")
        let root = Answer(
            assets.respond(to: HTTPRequest(method: "GET", path: "/prefix/tmapswww", query: ["map=3"]), path: ""))
        #expect(root["Location"] == "tmapswww/?map=3")
        #expect(assets.ask("").text == "home")
        #expect(assets.ask("sub/").text == "sub")
        #expect(assets.ask("sub/.").text == "sub")
        #expect(assets.ask("index.html/").status == 404)
    }

    @Test("a redirect never leads to another site (F47)", arguments: ["evil.example:80", "javascript:x", "%0d%0aX"])
    func noOpenRedirect(name: String) throws {
        try folder.write("x", to: "www/\(name)/index.html")
        let location = try #require(assets.ask(name, query: ["a=\r\nSet-Cookie: x"])["Location"])
        #expect(!location.contains(":") && !location.hasPrefix("/") && !location.contains("\r"))
        #expect(assets.ask("/evil.example/..").status == 404)
    }

    @Test("HEAD has GET's headers and length, other methods are refused with Allow (F49)")
    func methods() throws {
        try folder.write("hello", to: "www/index.html")
        let get = assets.ask("index.html")
        let head = assets.ask("index.html", method: "HEAD")
        #expect(head.isHead && !get.isHead)
        #expect(head.headers.map { "\($0)" } == get.headers.map { "\($0)" })
        #expect(head.body.count == 5)
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "BREW", "get", ""] {
            let answer = assets.ask("index.html", method: method)
            #expect(answer.status == 405, "\(method)")
            #expect(answer["Allow"] == "GET, HEAD")
        }
    }

    @Test("a folder that is not there is refused at start, by name (F50)")
    func missingRoot() throws {
        let missing = "\(folder.path)/missing"
        let file = try folder.write("x", to: "file")
        #expect(throws: AssetFolderError(description: "the folder \(missing) does not exist")) {
            try AssetFolder(root: missing)
        }
        #expect(throws: AssetFolderError(description: "\(file) is not a folder")) { try AssetFolder(root: file) }
        #expect(throws: AssetFolderError.self) { try AssetFolder(root: "") }
    }

    @Test("an error is plain text, never HTML, and extra headers are on it too")
    func errors() throws {
        var options = AssetFolder.Options()
        options.headers = [("Referrer-Policy", "no-referrer")]
        let assets = try AssetFolder(root: "\(folder.path)/www", options: options)
        let answer = assets.ask("<script>.html")
        #expect(answer.status == 404)
        #expect(answer["Content-Type"] == "text/plain; charset=utf-8")
        #expect(answer["X-Content-Type-Options"] == "nosniff")
        #expect(answer["Referrer-Policy"] == "no-referrer")
        #expect(!answer.text.contains("<"))
    }

    @Test("with fallback, a page request gets index.html and relative URLs still work; a file stays 404 (F41)")
    func fallback() throws {
        try folder.write("<html><head><script src=app.js></script></head></html>", to: "www/index.html")
        let page = ["accept": "text/html,*/*;q=0.8"]
        #expect(assets.ask("building/3/floor/2", page).status == 404)
        var options = AssetFolder.Options()
        options.fallsBackToIndex = true
        options.entryPage = EntryPage()
        let single = try AssetFolder(root: "\(folder.path)/www", options: options)
        let deep = single.ask("building/3/floor/2", page)
        #expect(deep.status == 200)
        #expect(
            deep.text.hasPrefix(
                "<html><head><script src=\"../../../../bridge/bridge.js\"></script><base href=\"../../../\">"))
        #expect(
            single.ask("").text.hasPrefix("<html><head><script src=\"../bridge/bridge.js\"></script><script src=app"))
        #expect(single.ask("assets/old-1a2b.js", page).status == 404)
        #expect(single.ask("building/3/floor/2", ["accept": "application/json"]).status == 404)
        #expect(single.ask("../x", page).status == 404)
        #expect(single.ask("building", method: "POST", page).status == 405)
    }

    @Test("the policy is sent with documents alone")
    func policy() throws {
        try folder.write("x", to: "www/index.html")
        try folder.write("x", to: "www/a.js")
        var options = AssetFolder.Options()
        options.policy = .strict
        let assets = try AssetFolder(root: "\(folder.path)/www", options: options)
        let policy = assets.ask("", ["host": "localhost:8080"])["Content-Security-Policy"]
        #expect(policy?.contains("connect-src 'self' ws://localhost:8080 wss://localhost:8080; ") == true)
        #expect(assets.ask("a.js")["Content-Security-Policy"] == nil)
        #expect(assets.ask("", ["host": "kiosk"])["Content-Security-Policy"]?.contains(" ws://kiosk ") == true)
    }
}
