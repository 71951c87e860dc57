/// Why a secrets file cannot be used: the file, the key where one is at fault, the line where it is known for sure.
package struct SecretsError: Error, Equatable, CustomStringConvertible {
    package let path: String
    package var line: Int?
    package var key: String?
    package let reason: String

    package var description: String {
        let place = line.map { "\(path):\($0)" } ?? path
        return key.map { "\(place): \($0) \(reason)" } ?? "\(place): \(reason)"
    }
}
