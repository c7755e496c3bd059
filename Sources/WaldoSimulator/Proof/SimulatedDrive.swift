public import WaldoCore
public import WaldoTime

/// A drive's state machine and its unreliable link, on a clock that is moved by hand: what a program does between the
/// two.
public struct SimulatedDrive {
    /// The state machine.
    public private(set) var stateMachine: DriveStateMachine
    /// What carries its frames.
    public var link: UnreliableLink
    /// When the state machine has to be stepped next; nil: at the next event.
    public private(set) var deadline: Instant?
    /// When a loss of the link is noticed, and when a connection takes motion; nil: that is not awaited.
    public var lossNoticed: Instant?, flows: Instant?
    /// Events that the state machine was stepped with, commands that left it, and halts.
    public private(set) var events = 0, commands = 0, halts = 0
    /// Gets each step; nil: nothing does.
    private(set) weak var recorder: (any ProofRecorder)?

    /// A drive at rest, whose link is not connected.
    /// - Parameter recorder: gets each step; not retained.
    public init(_ arm: Arm, _ mapping: Mapping, _ link: UnreliableLink, recorder: (any ProofRecorder)? = nil) {
        stateMachine = DriveStateMachine(arm: arm, mapping: mapping)
        self.link = link
        self.recorder = recorder
    }

    // MARK: the state machine

    /// Steps the state machine, and writes what it sends.
    public mutating func handle(_ event: DriveEvent, at now: Instant) {
        recorder?.step(event, at: now, due: event == .deadline ? deadline : nil)
        events += 1
        let step = stateMachine.step(event, at: now)
        deadline = step.deadline
        if step.notices.contains(.halt) { halts += 1 }
        let outcome: WriteOutcome
        if step.sendsBytes {
            let bytes = stateMachine.proposedBytes
            outcome = link.write(bytes, at: now)
            recorder?.sent(bytes, at: now, outcome)
        } else if let command = step.command {
            commands += 1
            outcome = link.write(command.frame, at: now)
            recorder?.sent(command, at: now, outcome, stateMachine)
        } else {
            return
        }
        deadline = stateMachine.conclude(outcome)
        if let event = outcome.linkEvent { handle(.link(event), at: now) }
        if outcome == .gone { lose(at: now) }
    }

    /// Steps the state machine for each deadline that is due.
    public mutating func stepDeadlines(at now: Instant) {
        var turns = 0
        while let deadline, deadline <= now {
            handle(.deadline, at: now)
            turns += 1
            precondition(turns < 1_000, "the state machine asks to be stepped at \(now) for ever")
        }
    }

    // MARK: the link

    /// Hands on what the link reports.
    public mutating func report(at now: Instant) {
        if let due = flows, due <= now, link.isConnected {
            flows = nil
            handle(.link(.flowing), at: now)
        }
        while let event = link.report(by: now) { handle(.link(event), at: now) }
    }

    /// The link's loss is noticed.
    public mutating func lose(at now: Instant) {
        lossNoticed = nil
        guard link.isConnected else { return }
        link.disconnect()
        flows = nil
        handle(.link(.down), at: now)
    }

    // MARK: the end

    /// Sends the failsafe frames that are pending, as a watchdog or a signal handler does.
    /// - Returns: how often each is sent.
    public mutating func sendFailsafe(at now: Instant) -> ZeroCounts {
        let frames = stateMachine.failsafe, pending = stateMachine.pendingZeros
        guard link.isConnected else { return pending }
        for index in 0..<frames.count {
            for _ in 0..<pending[index] { link.send(frames[index], at: now) }
        }
        return pending
    }

    /// The program ends without another step.
    public mutating func die() {
        link.disconnect()
        (lossNoticed, flows, deadline) = (nil, nil, nil)
    }

    /// Another program begins.
    public mutating func begin(_ arm: Arm, _ mapping: Mapping) {
        stateMachine = DriveStateMachine(arm: arm, mapping: mapping)
    }
}
