import Foundation
import TMapsAdapters
import Testing

/// The table that the bundle's callback.js is tested against too (Tests/Viewer/pins.test.js).
struct CallbackTable: Decodable {
    struct Case: Decodable, CustomTestStringConvertible {
        var name: String
        var back_url: String
        var latitude: Double
        var longitude: Double
        var title: String?
        var id: String?
        var url: String
        var testDescription: String { name }
    }

    var cases: [Case]

    static let shared = Result {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Shared/callback-cases.json")
        return try JSONDecoder().decode(CallbackTable.self, from: Data(contentsOf: file))
    }
}

@Suite struct CallbackTableTests {
    @Test("a callback is written as the bundle writes it, and read back as the pin")
    func cases() throws {
        let table = try CallbackTable.shared.get()
        #expect(table.cases.count >= 10)
        for row in table.cases {
            let pin = OMPin(latitude: row.latitude, longitude: row.longitude, title: row.title, identifier: row.id)
            let url = pin.callbackURL(backURL: row.back_url) ?? ""
            #expect(url.utf8.elementsEqual(row.url.utf8), "\(row.name): \(url)")
            guard row.url.contains("://pin?") else { continue }
            let back = try #require(OrganicMaps.pin(from: row.url), "\(row.name)")
            #expect(back.latitude == row.latitude && back.longitude == row.longitude, "\(row.name)")
            #expect(scalars(back.title ?? "") == scalars(row.title ?? ""), "\(row.name)")
            #expect(scalars(back.identifier ?? "") == scalars(row.id ?? ""), "\(row.name)")
        }
    }
}
