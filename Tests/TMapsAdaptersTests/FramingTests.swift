import Foundation
import TMapsAdapters
import TMapsProtocol
import Testing

/// The table that framing.js is tested against too (Tests/Viewer/framing.test.js).
struct FramingTable: Decodable {
    struct Distance: Decodable, CustomTestStringConvertible {
        var name: String
        var from: [Double]
        var to: [Double]
        var greatCircle: Double
        var ellipsoid: Double
        var testDescription: String { name }
    }

    struct Framing: Decodable, CustomTestStringConvertible {
        var name: String
        var displayMode: String
        var zoomRadiusMultiplier: Double?
        var closestDistanceThreshold: Double?
        var attractions: [[Double]]
        var user: User
        var expect: Expectation
        var testDescription: String { name }
    }

    struct Sequence: Decodable, CustomTestStringConvertible {
        var name: String
        var displayMode: String
        var attractions: [[Double]]
        var steps: [Step]
        var testDescription: String { name }
    }

    struct Step: Decodable {
        enum Value: Decodable {
            case word(String), place([Double]), places([[Double]])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let word = try? container.decode(String.self) {
                    self = .word(word)
                } else if let places = try? container.decode([[Double]].self) {
                    self = .places(places)
                } else {
                    self = .place(try container.decode([Double].self))
                }
            }
        }

        var event: String
        var value: Value?
        var expect: Expectation?
    }

    enum User: Decodable {
        case word(String), place([Double])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let word = try? container.decode(String.self) {
                self = .word(word)
            } else {
                self = .place(try container.decode([Double].self))
            }
        }
    }

    struct Expectation: Decodable {
        var camera: String
        var center: [Double]?
        var span: Double?
        var south: Double?
        var west: Double?
        var north: Double?
        var east: Double?
        var displayMode: String
        var fallback: String?
    }

    var distances: [Distance]
    var framing: [Framing]
    var sequences: [Sequence]

    static let shared: FramingTable = {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Shared/framing-cases.json")
        do {
            return try JSONDecoder().decode(FramingTable.self, from: Data(contentsOf: path))
        } catch {
            fatalError("\(path.path): \(error)")
        }
    }()
}

@Suite struct FramingTests {
    @Test(
        "F19: distances are those of the great circle, within 0.56 % of the ellipsoid's",
        arguments: FramingTable.shared.distances)
    func distance(of item: FramingTable.Distance) {
        let distance = place(item.from).distance(to: place(item.to))
        #expect(near(distance, item.greatCircle), "\(distance)")
        #expect(abs(distance - item.ellipsoid) <= item.ellipsoid * 0.0056 + 1e-6)
        #expect(distance == place(item.to).distance(to: place(item.from)))
    }

    @Test("F19, F20, F21: the camera goes where the shared table says", arguments: FramingTable.shared.framing)
    func framing(of item: FramingTable.Framing) throws {
        var framing = AttractionFraming(displayMode: try #require(DisplayMode(rawValue: item.displayMode)))
        framing.zoomRadiusMultiplier = item.zoomRadiusMultiplier ?? framing.zoomRadiusMultiplier
        framing.closestDistanceThreshold = item.closestDistanceThreshold ?? framing.closestDistanceThreshold
        let user: AttractionFraming.User
        switch item.user {
        case .place(let coordinate): user = .at(place(coordinate))
        case .word(let word): user = try #require(["unknown": .unknown, "denied": .denied, "failed": .failed][word])
        }
        try check(framing.frame(item.attractions.map(place), user: user), item.expect)
    }

    @Test("F21: the camera moves when the shared table says", arguments: FramingTable.shared.sequences)
    func sequence(of item: FramingTable.Sequence) throws {
        let mode = try #require(DisplayMode(rawValue: item.displayMode))
        var zoom = AttractionZoom(framing: .init(displayMode: mode), attractions: item.attractions.map(place))
        for (index, step) in item.steps.enumerated() {
            let frame = try take(step, &zoom)
            let expected = try step.expect.map {
                ($0, try #require(frame, "step \(index), \(step.event): the camera stays"))
            }
            guard let (expectation, frame) = expected else {
                #expect(frame == nil, "step \(index), \(step.event)")
                continue
            }
            try check(frame, expectation)
        }
    }

    private func take(_ step: FramingTable.Step, _ zoom: inout AttractionZoom) throws -> AttractionFrame? {
        switch (step.event, step.value) {
        case ("appeared", nil): return zoom.appeared()
        case ("locationFailed", nil): return zoom.locationFailed()
        case ("located", .place(let coordinate)): return zoom.located(place(coordinate))
        case ("attractionsChanged", .places(let coordinates)): return zoom.attractionsChanged(coordinates.map(place))
        case ("permissionChanged", .word(let word)):
            return zoom.permissionChanged(try #require(AttractionZoom.Permission(rawValue: word)))
        default:
            Issue.record("the table has an event that is none: \(step)")
            return nil
        }
    }

    private func check(_ frame: AttractionFrame, _ expected: FramingTable.Expectation) throws {
        #expect(frame.displayMode.rawValue == expected.displayMode)
        #expect(frame.fallback?.rawValue == expected.fallback)
        switch frame.camera {
        case .keep: #expect(expected.camera == "keep")
        case .place(let center):
            #expect(expected.camera == "place" && expected.center.map(place) == center)
        case .region(let center, let span):
            #expect(expected.camera == "region" && expected.center.map(place) == center)
            #expect(near(span, try #require(expected.span)), "\(span)")
        case .bounds(let bounds):
            #expect(expected.camera == "bounds")
            let pairs = [
                (bounds.south, expected.south), (bounds.west, expected.west), (bounds.north, expected.north),
                (bounds.east, expected.east), (bounds.center.latitude, expected.center?[0]),
                (bounds.center.longitude, expected.center?[1]),
            ]
            for (found, expected) in pairs { #expect(abs(found - (expected ?? .nan)) < 1e-9, "\(bounds)") }
        }
    }

    private func place(_ pair: [Double]) -> Coordinate { Coordinate(latitude: pair[0], longitude: pair[1]) }

    private func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= abs(b) * 1e-9 + 1e-6 }
}
