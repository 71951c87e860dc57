internal import Glibc

/// A moment of the wall clock.
package struct Timestamp {
    /// Milliseconds since 1970.
    package let milliseconds: Int64

    package static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// RFC 3339 in UTC with milliseconds.
    package var iso8601: String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let date = "\(parts.tm_year + 1900)-\(pad(parts.tm_mon + 1, 2))-\(pad(parts.tm_mday, 2))"
        return "\(date)T\(timeOfDay(parts))Z"
    }

    /// `12:04:59.120`, for a person's eye.
    package var localTimeOfDay: String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return timeOfDay(parts)
    }

    private func timeOfDay(_ parts: tm) -> String {
        let fraction = Int32(milliseconds % 1_000)
        return "\(pad(parts.tm_hour, 2)):\(pad(parts.tm_min, 2)):\(pad(parts.tm_sec, 2)).\(pad(fraction, 3))"
    }

    private func pad(_ value: Int32, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
