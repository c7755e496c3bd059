import Glibc
import WaldoCore
import WaldoLoop
import WaldoTime

/// The link of a `SerialConnection`.
@LoopActor
protocol SerialConnectionDelegate: AnyObject {
    /// After `.refused`: it takes the next frame.
    func connectionIsReady()
    /// Whether what is written leaves has changed, or after `.writtenLast`: motion may be sent again.
    func connection(hasBecome flow: LinkFlow)
    /// The board has sent bytes.
    func connection(received bytes: [UInt8])
    /// The port is gone, for this reason.
    /// - Parameter isSeen: the outcome of a write already reports it.
    func connectionIsLost(_ reason: String, isSeen: Bool)
}

/// An open port to one arm: the frames, what bounds them, and the failsafe frames. Created on opening, discarded on
/// loss.
@LoopActor
final class SerialConnection {
    /// The longest read of one turn.
    private static let longestRead = 4096

    private let port: SerialPort
    private let slot: FailsafeSlot
    private weak var delegate: (any SerialConnectionDelegate)?
    private var watch: FileWatch?
    private var timer: LoopTimer?
    @exclusivity(unchecked) private var window: SerialWindow
    /// The last frame was refused; `connectionIsReady` must follow.
    @exclusivity(unchecked) private var isRefused = false
    /// The port was full: it is watched until it has room.
    private var isFull = false
    /// What the delegate knows of what may be sent.
    private var reported = LinkFlow.flowing
    /// Whether the port is gone.
    private(set) var isLost = false
    private var isClosed = false

    /// - Throws: `SystemFailure`, where the port cannot be watched.
    init(
        _ port: consuming SerialPort, baud: Int, pacing: Pacing, delegate: any SerialConnectionDelegate
    ) throws(SystemFailure) {
        let number = port.descriptor.number
        self.port = port
        self.delegate = delegate
        window = SerialWindow(baud: baud)
        slot = FailsafeSlot(number, interval: pacing.interval, .stream)
        do throws(SystemFailure) {
            watch = try FileWatch(number, for: .readable, priority: .link, of: self) { $0.changed($1) }
        } catch {
            slot.close()
            throw error
        }
        timer = LoopTimer(of: self) { $0.poll(at: $1) }
    }

    /// The path of the port.
    var path: String { port.path }

    // MARK: writing

    /// Writes a frame. Motion is taken only while little waits in the port; a zero frame whenever the port takes it.
    func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts, at now: Instant) -> WriteOutcome {
        guard !isLost else { return .gone }
        // Once the failsafe frames were sent, the drive must take note of them first. Only a zero frame with nothing
        // pending after it may pass.
        let isBarred = !isZero || !pending.isEmpty
        guard isZero || window.takesMotion(at: now), !isBarred || slot.enter(pending: pending.rawValue) else {
            return refuse(at: now)
        }
        defer { if isBarred { slot.leave() } }
        switch frame.withBytes({ slot.write($0) }) {
        case .accepted:
            window.wrote(frame.count, at: now)
            isRefused = false
            let isLast = !window.takesMotion(at: now)
            if isLast, reported == .flowing { reported = .full }
            follow(at: now)
            return isLast ? .writtenLast : .written
        case .full:
            window.wasFull(at: now)
            return refuse(at: now)
        case .failed(let code):
            lose(String(cString: strerror(code)), isSeen: true)
            return .gone
        }
    }

    private func refuse(at now: Instant) -> WriteOutcome {
        isRefused = true
        follow(at: now)
        return .refused
    }

    /// Watches the port for room, and sets the timer to the next moment at which something changes by itself.
    private func follow(at now: Instant) {
        let isFull = !window.isTaking
        if isFull != self.isFull {
            self.isFull = isFull
            watch?.wait(for: isFull ? [.readable, .writable] : .readable)
        }
        let isHeld = isRefused || reported != .flowing
        let motion = isHeld && !isFull ? window.motionFrom(after: now) ?? now : nil
        let check = reported == .stalled || hasLeft(at: now) ? nil : window.stalledFrom
        if let next = Instant.earlier(motion, check) { timer?.arm(at: max(now, next)) } else { timer?.disarm() }
    }

    private func poll(at now: Instant) {
        guard !isLost else { return }
        if now >= window.stalledFrom, !hasLeft(at: now) {
            report(.stalled)
        } else if window.takesMotion(at: now) {
            report(.flowing)
            if isRefused { becomeReady() }
        }
        follow(at: now)
    }

    private func report(_ flow: LinkFlow) {
        guard flow != reported else { return }
        reported = flow
        delegate?.connection(hasBecome: flow)
    }

    private func becomeReady() {
        isRefused = false
        delegate?.connectionIsReady()
    }

    private func changed(_ readiness: Readiness) {
        if readiness.contains(.readable) { read() }
        guard !isLost else { return }
        guard !readiness.contains(.hangup), !readiness.contains(.error) else { return lose("it was unplugged") }
        guard readiness.contains(.writable), slot.finishFrame() else { return }
        window.hasRoom()
        // A zero that was refused may go now; motion waits for what is in the port.
        if isRefused { becomeReady() }
        poll(at: Monotonic.now())
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: Self.longestRead)
        let count = Glibc.read(port.descriptor.number, &bytes, bytes.count)
        if count > 0 { return delegate?.connection(received: Array(bytes.prefix(count))) ?? () }
        // Readable without bytes is the end: the other side of a pseudo-terminal is closed, or the device is gone.
        if count == 0 { return lose("it was unplugged") }
        guard errno != EAGAIN, errno != EINTR else { return }
        lose(errno == EIO ? "it was unplugged" : String(cString: strerror(errno)))
    }

    // MARK: the failsafe frames

    func set(_ frames: FailsafeFrames) {
        guard !isLost else { return }
        slot.set { add in for index in 0..<frames.count { frames[index].withBytes { add($0, slot.descriptor) } } }
    }

    func setPending(_ zeros: ZeroCounts) { if !isLost { slot.setPending(zeros.rawValue) } }

    func acknowledgeFailsafe() -> ZeroCounts? {
        slot.isClaimed ? ZeroCounts(rawValue: slot.endClaim()) : nil
    }

    /// Whether all that was written has left, as far as can be known.
    func hasLeft(at now: Instant) -> Bool { !isFull && window.isEmpty(at: now) && port.unsent == 0 }

    // MARK: closing

    private func lose(_ reason: String, isSeen: Bool = false) {
        guard !isLost else { return }
        isLost = true
        if slot.isPending { slot.send() }
        watch?.cancel()
        watch = nil
        timer?.cancel()
        delegate?.connectionIsLost(reason, isSeen: isSeen)
    }

    /// Closes the port. Sends what is pending, and blocks until it has left, for `FailsafeSlot.drainTime` at most each.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        if !isLost { FailsafeSlot.sendAll() }
        isLost = true
        slot.close()
        watch?.cancel()
        watch = nil
        timer?.cancel()
    }
}
