import Glibc
import WaldoLoop
import WaldoTime

/// Reads a request, and then the messages of a client.
extension WebConnection {
    /// Reads what has arrived already.
    func poll() { ready(.readable) }

    func ready(_ readiness: Readiness) {
        let isEnding = !readiness.isDisjoint(with: [.hangup, .error])
        if isEnding || readiness.contains(.readable) {
            // Everything sent before the end must be read: it may contain a stop.
            while read(), isEnding {}
        }
        if isEnding { return close() }
        if isOpen, readiness.contains(.writable) { flush() }
    }

    /// Reads once and handles the bytes.
    /// - Returns: whether there was anything to read.
    private func read() -> Bool {
        guard isOpen else { return false }
        var bytes = [UInt8](repeating: 0, count: isLeaving ? WebLimits.leaveBytes / 16 : HTTPRequest.longest)
        let count = Glibc.read(socket.number, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return false }
        if isLeaving { leftToRead -= count }
        guard count > 0, leftToRead > 0 else {
            close()
            return false
        }
        let now = Monotonic.now()
        if inbox != nil {
            receive(bytes[..<count], now)
        } else if !isLeaving, !isDue {
            input += bytes[..<count]
            readRequest(now)
        }
        return true
    }

    private func readRequest(_ now: Instant) {
        switch HTTPRequest.read(input) {
        case .incomplete: break
        case .refused(let status): send(HTTPAnswer.bytes(status), thenClose: true)
        case .whole(let request, let length):
            let rest = input[length...]
            input = []
            connections?.server?.answer(self, request)
            if inbox != nil { receive(rest, now) }
        }
    }

    private func receive(_ piece: ArraySlice<UInt8>, _ now: Instant) {
        var items: [WebItem<Inbox.Message>] = []
        inbox?.receive(piece, at: now) { items.append($0) }
        for item in items {
            if !isLeaving { deadline = now + WebLimits.lifeTime }
            switch item {
            case .message(let message):
                if Inbox.isAct(message) { acted = now }
                connections?.server?.received(self, message)
            case .ping(let payload): send(WebSocketFrame.bytes(.pong, payload))
            case .life: break
            case .refused(let reason): refuse(reason)
            }
        }
    }
}
