internal import Glibc

/// What the system says of this process (proc(5), clock_gettime(2)).
struct ProcessFigures {
    /// Bytes.
    private(set) var resident = 0
    private(set) var virtual = 0
    let openDescriptors: Int
    let maxDescriptors: Int
    /// User and system together.
    let cpuSeconds: Double

    /// Seconds since 1970. Taken once: a clock that is set later must not move it.
    static let startTime = Self.findStartTime()

    init() {
        let pages = Self.words(of: "/proc/self/statm").compactMap { Int($0) }
        let pageSize = sysconf(Int32(_SC_PAGESIZE))
        if pages.count > 1 { (virtual, resident) = (pages[0] * pageSize, pages[1] * pageSize) }
        openDescriptors = Self.countDescriptors()
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        maxDescriptors = Int(clamping: limit.rlim_cur)
        cpuSeconds = Self.seconds(CLOCK_PROCESS_CPUTIME_ID)
    }

    private static func findStartTime() -> Double {
        // Behind the program's name, which stands in parentheses and may hold anything.
        let fields = words(of: "/proc/self/stat", behind: ")")
        let ticks = fields.count > 19 ? Double(fields[19]) ?? 0 : 0
        return seconds(CLOCK_REALTIME) - seconds(CLOCK_BOOTTIME) + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func countDescriptors() -> Int {
        var status = stat()
        // Since Linux 6.2 the folder's size is how many there are; before it is 0 and they must be listed.
        if stat("/proc/self/fd", &status) == 0, status.st_size > 0 { return Int(status.st_size) }
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return max(0, count - 3)  // ".", ".." and the one that reads
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    private static func words(of path: String, behind mark: Character? = nil) -> [Substring] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return [] }
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        let start = mark.flatMap { text.lastIndex(of: $0) }.map { text.index(after: $0) } ?? text.startIndex
        return text[start...].split(whereSeparator: { $0 == " " || $0 == "\n" })
    }
}
