import TMapsAdapters
import TMapsProtocol
import Testing

@Suite struct MapLinkTests {
    @Test(
        "F58: a map link prints its points and what the caller asked for",
        arguments: [
            (
                "mapswithme://map?ll=38.970559,-9.419289&ignoreThisParam=Yes&z=17&n=Point%20Name&s=black"
                    + "&backurl=https%3A%2F%2Forganicmaps.app",
                #"{"kind":"map","version":0,"back_url":"https://organicmaps.app","zoom":17,"balloon_action":false,"#
                    + #""points":[{"latitude":38.970559,"longitude":-9.419289,"name":"Point Name","style":"black"}]}"#
            ),
            (
                "mwm://map?ll=1.1,1.2&n=A&ll=2.1,2.2&ll=-3.1,-3.2&n=C",
                #"{"kind":"map","version":0,"balloon_action":false,"points":["#
                    + #"{"latitude":1.1,"longitude":1.2,"name":"A"},"#
                    + #"{"latitude":2.1,"longitude":2.2},{"latitude":-3.1,"longitude":-3.2,"name":"C"}]}"#
            ),
            (
                "om://map?v=1&ll=54.32123,12.34562&n=Point%20Name&id=AnyStringOrEncodedUrl"
                    + "&backurl=UrlToCallOnBackButton"
                    + "&appname=TitleToDisplayInNavBar&balloonaction=openUrlOnBalloonClick",
                #"{"kind":"map","version":1,"app_name":"TitleToDisplayInNavBar","back_url":"UrlToCallOnBackButton://","#
                    + #""balloon_action":true,"points":[{"latitude":54.32123,"longitude":12.34562,"name":"Point Name","#
                    + #""id":"AnyStringOrEncodedUrl"}]}"#
            ),
            (
                "mapswithme://map?ll=1,2&n=A&n=B",
                #"{"kind":"map","version":0,"balloon_action":false,"points":[{"latitude":1,"longitude":2,"name":"B"}]}"#
            ),
            (
                "mapswithme://map?ll=1,2&n=A&N=B",
                #"{"kind":"map","version":0,"balloon_action":false,"points":[{"latitude":1,"longitude":2,"name":"A"}]}"#
            ),
            (
                "om://map?ll=1,2&id=http%3A%2F%2Fh.example%2F%3Fa%3D1%26b%3D2",
                #"{"kind":"map","version":0,"balloon_action":false,"#
                    + #""points":[{"latitude":1,"longitude":2,"id":"http://h.example/?a=1&b=2"}]}"#
            ),
            (
                "om://map?ll=0.00001,-0.0000123&balloonaction",
                #"{"kind":"map","version":0,"balloon_action":true,"points":[{"latitude":1e-05,"longitude":-1.23e-05}]}"#
            ),
        ])
    func printed(url: String, expected: String) { #expect(json(url) == expected) }

    @Test(
        "F58: what Organic Maps refuses is refused, with the parameter, what was found and what is expected",
        arguments: [
            ("mapswithme://map?n=Name&ll=1,2", #"n: found "Name", expected an ll before it, to which it belongs"#),
            ("om://map?id=7&ll=1,2", #"id: found "7", expected an ll before it, to which it belongs"#),
            (
                "mapswithme://map?ll=1,1,1&n=A&ll=2,2&n=B&ll=3,3,3&n=C",
                #"ll: found "1,1,1", expected latitude,longitude as two decimal numbers"#
            ),
            ("mapswithme://map?ll=1,2,3", #"ll: found "1,2,3", expected latitude,longitude as two decimal numbers"#),
            (
                "mapswithme://map?ll=-91,10",
                #"ll: found "-91,10", expected a latitude in -90...90 and a longitude in -180...180"#
            ),
            (
                "mapswithme://map?ll=23.55,450",
                #"ll: found "23.55,450", expected a latitude in -90...90 and a longitude in -180...180"#
            ),
            ("mapsme://map?LL=1,1", "ll: missing, expected at least one point as latitude,longitude"),
            ("om://map", "ll: missing, expected at least one point as latitude,longitude"),
            ("om://map?ll=inf,0", #"ll: found "inf,0", expected latitude,longitude as two decimal numbers"#),
            ("om://map?ll=nan,0", #"ll: found "nan,0", expected latitude,longitude as two decimal numbers"#),
            ("om://map?ll=0x10,1", #"ll: found "0x10,1", expected latitude,longitude as two decimal numbers"#),
            ("om://map?ll=1", #"ll: found "1", expected latitude,longitude as two decimal numbers"#),
            ("om://map?ll=,", #"ll: found ",", expected latitude,longitude as two decimal numbers"#),
        ])
    func refused(url: String, expected: String) { #expect(reason(url) == expected) }

    @Test(
        "a link nobody knows is refused and says where it went wrong",
        arguments: [
            ("mwm://", "host: missing"), ("mapswithme://ggg?ll=12.3,34.54", #"host: found "ggg""#),
            ("om://v2/dir/?destination=1,1", #"host: found "v2/dir/""#), ("mapsme://o4B4pYZsRs/Zoo", "host: found"),
            ("om://MAP?ll=1,2", #"host: found "MAP""#), ("https://omaps.app/foo", #"host: found "foo""#),
            ("om://oauth2/osm/callback?code=x", "host: found \"oauth2\""), ("", "scheme: missing"),
            ("1,2", "scheme: missing"),
            ("competitors://map?ll=12.3,34.54", #"scheme: found "competitors""#),
            ("OM://map?ll=1,2", #"scheme: found "OM""#),
            ("ftp://www.google.com/maps?q=55.751809,37.6130029", #"scheme: found "ftp""#),
            ("http://search?query=aaa", #"address: found "search""#),
            ("mapswithme://fffff://map?ll=1,2", "host: found"),
        ])
    func unknown(url: String, start: String) throws { #expect(try #require(reason(url)).hasPrefix(start)) }

    @Test("a bad point among good ones is skipped, and a style that comes too early too")
    func skipped() throws {
        let request = try #require(map("om://map?s=black&ll=1,2&n=A&ll=bad&n=B&ll=3,4"))
        #expect(request.points.map(\.coordinate.latitude) == [1, 3])
        #expect(request.points.map(\.name) == ["B", nil])
        #expect(request.points.map(\.style) == [nil, nil])
    }

    @Test(
        "F58: a bare back URL gets its ://, in any script; one that has it stays",
        arguments: [
            ("someTestAppBackUrl", "someTestAppBackUrl://"), ("ge0://", "ge0://"), ("ge0%3A%2F%2F", "ge0://"),
            ("http://mapswithme.com", "http://mapswithme.com"), ("%E6%88%91%E6%84%9Bmapswithme", "我愛mapswithme://"),
            ("%D0%BF%D1%80://%D0%BE", "пр://о"),
        ])
    func backURL(written: String, expected: String) {
        #expect(map("mwm://map?ll=1,2&n=PointName&backurl=\(written)")?.backURL == expected)
    }

    @Test(
        "the version is a whole number or 0",
        arguments: [("v=1", 1), ("v=kotik", 0), ("V=666", 0), ("v=666", 666), ("", 0), ("v=99999999999999999999", 0)])
    func version(parameter: String, expected: Int) {
        #expect(map("mwm://map?\(parameter)&ll=1,2")?.version == expected)
    }

    @Test("parameters are cut at & and #, + is a space, values are decoded once, slashes may repeat")
    func splitting() throws {
        let request = try #require(map("om:////map//x?&ll=1,2&&n=a+b%2B%2525%zz%4&=x#id=7&appname"))
        #expect(request.points == [.init(Coordinate(latitude: 1, longitude: 2), name: "a b+%25%zz%4", id: "7")])
        #expect(request.appName == nil)
    }

    @Test("an & stays a separator when a combining mark follows it")
    func combining() {
        #expect(map("om://map?ll=1,2&n=A&\u{301}=1&id=7")?.points.first?.id == "7")
        #expect(map("om://map?ll=1,2&n=\u{301}&id=7")?.points.first?.id == "7")
    }

    @Test(
        "every prefix of the API is read",
        arguments: [
            "https://omaps.app/", "om://", "http://omaps.app/", "ge0://",
            "http://ge0.me/", "https://ge0.me/", "mapsme://", "mwm://", "mapswithme://",
        ])
    func prefixes(prefix: String) {
        #expect(map(prefix + "map?ll=1,2")?.points.count == 1)
        #expect(MapLink(prefix + "menu") == .menu)
        #expect(MapLink(prefix + "settings?highlight=icloud") == .settings)
    }

    @Test(
        "search and crosshair",
        arguments: [
            (
                "mapsme://search?query=Saint%20Hilarion&cll=35.3166654,33.2833322&locale=ru&map&appname=Organic%20Maps",
                #"{"kind":"search","query":"Saint Hilarion","locale":"ru","map_only":true,"#
                    + #""center":{"latitude":35.3166654,"longitude":33.2833322},"app_name":"Organic Maps"}"#
            ),
            ("om://search?query=aaa&cll=1,1,1", #"{"kind":"search","query":"aaa","map_only":false}"#),
            (
                "om://crosshair?cll=47.3813,8.5889&appname=Google%20Maps",
                #"{"kind":"crosshair","center":{"latitude":47.3813,"longitude":8.5889},"app_name":"Google Maps"}"#
            ),
            ("om://crosshair", #"{"kind":"crosshair"}"#), ("om://menu", #"{"kind":"menu"}"#),
            ("om://settings", #"{"kind":"settings"}"#),
            (
                "mapsme://search?query",
                #"{"kind":"incorrect","reason":"query: missing, expected a text to look for"}"#
            ),
            (
                "mapsme://search?Query=x",
                #"{"kind":"incorrect","reason":"query: missing, expected a text to look for"}"#
            ),
        ])
    func others(url: String, expected: String) { #expect(json(url) == expected) }

    @Test(
        "links become the actions that show them, coordinates of the seeds' centre the other way round",
        arguments: [
            (
                "om://map?ll=1,2&n=A&id=7&backurl=app&appname=Mine&z=17&balloonaction=x",
                [
                    #"{"type":"SHOW_PINS","points":[{"latitude":1,"longitude":2,"name":"A","id":"7"}],"#
                        + #""app_name":"Mine","back_url":"app://","balloon_action":true,"zoom":17}"#
                ]
            ),
            (
                "om://v2/nav?destination=2,3&destination_name=End&mode=walk&callback=app%3A%2F%2Fback",
                [
                    #"{"type":"SHOW_ROUTE","mode":"pedestrian","navigate":true,"preview":false,"#
                        + #""back_url":"app://back","optimize":false,"#
                        + #""stops":[{"current":true},{"latitude":2,"longitude":3,"name":"End"}]}"#
                ]
            ),
            (
                "geo:35.5,33.25?q=Castle&z=15",
                [
                    #"{"type":"SET_CENTER","center":[33.25,35.5]}"#, #"{"type":"SET_ZOOM","zoom":15}"#,
                    #"{"type":"SEARCH_ITEM","featureIdOrCategoryName":"Castle"}"#,
                ]
            ),
            ("om://search?query=caf%C3%A9", [#"{"type":"SEARCH_ITEM","featureIdOrCategoryName":"café"}"#]),
            (
                "om://crosshair?cll=47.5,8.5",
                [#"{"type":"SET_CENTER","center":[8.5,47.5]}"#, #"{"type":"SET_ZOOM","zoom":16}"#]
            ),
            ("om://crosshair", []), ("om://menu", []), ("om://settings", []), ("om://map?ll=bad", []),
        ])
    func actions(url: String, expected: [String]) { #expect(MapLink(url).actions().map(text) == expected) }
}
