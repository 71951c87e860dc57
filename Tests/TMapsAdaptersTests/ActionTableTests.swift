import TMapsAdapters
import TMapsProtocol
import Testing

@Suite struct ActionTableTests {
    @Test(
        "every action that is made of a link or a pcmap call passes the action table",
        arguments: [
            MapLink("om://map?ll=1,2&n=A&id=7&s=placemark-red&z=17&appname=Mine&backurl=app&balloonaction").actions(),
            MapLink("om://v2/dir?origin=-90,180&destination=90,-180&waypoints=1e-05,0.5&origin_heading=360").actions(),
            MapLink("om://v2/nav?destination=2,3&mode=transit&optimize=1&callback=a%3A%2F%2F").actions(),
            MapLink("geo:35.5,33.25?q=Castle&z=15").actions(), MapLink("om://crosshair?cll=47.5,8.5").actions(),
            [WebMapOnePOIScenario(poi: "150", showSearch: true, zoomLevel: 20).action(), WebMap.showOrdinal(-1)],
            [WebMapUserPosition(latitude: -90, longitude: 180, ordinal: 2, heading: 91.5).action() ?? []],
        ])
    func accepted(actions: [[UInt8]]) throws {
        #expect(!actions.isEmpty)
        for action in actions {
            let (entry, violation) = try action.withRawBytes { bytes throws(Refusal) in
                let scanned = try ActionScanner.scan(bytes, checksFields: true)
                return (scanned.entry, scanned.violation)
            }
            #expect(entry?.direction == .toMap && violation == nil, "\(text(action)): \(violation?.message ?? "")")
        }
    }
}
