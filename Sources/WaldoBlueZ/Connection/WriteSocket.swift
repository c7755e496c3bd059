internal import Glibc
internal import WaldoCore
internal import WaldoLoop

/// The packet socket of AcquireWrite: one record is one Write Command. It has no queue of its own.
@LoopActor
final class WriteSocket {
    /// bluetoothd has taken something, while that is watched.
    var taken: @LoopActor () -> Void = {}
    /// The link behind it is gone.
    var lost: @LoopActor () -> Void = {}

    private let descriptor: OwnedDescriptor
    private var watch: FileWatch?

    init(_ descriptor: consuming OwnedDescriptor) throws(SystemFailure) {
        self.descriptor = descriptor
        watch = try FileWatch(self.descriptor.number, for: [.hangup, .error], priority: .link) { [unowned self] in
            changed($0)
        }
    }

    /// The descriptor, which is closed when the value goes away.
    var number: CInt { descriptor.number }

    /// Whether the other end is there.
    var isConnected: Bool { watch != nil }

    /// Hands a frame to the kernel, which takes it whole or not at all.
    func write(_ frame: Frame) -> WriteOutcome {
        guard watch != nil else { return .gone }
        let flags = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
        let count = frame.withBytes { send(descriptor.number, $0.baseAddress, $0.count, flags) }
        if count >= 0 { return .written }
        guard errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS else { return .gone }
        watchQueue()
        return .refused
    }

    /// Has `taken` told soon, and then whenever bluetoothd takes a record, until it has taken all. Of a full socket
    /// only then.
    func watchQueue() { watch?.wait(for: [.hangup, .error, .writable, .edge]) }

    /// What bluetoothd has not taken yet, in bytes of the kernel's memory.
    var unsentBytes: Int { watch == nil ? 0 : descriptor.unsentBytes }

    /// Ends the watch; the descriptor is closed when the value goes away.
    func close() {
        watch?.cancel()
        watch = nil
    }

    private func changed(_ now: Readiness) {
        if now.contains(.hangup) || now.contains(.error) {
            close()
            lost()
        } else if now.contains(.writable) {
            if unsentBytes == 0 { watch?.wait(for: [.hangup, .error]) }
            taken()
        }
    }
}
