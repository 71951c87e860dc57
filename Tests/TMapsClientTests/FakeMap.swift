import Synchronization
import TMapsClient
import TMapsNet
import TMapsProtocol

/// A map page as the real server sees it: says READY, answers each action with the event that ends it. A map, feature
/// or scenario `broken` is answered by an error, a feature `silent` by nothing; at a feature `last` the page goes.
/// What it is sent is in `heard`.
// @unchecked because `socket` and `waiting` are the loop thread's own.
final class FakeMap: WebSocketHandler, @unchecked Sendable {
    let heard = Lines()
    private let loop: EventLoop
    private var socket: WebSocket?
    /// Dispatched before the socket was open.
    private var waiting: [String] = []

    /// - Parameter authorities: of a server that speaks TLS.
    init(port: UInt16, session: String, peer: String = "m1", authorities: String? = nil) throws {
        var options = EventLoop.Configuration()
        options.allowsSecureTargets = authorities != nil
        loop = try EventLoop(configuration: options)
        try loop.start()
        let target = WebSocketTarget(
            host: "127.0.0.1", port: port, isSecure: authorities != nil, authorities: authorities,
            path: "/v1/sessions/\(session)/map?peer=\(peer)", subprotocols: ["tmaps.dispatch.v1"])
        loop.connect(to: target, handler: self)
    }

    /// One whose READY the client has heard.
    static func ready(
        _ port: UInt16, session: String = "default", peer: String = "m1", heardBy client: TMapsClient
    ) async throws -> FakeMap {
        let events = client.events
        let map = try FakeMap(port: port, session: session, peer: peer)
        for await case .action(let action) in events where action.type == "READY" && action.peer == peer { break }
        return map
    }

    /// Its loop goes on: see `ClientLoop`.
    func leave() { loop.execute { [self] in socket?.abort() } }

    func dispatch(_ action: String) {
        loop.execute { [self] in if socket == nil { waiting.append(action) } else { say(action) } }
    }

    func opened(_ socket: WebSocket) {
        self.socket = socket
        say(#"{"type":"READY"}"#)
        waiting.forEach(say)
    }

    func received(_ message: UnsafeRawBufferPointer) {
        heard.add(String(decoding: message, as: UTF8.self))
        guard let action = try? ActionScanner.scan(message) else { return }
        answer(action.type, String(decoding: action.bytes, as: UTF8.self))
    }

    private func answer(_ type: String, _ text: String) {
        switch type {
        case _ where text.contains(#""silent""#): break
        case _ where text.contains(#""last""#): socket?.abort()
        case "APPLY_SCENARIO" where text.contains(#""broken""#):
            say(#"{"type":"CALL_RESULT","call":"app.scenarios.apply","error":"Error: no such scenario"}"#)
        case _ where text.contains(#""broken""#): say(#"{"type":"ERROR","error":{"stack":"no such map\n at x"}}"#)
        case "LOAD_MAP": say(#"{"type":"MAP_LOADED"}"#)
        case "SET_ZOOM": say(#"{"type":"ZOOM_ENDED"}"#)
        case "SET_CENTER": say(#"{"type":"CENTER_ENDED"}"#)
        case "HIGHLIGHT_FEATURE":
            say(#"{"type":"FEATURE_HIGHLIGHTED","feature_id":"other"}"#)
            say(text.replacing("HIGHLIGHT_FEATURE", with: "FEATURE_HIGHLIGHTED"))
        case "MARK_FEATURE": say(text.replacing("MARK_FEATURE", with: "FEATURE_MARKED"))
        case "CHANGE_RENDER_MODE":
            say(#"{"type":"EVENT_LOGGED","event_category":"Maps","event_action":"Loaded"}"#)
            say(#"{"type":"EVENT_LOGGED","event_category":"RenderModes","event_action":"Changed","event_label":"3D"}"#)
        case "SHOW_ORDINAL":
            say(#"{"type":"CALL_RESULT","call":"app.map.setUserPosition","error":"Error: of another call"}"#)
            say(#"{"type":"CALL_RESULT","call":"SHOW_ORDINAL","value":1}"#)
        case "SET_USER_POSITION": say(#"{"type":"CALL_RESULT","call":"app.map.setUserPosition","error":null}"#)
        case "APPLY_SCENARIO": say(#"{"type":"CALL_RESULT","call":"app.scenarios.apply"}"#)
        default: break
        }
    }

    func closed(code: UInt16, reason: String) {}
    func failed(_ error: NetError) { heard.add("failed \(error)") }

    private func say(_ text: String) {
        let frame = Frame(text)
        frame.withWireBytes { _ = socket?.send($0, owner: frame.owner) }
    }
}
