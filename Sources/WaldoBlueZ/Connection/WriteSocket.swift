import Glibc
import WaldoCore
import WaldoLoop

/// Who writes to a `WriteSocket`.
@LoopActor
protocol WriteSocketDelegate: AnyObject {
    /// bluetoothd has taken a record, while the queue is watched.
    func socketMoved()
    /// A hang-up or an error: the link is lost.
    func socketIsLost()
}

/// The packet socket from AcquireWrite: one record is one Write Command. This type adds no queue of its own.
@LoopActor
final class WriteSocket {
    weak var delegate: (any WriteSocketDelegate)?
    /// What cuts frames into pieces, on this descriptor; nil where each frame fits into one record.
    var pieces: FailsafeSlot?

    private let descriptor: OwnedDescriptor
    private var watch: FileWatch?

    init(_ descriptor: consuming OwnedDescriptor) throws(SystemFailure) {
        self.descriptor = descriptor
        watch = try FileWatch(self.descriptor.number, for: [.hangup, .error], priority: .link, of: self) {
            $0.changed($1)
        }
    }

    /// The descriptor's number; it is closed when this object is released.
    var number: CInt { descriptor.number }

    /// Whether the other end is still connected.
    var isConnected: Bool { watch != nil }

    /// Writes a frame to the socket; the kernel takes all of it or nothing. Of a frame in pieces it may take a part:
    /// the rest goes before anything else.
    func write(_ frame: Frame) -> WriteOutcome {
        guard watch != nil else { return .gone }
        if let pieces { return write(frame, in: pieces) }
        let flags = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
        let count = frame.withBytes { send(descriptor.number, $0.baseAddress, $0.count, flags) }
        if count >= 0 { return .written }
        guard errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS else { return .gone }
        watchQueue()
        return .refused
    }

    private func write(_ frame: Frame, in pieces: FailsafeSlot) -> WriteOutcome {
        switch frame.withBytes({ pieces.write($0) }) {
        case .accepted:
            if !pieces.finishFrame() { watchQueue() }
            return .written
        case .full:
            watchQueue()
            return .refused
        case .failed: return .gone
        }
    }

    /// Watches the queue: `socketMoved` is called soon, and then each time bluetoothd takes a record, until the queue
    /// is empty. With a full socket there is no first call.
    func watchQueue() { watch?.wait(for: [.hangup, .error, .writable, .edge]) }

    /// What bluetoothd has not taken yet, in bytes of kernel memory; at least 1 while a frame is cut. Sends the rest of
    /// a cut frame first, as far as the socket takes it.
    var unsentBytes: Int {
        guard watch != nil else { return 0 }
        let isCut = pieces?.finishFrame() == false
        return max(descriptor.unsentBytes, isCut ? 1 : 0)
    }

    /// Ends the watch; the descriptor is closed when this object is released.
    func close() {
        watch?.cancel()
        watch = nil
        pieces = nil
    }

    private func changed(_ now: Readiness) {
        if now.contains(.hangup) || now.contains(.error) {
            close()
            delegate?.socketIsLost()
        } else if now.contains(.writable) {
            if unsentBytes == 0 { watch?.wait(for: [.hangup, .error]) }
            delegate?.socketMoved()
        }
    }
}
