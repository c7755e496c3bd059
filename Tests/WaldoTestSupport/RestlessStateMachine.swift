public import WaldoCore
import WaldoTime

/// A state machine driven without pause, for counting and measuring: one input report per millisecond, each with a new
/// trigger and stick position, and nothing that depends on a clock or on chance.
public struct RestlessStateMachine {
    /// The state machine, its gates open.
    public private(set) var stateMachine: DriveStateMachine
    private var now: Instant = 1_000_000
    private var turns: Int32 = 0

    /// Creates a state machine for an arm that accepts commands as fast as they come.
    public init(_ arm: Arm) {
        var arm = arm
        arm.pacing.interval = .microseconds(1)
        for channel in arm.channels { arm.profiles[channel].busy = nil }
        stateMachine = DriveStateMachine(arm: arm, mapping: .pad())
        _ = stateMachine.step(.link(.up(takenOver: false)), at: now)
        _ = stateMachine.step(.inputAdded(.padAtRest), at: now)
        for _ in 0..<300 {
            now += .milliseconds(1)
            _ = stateMachine.step(.deadline, at: now)
        }
        precondition(stateMachine.gateState(.slider) == .open && stateMachine.gateState(.joystick) == .open)
    }

    /// Feeds one report of three events, then everything that is due at once.
    /// - Returns: the number of commands sent.
    public mutating func turn() -> Int {
        turns &+= 1
        now += .milliseconds(1)
        let wave = turns % 400
        let events: (InputEvent, InputEvent, InputEvent) = (
            .axis(Code.rz, turns / 100 % 2 == 0 ? wave % 256 : 0), .axis(Code.rx, (wave - 200) * 160),
            .report(more: false)
        )
        _ = stateMachine.step(.input(events.0), at: now)
        _ = stateMachine.step(.input(events.1), at: now)
        var commands = 0
        var step = stateMachine.step(.input(events.2), at: now)
        while true {
            var next = step.deadline
            if step.command != nil {
                commands += 1
                next = stateMachine.conclude(.written)
            }
            now += .microseconds(1)
            guard let deadline = next, deadline <= now else { return commands }
            step = stateMachine.step(.deadline, at: now)
        }
    }
}
