import Glibc
import TMapsRelay

extension StoreError {
    /// The system's text for an error number (strerror(3)).
    static func describe(errno number: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, strerror_r(number, start, buffer.count) == 0 else {
                return "error \(number)"
            }
            return String(cString: start)
        }
    }
}
