import TMapsTesting
import Testing

@testable import TMapsServer

@Suite struct EntryPageTests {
    private let tag = "<script src=\"../bridge/bridge.js\"></script>"

    private func edit(_ page: String, embed: EntryPage.Embed = .none, file: String = "index.html", depth: Int = 0)
        -> String
    {
        let bytes = EntryPage(embed: embed).edit(Array(page.utf8), file: Array(file.utf8), depth: depth)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "the bridge's script is the first child of the head; | marks the place",
        arguments: [
            "<!doctype html><html><head>|<title>x</title></head></html>",
            "<HTML><HEAD lang=\"a>b\" data-x='<head>'>|<META charset=utf-8>",
            "<!-- <head> --><!DOCTYPE html>\n<html lang=en>\n<!-- > --><head\n>|</head>",
            "\u{FEFF}<!doctype html><head>|",
            "<!doctype html><html>|<script>var x = '<head>';</script></html>",
            "<!doctype html>\n|<header>no head</header>",
            "<!--><head>|<!-- -->", "<!---><head>|", "<!-- --!><head>|",
            "|<title><head></title>", "|plain text", "|</head><head>", "|<link rel=x><head>",
            "<?xml version=\"1.0\"?><head>|",
            "<html><head >|<base target=_blank>", "<head/>|x", "|", "|   ", "<!doctype html>|", "|< head>",
            "<html>|<!-- <head>", "|<!",
            "|<html", "<!-- -->|<html a='",
        ])
    func script(marked: String) {
        let page = marked.replacing("|", with: "")
        #expect(edit(page) == marked.replacing("|", with: tag))
    }

    @Test("a page in a folder finds the bridge as well; a fragment in a folder is left alone")
    func folders() {
        let page = "<!doctype html><head></head>"
        #expect(
            edit(page, file: "a/b/index.html", depth: 2)
                == "<!doctype html><head><script src=\"../../../bridge/bridge.js\"></script></head>")
        #expect(edit("<div>popup</div>", file: "a/index.html", depth: 1) == "<div>popup</div>")
        #expect(edit("<div>popup</div>") == tag + "<div>popup</div>")
    }

    @Test(
        "the page's own tag for the bridge goes, so that it runs once",
        arguments: [
            "<script src=\"../bridge/bridge.js\"></script>", "<SCRIPT defer src='/bridge/bridge.js?v=1'> </SCRIPT>",
            "<script src=bridge/bridge.js></script>",
        ])
    func once(own: String) {
        #expect(edit("<head><title>a</title>\(own)<p>") == "<head>\(tag)<title>a</title><p>")
        #expect(edit("<head>\(own)<p>") == "<head>\(tag)<p>")
        #expect(edit("\(own)<p>") == "\(tag)<p>")
        let other = "<head>\(tag)<script src=\"mybridge/bridge.js\"></script>"
        #expect(edit("<head><script src=\"mybridge/bridge.js\"></script>") == other)
    }

    @Test(
        "a base that would break relative URLs leads to the mount",
        arguments: [
            ("\"/\"", "\"./\""), ("'/'", "'./'"), ("/", "\"./\""), ("\"/Users/me/app/\"", "\"./\""),
            ("\"file:///android_asset/www/\"", "\"./\""), ("\"https://cdn.example/x/\"", "\"./\""),
            ("\"//cdn.example/\"", "\"./\""), ("\"../\"", "\"./\""), ("\"a/../../b/\"", "\"./\""),
            ("\"%2e%2e/\"", "\"./\""), ("\"\\\\x\"", "\"./\""), ("\"&#47;\"", "\"./\""), ("\" /\"", "\"./\""),
            ("\"C:\\www\\\"", "\"./\""), ("\"javascript:x\"", "\"./\""),
            ("\"./\"", "\"./\""), ("\"\"", "\"\""), ("\"app/\"", "\"app/\""), ("\"a/../b/\"", "\"a/../b/\""),
            ("\"?x=/../\"", "\"?x=/../\""),
        ])
    func base(value: String, expected: String) {
        #expect(edit("<head><BASE HREF=\(value)><p>") == "<head>\(tag)<BASE HREF=\(expected)><p>")
    }

    @Test("a base in a comment, in a script, without href or behind the first is left alone")
    func otherBases() {
        let page =
            "<head><!-- <base href=/> --><script>'<base href=/>'</script><base target=x><base href=a/><base href=/>"
        #expect(edit(page) == page.replacing("<head>", with: "<head>\(tag)"))
    }

    @Test("deeper in the bundle a base leads up to the mount, at any prefix")
    func deepBase() {
        let script = "<script src=\"../../../bridge/bridge.js\"></script>"
        #expect(
            edit("<head><base href=\"/\">", file: "a/b/index.html", depth: 2) == "<head>\(script)<base href=\"../../\">"
        )
        #expect(
            edit("<head><base href=\"../\">", file: "a/b/index.html", depth: 2) == "<head>\(script)<base href=\"../\">")
        // A page that stands in for a deeper path (F41).
        #expect(edit("<head>", depth: 2) == "<head>\(script)<base href=\"../../\">")
        #expect(edit("<head><base href=\"app/\">", depth: 2) == "<head>\(script)<base href=\"../../app/\">")
        #expect(edit("<head><base href>", depth: 2) == "<head>\(script)<base href=\"../../\">")
    }

    @Test("embedded as on iOS, the placeholder class gets its companion")
    func embedClass() {
        let page = "<head></head><body class=\"a embed-class-placeholder b\" id=x>"
        #expect(edit(page, embed: .ios).hasSuffix("<body class=\"a embed-class-placeholder ios-embed b\" id=x>"))
        #expect(edit(page).hasSuffix("<body class=\"a embed-class-placeholder b\" id=x>"))
        #expect(
            edit("<head><body class=embed-class-placeholder>", embed: .ios)
                .hasSuffix("<body class=\"embed-class-placeholder ios-embed\">"))
        for other in [
            "<body class=\"embed-class-placeholder ios-embed\">", "<body class=\"embed-class-placeholder-2\">",
            "<script>'class=\"embed-class-placeholder\"'</script>", "<!-- class=\"embed-class-placeholder\" -->",
        ] {
            #expect(edit("<head>\(other)", embed: .ios) == "<head>\(tag)\(other)")
        }
    }

    @Test("other bytes stay as they are, in whatever encoding")
    func bytesStay() {
        let latin = Array("<head><title>caf".utf8) + [0xE9, 0xFF, 0x00] + Array("</title>".utf8)
        #expect(
            EntryPage().edit(latin, file: AssetPath.index, depth: 0) == Array("<head>\(tag)".utf8) + latin.dropFirst(6))
        let wide: [UInt8] = [0xFF, 0xFE, 0x3C, 0x00, 0x68, 0x00]
        #expect(EntryPage().edit(wide, file: AssetPath.index, depth: 0) == wide)
    }

    @Test("a script that holds an escaped script ends where browsers end it")
    func escapedScript() {
        let page = "<head><script><!-- <script> </script> <base href=/> --></script><base href=/>"
        #expect(
            edit(page) == "<head>\(tag)<script><!-- <script> </script> <base href=/> --></script><base href=\"./\">")
    }

    @Test("the entry is edited on the way out, its tag is of the edited bytes, ranges are of them too")
    func served() throws {
        let folder = TestFolder()
        try folder.write("<head><base href=\"/\"></head>", to: "index.html")
        try folder.write("<head></head>", to: "other.html")
        var options = AssetFolder.Options()
        options.entryPage = EntryPage()
        let assets = try AssetFolder(root: folder.path, options: options)
        let page = assets.ask("")
        #expect(page.text == "<head>\(tag)<base href=\"./\"></head>")
        #expect(page["ETag"] == EntityTag(of: page.body).text)
        #expect(page["Cache-Control"] == "no-cache")
        #expect(assets.ask("", ["if-none-match": try #require(page["ETag"])]).status == 304)
        #expect(assets.ask("", ["range": "bytes=6-12"]).text == "<script")
        #expect(assets.ask("other.html").text == "<head></head>")
        try folder.write("<head><base href=\"/\"></head>" + String(repeating: " ", count: 400_000), to: "index.html")
        #expect(assets.ask("").text.hasPrefix("<head>\(tag)<base href=\"./\">"))
    }
}
