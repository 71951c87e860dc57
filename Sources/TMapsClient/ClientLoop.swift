internal import Synchronization
internal import TMapsNet

/// The event loop of all clients of the process: made with the first, kept for ever.
///
/// Not one for each client: a loop is a thread and a libwebsockets context, and one serves thousands of connections.
enum ClientLoop {
    private static let loop = Mutex<EventLoop?>(nil)

    static func shared() throws(NetError) -> EventLoop {
        let result = loop.withLock { loop -> Result<EventLoop, NetError> in
            if let loop { return .success(loop) }
            return Result { () throws(NetError) in
                let made = try make()
                loop = made
                return made
            }
        }
        return try result.get()
    }

    private static func make() throws(NetError) -> EventLoop {
        var configuration = EventLoop.Configuration()
        configuration.threadName = "tmaps-client"
        configuration.allowsSecureTargets = true
        configuration.subprotocols = [ClientDriver.Destination.subprotocol]
        // What a server sends is limited by the server (`limits.max_message` of its hello), not here a second time.
        configuration.maxMessage = 1 << 30
        let loop = try EventLoop(configuration: configuration)
        try loop.start()
        return loop
    }
}
