package import WaldoCore
package import WaldoFiles
package import WaldoLoop
package import WaldoSimulator
package import WaldoTime

/// Measures a link to a board with the echo sketch.
@LoopActor
package final class ShieldRun {
    /// How long it waits at most until it looks again: what an answer changes is noticed by then. Answers bear the time
    /// of their arrival.
    private static let turn: TimeSpan = .milliseconds(1)

    private let arm: Arm
    private let way: ShieldWay
    private let contact: ShieldContact
    private var trial: ShieldTrial
    private var surroundings: ShieldSurroundings

    /// - Parameters:
    ///   - arm: whose frames the board answers.
    ///   - length: how long the phases take together, about.
    /// - Throws: `Failure` for an arm with other frames than those of the plain binary arm.
    package init(_ arm: Arm, by way: ShieldWay, length: TimeSpan) throws(Failure) {
        guard let frames = EchoFrames(arm) else {
            throw Failure(
                .usage,
                "the echo sketch does not know the frames of the arm “\(arm.name)”: choose --arm nordic-uart or hm10")
        }
        (self.arm, self.way) = (arm, way)
        contact = ShieldContact(way, arm)
        trial = ShieldTrial(frames, interval: arm.pacing.interval, length: length, pause: way.pause)
        surroundings = ShieldSurroundings(arm, way)
    }

    /// What was measured so far, for a report.
    package var text: ShieldText {
        var surroundings = surroundings
        surroundings.facts = contact.facts
        return ShieldText(trial.report, surroundings)
    }

    /// What was measured so far.
    package var report: ShieldReport { trial.report }

    /// Measures.
    /// - Throws: `Failure` when the link fails for good, or when the board does not answer as the echo sketch does.
    package func measure() async throws {
        surroundings.bluetooth = await way.bluetooth()
        contact.onEvent = { [weak self] in self?.happened($0, at: $1) }
        var progress = Progress("Measuring the link")
        defer {
            contact.close()
            progress.clear()
        }
        while true {
            if let failure = contact.failure { throw failure }
            let now = Monotonic.now()
            progress.showStep(trial.progress(at: now))
            switch trial.next(at: now) {
            case .open: contact.open()
            case .close: contact.close()
            case .write(let frame):
                if contact.write(frame) { trial.wrote(at: now) } else { try await Loop.sleep(for: Self.turn) }
            case .wait(let until): try await Loop.sleep(for: min(until - now, Self.turn))
            case .end:
                if let failure = trial.report.ending.failure { throw failure }
                return
            }
        }
    }

    private func happened(_ event: ShieldContact.Event, at time: Instant) {
        switch event {
        case .up: trial.linkIsUp(at: time)
        case .lost: trial.linkIsLost(at: time)
        case .received(let bytes): trial.receive(bytes, at: time)
        }
    }
}

extension ShieldReport.Ending {
    /// Why the board could not be measured to the end; nil: it could, or the operator has ended it.
    fileprivate var failure: Failure? {
        switch self {
        case .whole, .incomplete: nil
        case .noEcho:
            Failure(
                .link,
                "the board does not answer as the echo sketch does, so it was sent zero frames alone: flash "
                    + "Sources/Firmware/Echo, or EchoESP32, at the rate of the arm's serial line")
        case .silent:
            Failure(.link, "the board answers no more: bring it nearer or restart it, and measure again")
        }
    }
}
