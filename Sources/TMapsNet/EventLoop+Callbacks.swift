import CWebSockets
import Glibc

/// What C holds of a WebSocket, from the accepted handshake (or `connect`) until `closed`.
final class SocketBox {
    let handler: any WebSocketHandler
    let isOutgoing: Bool
    var isOpen = false

    init(handler: any WebSocketHandler, isOutgoing: Bool) {
        self.handler = handler
        self.isOutgoing = isOutgoing
    }
}

// The border to C: every closure finds its object and makes one call. No error crosses it.
extension EventLoop {
    static func makeHandle(_ configuration: Configuration) throws(NetError) -> OpaquePointer {
        var handlers = makeHandlers()
        var c = cws_config()
        c.receive_buffer = UInt32(configuration.receiveBuffer)
        c.max_message = UInt32(configuration.maxMessage)
        c.max_header_bytes = UInt32(min(configuration.maxHeaderBytes, 65_535))
        c.max_descriptors = UInt32(configuration.maxDescriptors ?? 0)
        c.handshake_timeout_ms = UInt32(configuration.handshakeTimeout.milliseconds)
        c.keep_alive_timeout_ms = UInt32(configuration.keepAliveTimeout.milliseconds)
        c.ping_after_ms = UInt32(configuration.pingAfter.milliseconds)
        c.hang_up_after_ms = UInt32(configuration.hangUpAfter.milliseconds)
        c.close_deadline_ms = UInt32(configuration.closeDeadline.milliseconds)
        let names = configuration.subprotocols.map { strdup($0) }
        let certificate = configuration.tls.flatMap { strdup($0.certificate) }
        let key = configuration.tls.flatMap { strdup($0.key) }
        defer {
            names.forEach { free($0) }
            free(certificate)
            free(key)
        }
        c.tls_targets = configuration.allowsSecureTargets
        c.tls_certificate = UnsafePointer(certificate)
        c.tls_key = UnsafePointer(key)
        var error = [CChar](repeating: 0, count: 256)
        let handle = (names.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { names in
            c.subprotocols = names.baseAddress
            return cws_loop_create(&c, &handlers, &error, error.count)
        }
        if let handle { return handle }
        throw .cannotStart(error)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> EventLoop {
        // Never nil: set right after the loop was made.
        Unmanaged<EventLoop>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    private static func makeHandlers() -> cws_handlers {
        var on = cws_handlers()
        on.http_request = { context, id, request in EventLoop.from(context).requestCame(id, request.unsafelyUnwrapped) }
        on.http_body = { context, id, bytes, count in
            EventLoop.from(context).bodyCame(id, UnsafeRawBufferPointer(start: bytes, count: count))
        }
        on.http_body_end = { context, id in EventLoop.from(context).bodyEnded(id) }
        on.upgrade = { context, id, request, decision in
            EventLoop.from(context).upgrade(id, request.unsafelyUnwrapped, decision.unsafelyUnwrapped)
        }
        on.opened = { context, user, id, subprotocol in
            let box = Unmanaged<SocketBox>.fromOpaque(user.unsafelyUnwrapped).takeUnretainedValue()
            box.isOpen = true
            box.handler.opened(
                WebSocket(loop: EventLoop.from(context), id: id, subprotocol: subprotocol.map { String(cString: $0) }))
        }
        on.message = { user, bytes, count in
            Unmanaged<SocketBox>.fromOpaque(user.unsafelyUnwrapped).takeUnretainedValue()
                .handler.received(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        on.closed = { context, user, id, code, reason, count, status in
            let text = String(decoding: UnsafeRawBufferPointer(start: reason, count: count), as: UTF8.self)
            EventLoop.from(context).closed(id, user, code: code, reason: text, status: Int(status))
        }
        on.drained = { context, user, id in
            guard let user else { return EventLoop.from(context).streams[id]?.onDrain?() ?? () }
            Unmanaged<SocketBox>.fromOpaque(user).takeUnretainedValue().handler.drained()
        }
        on.wake = { EventLoop.from($0).runJobs() }
        on.timer = { EventLoop.from($0).runTimers() }
        on.turn = { EventLoop.from($0).delegate?.turnEnded() }
        on.log = { context, _, line, count in
            guard let context else { return }
            EventLoop.from(context).delegate?.logged(
                String(decoding: UnsafeRawBufferPointer(start: line, count: count), as: UTF8.self))
        }
        on.release = { Unmanaged<AnyObject>.fromOpaque($0.unsafelyUnwrapped).release() }
        return on
    }

    private func upgrade(
        _ id: UInt64, _ c: UnsafePointer<cws_request>, _ decision: UnsafeMutablePointer<cws_upgrade>
    ) {
        let chosen = c.pointee.subprotocol.map { String(cString: $0) }
        switch delegate?.upgrade(request(id, c)) ?? .refuse(.text(404, "No WebSocket is served here.\n")) {
        case .accept(let handler, let subprotocol) where subprotocol == nil || subprotocol == chosen:
            decision.pointee.accept = true
            decision.pointee.user =
                Unmanaged.passRetained(SocketBox(handler: handler, isOutgoing: false)).toOpaque()
        case .accept:
            send(
                .text(500, "A subprotocol was chosen that was not the first known one.\n"), to: id, isHead: false,
                keepAlive: false)
        case .refuse(let response):
            send(response, to: id, isHead: false, keepAlive: false)
        }
    }

    private func closed(_ id: UInt64, _ user: UnsafeMutableRawPointer?, code: UInt16, reason: String, status: Int) {
        guard let user else {
            bodies[id] = nil
            streams.removeValue(forKey: id)?.onClose?()
            return
        }
        let box = Unmanaged<SocketBox>.fromOpaque(user).takeRetainedValue()
        if box.isOpen || !box.isOutgoing { return box.handler.closed(code: code, reason: reason) }
        box.handler.failed(
            status == 0
                ? NetError(.cannotConnect, reason)
                : NetError(.refused, reason, status: status))
    }
}
