@testable import TMapsClient
import TMapsProtocol
import Testing

@Suite struct ConnectingTests {
    @Test("connecting ends with the server's hello")
    func connect() {
        var wire = Wire()
        #expect(wire.connect() == ["timer 10.0 seconds", "open"])
        #expect(wire.hello() == ["timer 10.0 seconds", "event connected", "connected ok"])
        #expect(wire.connect() == ["connected invalid_argument"])
    }

    @Test("the first attempt is the only one, and may be made again")
    func firstAttempt() {
        var wire = Wire()
        _ = wire.connect()
        #expect(wire.failed() == ["no timer", "connected cannot_connect"])
        #expect(wire.connect() == ["timer 10.0 seconds", "open"])
        #expect(wire.closed(4500) == ["no timer", "connected closed"])
        _ = wire.connect()
        #expect(wire.timerFired() == ["abort", "no timer", "connected cannot_connect"])
        _ = wire.connect()
        #expect(wire.heard(#"{"ack":"c-1","seq":1}"#) == ["abort", "no timer", "connected protocol_violation"])
    }

    @Test("a lost connection is made again, with waits that double up to the cap")
    func backoff() {
        var wire = Wire.connected()
        #expect(wire.closed(1006) == ["event reconnecting connection_lost", "random timer 0.25 seconds"])
        var bounds: [String] = []
        for _ in 0..<7 {
            #expect(wire.timerFired() == ["timer 10.0 seconds", "open after 0 of E1"])
            bounds.append(wire.failed().last ?? "")
        }
        #expect(bounds == ["0.5", "1.0", "2.0", "4.0", "8.0", "10.0", "10.0"].map { "random timer \($0) seconds" })
    }

    @Test("a server that greets and falls over at once is not asked ever more quickly; one that lasts is")
    func backoffReset() {
        var wire = Wire.connected()
        _ = wire.closed(1006)
        _ = wire.timerFired()
        _ = wire.hello()
        #expect(wire.closed(1006).last == "random timer 0.5 seconds")
        _ = wire.timerFired()
        _ = wire.hello()
        #expect(wire.timerFired() == [])  // ten seconds have passed
        #expect(wire.closed(1006).last == "random timer 0.25 seconds")
        _ = wire.timerFired()
        _ = wire.hello()
        _ = wire.action(1)
        #expect(wire.closed(1006).last == "random timer 0.25 seconds")
    }

    @Test(
        "codes that allow it are followed by a reconnect",
        arguments: [1001, 1002, 1005, 1006, 1009, 1011, 4000, 4001, 4499])
    func reconnects(code: UInt16) {
        var wire = Wire.connected()
        #expect(wire.closed(code) == ["event reconnecting connection_lost", "random timer 0.25 seconds"])
    }

    @Test(
        "codes from 4500 to 4999 end the client (F: a token that expired is retried for ever)",
        arguments: [4500, 4501, 4503, 4999])
    func final(code: UInt16) throws {
        var wire = Wire.connected()
        _ = try wire.dispatch(zoom)
        #expect(wire.closed(code) == ["no timer", "event ended closed", "1 failed closed", "ended closed"])
        #expect(throws: TMapsError(.closed, "")) { try wire.dispatch(zoom) }
        #expect(wire.timerFired() == [])
    }

    @Test(
        "answers that no repetition changes end the client, others do not",
        arguments: [400, 401, 403, 404, 429, 500, 503])
    func handshakes(status: Int) {
        var wire = Wire.connected()
        _ = wire.closed(1001)
        _ = wire.timerFired()
        let isFinal = [400, 401, 403, 404].contains(status)
        #expect(wire.failed(status: status).contains("ended handshake_refused") == isFinal)
        #expect(wire.machine.phase == (isFinal ? .ended : .waiting))
    }

    @Test("attempts can be limited")
    func limited() {
        var wire = Wire.connected { $0.reconnect.maxAttempts = 1 }
        _ = wire.closed(1006)
        _ = wire.timerFired()
        #expect(wire.failed() == ["no timer", "event ended cannot_connect", "ended cannot_connect"])
    }

    @Test("an answer that is no envelope drops the connection, which is made again")
    func garbage() {
        var wire = Wire.connected()
        #expect(wire.heard("hm").prefix(2) == ["abort", "event reconnecting protocol_violation"])
        #expect(wire.heard("hm") == [])
    }

    @Test("closing waits for the socket's end, and works in every phase")
    func close() throws {
        var wire = Wire.connected()
        _ = try wire.dispatch(zoom)
        #expect(wire.close() == ["no timer", "1 failed closed", "close"])
        #expect(wire.action(1) == [])
        #expect(wire.closed(1000) == ["no timer", "event ended ok", "ended ok"])
        var waiting = Wire.connected()
        _ = waiting.closed(1006)
        #expect(waiting.close() == ["no timer", "event ended ok", "ended ok"])
        var connecting = Wire()
        _ = connecting.connect()
        #expect(connecting.close() == ["abort", "no timer", "event ended ok", "ended ok"])
        var idle = Wire()
        #expect(idle.close() == ["no timer", "event ended ok", "ended ok"])
        #expect(idle.connect() == ["connected closed"])
    }
}
