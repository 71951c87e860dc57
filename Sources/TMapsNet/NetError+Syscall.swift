import Glibc

extension NetError {
    /// socket, bind and listen. See: man 2 bind, man 2 listen
    static func listen(_ errno: Int32, host: String, port: UInt16) -> NetError {
        let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        let reason = String(cString: strerror(errno))
        let code: Code =
            switch errno {
            case EADDRINUSE: .addressInUse
            case EADDRNOTAVAIL: .addressNotAvailable
            case EACCES, EPERM: .permissionDenied
            case EMFILE, ENFILE: .tooManyDescriptors
            case EINVAL, EAFNOSUPPORT: .invalidAddress
            default: .system
            }
        return NetError(code, "cannot listen on \(place): \(reason)")
    }

    /// See: man 3 pthread_create
    static func thread(_ errno: Int32) -> NetError {
        NetError(.cannotStart, "cannot start the event loop's thread: \(String(cString: strerror(errno)))")
    }
}
