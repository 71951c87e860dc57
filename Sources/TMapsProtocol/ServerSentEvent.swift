/// What an observer over HTTP gets: server-sent events (html.spec.whatwg.org/multipage/server-sent-events.html).
/// Frames of this kind hold the event as it goes on the wire, without a WebSocket header.
package enum ServerSentEvent {
    /// An action, as it stands in the log; its `id` is its `seq`, which a reader comes back with.
    package static func action(seq: UInt64, time: Int64, role: Role, peer: String, _ action: Frame) -> Frame {
        let data = JSONWriter.object { json in
            json.member("seq", seq)
            json.member("time", RFC3339.text(milliseconds: time))
            json.member("role", role.rawValue)
            json.member("peer", peer)
            action.withPayload { json.member("action", raw: $0) }
        }
        return frame("id: \(seq)\n", data)
    }

    /// What an envelope says, under a name: EventSource gives it to those who listen for that name.
    package static func named(_ name: StaticString, _ envelope: Frame) -> Frame {
        envelope.withPayload { frame("event: \(name)\n", Array($0)) }
    }

    private static func frame(_ head: String, _ data: [UInt8]) -> Frame {
        let start = Array("data: ".utf8)
        var bytes = Array(head.utf8) + start
        // A sender's line breaks (between the tokens of its JSON) would end the field.
        var previous: UInt8 = 0
        for byte in data {
            if byte == 13 || (byte == 10 && previous != 13) {
                bytes += [10] + start
            } else if byte != 10 {
                bytes.append(byte)
            }
            previous = byte
        }
        bytes += [10, 10]
        return bytes.withUnsafeBytes { Frame(wire: $0) }
    }
}

/// RFC 3339 in UTC with milliseconds.
package enum RFC3339 {
    package static func text(milliseconds: Int64) -> String {
        let seconds = milliseconds.floor(by: 1_000), days = seconds.floor(by: 86_400)
        let time = seconds - days * 86_400
        let (year, month, day) = date(days)
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T\(pad(time / 3_600, 2)):\(pad(time / 60 % 60, 2))"
            + ":\(pad(time % 60, 2)).\(pad(milliseconds - seconds * 1_000, 3))Z"
    }

    /// Days since 1970 as a date of the Gregorian calendar, counted in years that begin with March.
    private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.floor(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func pad(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension Int64 {
    fileprivate func floor(by divisor: Int64) -> Int64 { self >= 0 ? self / divisor : (self + 1) / divisor - 1 }
}
