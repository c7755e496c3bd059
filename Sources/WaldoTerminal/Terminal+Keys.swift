import Glibc
import WaldoCore
import WaldoLoop
import WaldoTime

/// Reads keys, and passes them on.
extension Terminal {
    func serve(_ readiness: Readiness) {
        guard mode.isOn else {
            // The terminal is restored: typed input belongs to the shell.
            watch?.wait(for: [])
            return
        }
        if readiness.contains(.writable) { flush() }
        if !readiness.isDisjoint(with: [.readable, .hangup, .error]) { readKeys() }
    }

    private func readKeys() {
        let count = input.withUnsafeMutableBytes { read(mode.descriptor, $0.baseAddress, $0.count) }
        let failure = errno
        if count == 0 { return lose(.hungUp(path: mode.path)) }
        if count < 0 {
            if failure == EAGAIN || failure == EINTR { return }
            return lose(failure == EIO ? .hungUp(path: mode.path) : .unreadable(path: mode.path, code: failure))
        }
        let now = Monotonic.now()
        for index in 0..<count {
            let before = decoder.presses
            decoder.feed(input[index], at: now) { decoded.append($0) }
            for _ in before..<decoder.presses { guarding.pressed(at: now) }
        }
        report(at: now)
    }

    func advance(_ now: Instant) {
        decoder.advance(to: now) { decoded.append($0) }
        report(at: now)
    }

    func report(at time: Instant) {
        var index = 0
        while index < decoded.count, watch != nil {
            report(decoded[index], at: time)
            index += 1
        }
        decoded.removeAll(keepingCapacity: true)
        guarding.advance(to: time) { key($0, $1, at: time) }
        timer?.arm(at: Instant.earlier(decoder.deadline, guarding.deadline))
    }

    /// Drops the presses that wait to be known as fingers': after a stop, from wherever it came.
    public func forgetTyped() { guarding.forget() }

    func key(_ code: UInt16, _ down: Bool, at time: Instant) {
        delegate?.terminalKey(.key(code, down: down), at: time)
        delegate?.terminalKey(.report(more: false), at: time)
    }

    func report(_ output: KeyDecoder.Output, at time: Instant) {
        switch output {
        case .key(let code, let down) where stopKeys.contains(code):
            if down { forgetTyped() }
            key(code, down, at: time)
        case .key(let code, let down): guarding.receive(code, down: down, at: time) { key($0, $1, at: time) }
        case .signal(.interrupt): mode.signalForeground(SIGINT)
        case .signal(.suspend): mode.signalForeground(SIGTSTP)
        case .signal(.quit): mode.signalForeground(SIGQUIT)
        case .kittyFlags:
            if hasSwitchedOn {
                releases = decoder.reportsReleases ? .reported : .guessed
            } else {
                hasSwitchedOn = true
                switchOn(Self.switchOn, undo: Self.switchOff)
            }
        case .deviceAttributes: if !hasSwitchedOn { releases = .guessed }
        }
    }
}
