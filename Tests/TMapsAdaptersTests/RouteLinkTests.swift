import TMapsAdapters
import TMapsProtocol
import Testing

@Suite struct RouteLinkTests {
    @Test(
        "F60: routes print their stops in travel order",
        arguments: [
            (
                "mapswithme://route?sll=1,1&saddr=name0&dll=2,2&daddr=name1&type=vehicle",
                #"{"kind":"route","mode":"vehicle","navigate":false,"preview":true,"optimize":false,"stops":["#
                    + #"{"latitude":1,"longitude":1,"name":"name0"},{"latitude":2,"longitude":2,"name":"name1"}]}"#
            ),
            (
                "om://v2/dir?origin=1,1&origin_name=Start&destination=3,3&destination_name=Finish"
                    + "&waypoints=2,2|2.5,2.5&waypoint_names=Coffee%20Stop|Bakery&mode=walk&unknown=value",
                #"{"kind":"route","mode":"pedestrian","navigate":false,"preview":true,"optimize":false,"stops":["#
                    + #"{"latitude":1,"longitude":1,"name":"Start"},{"latitude":2,"longitude":2,"name":"Coffee Stop"},"#
                    + #"{"latitude":2.5,"longitude":2.5,"name":"Bakery"},"#
                    + #"{"latitude":3,"longitude":3,"name":"Finish"}]}"#
            ),
            (
                "om://v2/dir?destination=1,1#destination=2,2&mode=walking&origin=3,3",
                #"{"kind":"route","mode":"vehicle","navigate":false,"preview":true,"optimize":false,"#
                    + #""stops":[{"current":true},{"latitude":1,"longitude":1}]}"#
            ),
            (
                "om://v2/nav?destination=2,2&destination_name=Finish&mode=drive&optimize=YES&origin_heading=90",
                #"{"kind":"route","mode":"vehicle","navigate":true,"preview":false,"origin_heading":90,"#
                    + #""optimize":true,"stops":[{"current":true},{"latitude":2,"longitude":2,"name":"Finish"}]}"#
            ),
            (
                "om://v2/nav?origin=1,1&destination=2,2",
                #"{"kind":"route","mode":"vehicle","navigate":true,"preview":true,"optimize":false,"#
                    + #""stops":[{"latitude":1,"longitude":1},{"latitude":2,"longitude":2}]}"#
            ),
            (
                "om://v2/nav?origin=not-a-coord&destination=2,2",
                #"{"kind":"route","mode":"vehicle","navigate":true,"preview":false,"optimize":false,"#
                    + #""stops":[{"current":true},{"latitude":2,"longitude":2}]}"#
            ),
            (
                "https://omaps.app/v2/dir?origin=1,1&origin_callback=app%3A%2F%2Forigin&destination=2,2"
                    + "&destination_callback=app%3A%2F%2Ffinish&waypoints=1.5,1.5&waypoint_callbacks=app%3A%2F%2Fstop"
                    + "&mode=bike&ref_name=DeliveryCo&callback=app%3A%2F%2Fback%3Fp%3D100%25",
                #"{"kind":"route","mode":"bicycle","navigate":false,"preview":true,"app_name":"DeliveryCo","#
                    + #""back_url":"app://back?p=100%","optimize":false,"stops":["#
                    + #"{"latitude":1,"longitude":1,"callback":"app://origin"},"#
                    + #"{"latitude":1.5,"longitude":1.5,"callback":"app://stop"},"#
                    + #"{"latitude":2,"longitude":2,"callback":"app://finish"}]}"#
            ),
            (
                "om://v2/dir?api=1&origin=current-location&destination=2,2&travelmode=Bicycling&dir_action=navigate",
                #"{"kind":"route","mode":"bicycle","navigate":true,"preview":false,"optimize":false,"#
                    + #""stops":[{"current":true},{"latitude":2,"longitude":2}]}"#
            ),
            (
                "om://route?appname=Foo&cll=1,2&sll=3,4&saddr=&dll=5,6&daddr=B&type=TRANSIT&backurl=app%3A%2F%2Fback",
                #"{"kind":"route","mode":"transit","navigate":false,"preview":true,"app_name":"Foo","optimize":false,"#
                    + #""stops":[{"latitude":3,"longitude":4},{"latitude":5,"longitude":6,"name":"B"}]}"#
            ),
        ])
    func printed(url: String, expected: String) { #expect(json(url) == expected) }

    @Test(
        "F60: routes that are none are refused at the parameter that is wrong",
        arguments: [
            ("mapswithme://route?sll=1,1&saddr=name0&dll=2,2&daddr=name2", "type: missing"),
            ("mapswithme://route?sll=1,1&saddr=name0", "dll: missing"),
            ("mapswithme://route?sll=1,1&dll=2,2&type=vehicle", #"dll: found "2,2", expected sll, saddr"#),
            ("mapswithme://route?saddr=a&daddr=b&type=vehicle", #"saddr: found "a", expected sll, saddr"#),
            ("mapswithme://route?dll=2,2&daddr=b&sll=1,1&saddr=a&type=vehicle", #"dll: found "2,2", expected sll"#),
            ("mapswithme://route?sll=1,1&saddr=a&dll=2,2&daddr=b&type=666", #"type: found "666", expected vehicle"#),
            (
                "mapswithme://route?type=vehicle&sll=1,1&saddr=a&dll=2,2&daddr=b",
                #"type: found "vehicle", expected sll"#
            ),
            (
                "mapswithme://route?sll=1,1&saddr=a&dll=2,2&daddr=b&type=vehicle&sll=1,1",
                #"sll: found "1,1", expected sll"#
            ),
            ("om://route?ll=1,1&type=vehicle", #"type: found "vehicle", expected sll"#),
            ("om://route?sll=1,1,1&saddr=a&dll=2,2&daddr=b&type=vehicle", #"sll: found "1,1,1", expected latitude"#),
            ("om://v2/dir?origin=not-a-coord&destination=2,2", #"origin: found "not-a-coord", expected latitude"#),
            ("om://v2/nav?destination=2,2&mode=spaceship", #"mode: found "spaceship", expected drive"#),
            ("om://v2/nav?destination=2,2&travelmode=cycling", #"travelmode: found "cycling", expected drive"#),
            ("om://v2/nav?destination=2,2&origin_heading=361", #"origin_heading: found "361", expected degrees"#),
            ("om://v2/nav?destination=2,2&origin_heading=-1", #"origin_heading: found "-1", expected degrees"#),
            ("om://v2/dir?origin=1,1&mode=drive", "destination: missing"),
            ("om://v2/dir#destination=1,1", "destination: missing"),
            ("om://v2/dir?destination=91,0", #"destination: found "91,0", expected a latitude"#),
            ("om://v2/dir?destination=2,2&waypoints=1,1||x", #"waypoints[2]: found "x", expected latitude"#),
        ])
    func refused(url: String, start: String) throws {
        let found = try #require(reason(url))
        #expect(found.hasPrefix(start), "\(found)")
    }

    @Test("F60: 100 stops between are fine, 101 are refused")
    func manyWaypoints() throws {
        let waypoints = { (count: Int) in (0..<count).map { "10,\($0)" }.joined(separator: "|") }
        #expect(route("om://v2/dir?destination=2,2&waypoints=\(waypoints(100))|")?.stops.count == 102)
        let refusal = reason("om://v2/dir?destination=2,2&waypoints=\(waypoints(101))")
        #expect(refusal == #"waypoints: found "101 of them", expected at most 100"#)
    }

    @Test("F60: 0 and 360 are headings", arguments: [0.0, 360])
    func heading(degrees: Double) {
        #expect(route("om://v2/nav?destination=2,2&origin_heading=\(degrees)")?.originHeading == degrees)
    }

    @Test("F60: | and %7C separate, %257C stays as the text %7C, empty slots keep names and callbacks in step")
    func lists() throws {
        let gap = try #require(
            route(
                "om://v2/dir?origin=1,1&waypoints=1.5,1.5||2.5,2.5&waypoint_names=A%7CB|C"
                    + "&waypoint_callbacks=app%3A%2F%2F1|app%3A%2F%2F2|a%257Cb&destination=3,3"))
        #expect(
            gap.stops[1...2] == [
                .place(Coordinate(latitude: 1.5, longitude: 1.5), name: "A", callback: "app://1"),
                .place(Coordinate(latitude: 2.5, longitude: 2.5), name: "C", callback: "a%7Cb"),
            ])
        let few = try #require(route("om://v2/dir?destination=3,3&waypoints= 1,1 |2,2&waypoint_names= One "))
        #expect(few.stops[1] == .place(Coordinate(latitude: 1, longitude: 1), name: "One"))
        #expect(few.stops[2] == .place(Coordinate(latitude: 2, longitude: 2)))
        #expect(route("om://v2/dir?destination=3,3&waypoints=")?.stops.count == 2)
    }

    @Test("every name of a mode is known, in any case")
    func modes() {
        let names: [RouteRequest.Mode: [String]] = [
            .vehicle: ["drive", "driving", "car", "Vehicle"], .pedestrian: ["walk", "WALKING", "pedestrian"],
            .bicycle: ["bike", "bicycling", "bicycle"], .transit: ["transit"],
        ]
        for (mode, names) in names {
            for name in names { #expect(route("om://v2/dir?destination=2,2&mode=\(name)")?.mode == mode, "\(name)") }
        }
    }
}
