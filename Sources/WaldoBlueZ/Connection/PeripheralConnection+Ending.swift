import WaldoBus
import WaldoCore
import WaldoLoop
import WaldoTime

/// The failsafe frames, the loss and the close.
extension PeripheralConnection {
    /// Sets the failsafe frames: the zero frames that stop the arm when the loop hangs, the process ends or the link is
    /// lost.
    func set(_ failsafe: FailsafeFrames) {
        guard lossReason == nil else { return }
        slot.set { add in
            for index in 0..<failsafe.count {
                let frame = failsafe[index], destination = Int(frame.destination)
                switch carrier {
                case .sockets(let first, _):
                    let number = destination == 0 ? first.number : others[destination - 1].number
                    frame.withBytes { add($0, number) }
                case .calls(let paths, let type, let spare):
                    session.marshalledWrite(paths[destination], frame, type).withUnsafeBytes {
                        add($0, spare.descriptor)
                    }
                }
            }
        }
    }

    /// Sets how often each of the failsafe frames is still to be sent. Ignored after a loss, when the slot keeps its
    /// own count.
    func setPending(_ zeros: ZeroCounts) { if lossReason == nil { slot.setPending(zeros.rawValue) } }

    /// Takes note that the failsafe frames were sent, after which motion may pass again.
    /// - Returns: how often each frame was sent, all 0 for a carrier of calls; nil if none was sent.
    func acknowledgeFailsafe() -> ZeroCounts? {
        guard slot.isClaimed else { return nil }
        let sent = ZeroCounts(rawValue: slot.endClaim())
        // Whether BlueZ has taken a call without a reply is not known.
        return carrier.isCalls ? ZeroCounts() : sent
    }

    // MARK: closing

    /// Ends writing, and sends the failsafe frames if they are pending: the socket may still be open.
    func lose(_ reason: String, isSeen: Bool = false) {
        guard lossReason == nil else { return }
        lossReason = reason
        if slot.isPending { slot.send() }
        flow?.close()
        retryTimer?.disarm()
        inFlight = 0
        delegate?.connectionIsLost(reason, isSeen: isSeen)
    }

    /// Closes the connection once the failsafe frames have been taken, or after `FailsafeSlot.drainTime`: bluetoothd
    /// may discard unread records when the socket hangs up.
    func drain() async {
        let begin = Monotonic.now(), end = begin + FailsafeSlot.drainTime
        var sent = 1
        while !isClosed, isHeard, Monotonic.now() < end {
            if slot.isPending, Monotonic.now() >= begin + pacing.interval * sent {
                slot.send()
                sent += 1
            }
            guard slot.isPending || queue > 0 else { break }
            try? await Loop.sleep(for: .milliseconds(2))
        }
        finish()
    }

    /// Closes the connection at once, also during `drain`. Sends what is pending, and blocks until it has been taken;
    /// each of its waits ends after `FailsafeSlot.drainTime`.
    func close() {
        guard !isClosed else { return }
        FailsafeSlot.sendAll()
        if lossReason != nil { slot.awaitDrained() }
        finish()
    }

    private func finish() {
        guard !isClosed else { return }
        isClosed = true
        lossReason = lossReason ?? "it was closed"
        slot.close()
        flow?.close()
        flow = nil
        retryTimer?.cancel()
        switch carrier {
        case .sockets(let socket, _): for socket in [socket] + others { socket.close() }
        case .calls(_, _, let spare): spare.close()
        }
    }

    /// Whether the other end is still connected.
    private var isHeard: Bool {
        switch carrier {
        case .sockets(let socket, _): socket.isConnected || others.contains(where: \.isConnected)
        case .calls(_, _, let spare): spare.isOpen
        }
    }

    private var queue: Int {
        switch carrier {
        case .sockets: unsentBytes
        case .calls(_, _, let spare): spare.unreadBytes
        }
    }
}
