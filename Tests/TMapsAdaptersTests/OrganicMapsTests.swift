import Foundation
import TMapsAdapters
import Testing

/// The API as an app uses it, over a transport that keeps what it is given.
@MainActor @Suite(.serialized) struct OrganicMapsTests {
    final class Transport: OrganicMapsTransport {
        var isMapConnected = true
        var takes = true
        private(set) var sent: [String] = []
        private(set) var prompts = 0

        func dispatch(_ action: [UInt8]) -> Bool {
            if takes { sent.append(text(action)) }
            return takes
        }
        func presentInstallDialog() { prompts += 1 }
    }

    private let transport = Transport()

    init() {
        OrganicMaps.app = .init(name: "Capitals", callbackScheme: "capitals")
        OrganicMaps.transport = transport
    }

    @Test("seed 3's pin reaches the map with the caller's name and back URL")
    func showPin() {
        let isShown = OrganicMaps.showPin(
            latitude: 53.9, longitude: 27.56667, title: "Minsk - the capital of Belarus",
            identifier: "https://wikipedia.org/wiki/Minsk")
        #expect(isShown && OrganicMaps.isInstalled && OrganicMaps.openApp())
        #expect(
            transport.sent == [
                #"{"type":"SHOW_PINS","points":[{"latitude":53.9,"longitude":27.56667,"#
                    + #""name":"Minsk - the capital of Belarus","id":"https://wikipedia.org/wiki/Minsk"}],"#
                    + #""app_name":"Capitals","back_url":"capitals://","balloon_action":false}"#
            ])
    }

    @Test("without a connected map the prompt is shown and nothing is sent; no pins are no call at all")
    func notInstalled() {
        transport.isMapConnected = false
        let pins = [OMPin(latitude: 1, longitude: 2, title: nil, identifier: nil)]
        #expect(!OrganicMaps.showPins(pins, openUrlOnBalloonClick: true) && !OrganicMaps.openApp())
        #expect(transport.prompts == 1 && transport.sent.isEmpty)
        #expect(!OrganicMaps.showPins([]) && transport.prompts == 1)
        OrganicMaps.transport = nil
        #expect(!OrganicMaps.showPins(pins) && !OrganicMaps.isInstalled)
    }

    @Test("a pin off the globe is not shown; a transport that does not take it says so")
    func refused() {
        #expect(!OrganicMaps.showPin(latitude: 91, longitude: 0, title: "A"))
        #expect(!OrganicMaps.showPin(latitude: .nan, longitude: 0))
        transport.takes = false
        #expect(!OrganicMaps.showPin(latitude: 1, longitude: 0))
        #expect(transport.sent.isEmpty && transport.prompts == 0)
    }

    @Test("the seed's handler works with a URL of Foundation")
    func callback() throws {
        let pin = OMPin(latitude: 53.9, longitude: 27.56667, title: "Minsk +", identifier: nil)
        let written = try #require(pin.callbackURL(backURL: "capitals://"))
        let url = try #require(URL(string: written))
        #expect(OrganicMaps.isOrganicMapsCallback(url: url))
        #expect(OrganicMaps.pin(from: url) == pin)
        let foreign = try #require(URL(string: "other://pin?ll=1,2"))
        #expect(!OrganicMaps.isOrganicMapsCallback(url: foreign))
        let back = try #require(URL(string: "capitals://"))
        #expect(OrganicMaps.isOrganicMapsCallback(url: back) && OrganicMaps.pin(from: back) == nil)
    }
}
