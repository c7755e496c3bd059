import WaldoBlueZ
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSimulator
import WaldoTime

/// Shows a simulated arm as lines of text: what happens, and twice a second where it stands while it moves.
@LoopActor
final class SimulateText: SimulateScreen {
    let interval: TimeSpan = .milliseconds(500)
    private let start: Instant
    private let plan: SimulatePlan
    private var stood = ""

    /// What was reported as missing; nil: nothing is.
    private var waitsFor: String?

    init(_ plan: SimulatePlan, start: Instant) {
        self.plan = plan
        self.start = start
    }

    func state(_ state: PeripheralServerState) {
        switch state {
        case .waiting(let what):
            if what != waitsFor { line("waiting: \(what)") }
            waitsFor = what
            return
        case .advertising(let adapter, let address):
            let name = SafeText.escaped(plan.name), arm = SafeText.escaped(plan.arm.name)
            line("SIMULATED: “\(arm)” advertises as “\(name)” on \(adapter) (\(address)); Ctrl-C ends it")
        case .lost(let reason): line("lost: \(reason)")
        }
        waitsFor = nil
    }

    func client(_ client: Peripheral, isConnected: Bool) {
        line("\(client) \(isConnected ? "has connected" : "is gone")")
    }

    func listening(_ characteristic: BluetoothUUID, _ isListened: Bool) {
        line("\(characteristic) \(isListened ? "is listened to" : "is not listened to any more")")
    }

    func written(_ frame: Frame, to characteristic: BluetoothUUID, by client: Peripheral?, at time: Instant) {}

    func acted(_ act: SimulatedAct) {
        switch act.kind {
        case .set, .halt: break
        case .watchdog(let channel):
            line("the watchdog has stopped \(SafeText.escaped(plan.arm.profiles[channel].name))")
        case .silence(let action): line("the board has heard nothing for too long: it \(action.text)")
        }
    }

    func notified(_ frame: Frame, at time: Instant, isHeard: Bool) {}

    func stands(_ stand: SimulatedStand, _ account: SimulationAccount, at time: Instant) {
        var parts = stand.channels.map { channel in
            "\(SafeText.escaped(channel.name)) \(Self.text(channel.number))" + (channel.unit.map { " \($0)" } ?? "")
        }
        if let hand = stand.hand {
            parts.append(
                "hand \(Self.text(hand.x * 1_000)), \(Self.text(hand.y * 1_000)), \(Self.text(hand.z * 1_000)) mm")
        }
        let lost = account.lostBytes + account.skippedBytes
        parts.append(SurveyNumber.count(account.frames, "frame"))
        if lost > 0 { parts.append("\(SurveyNumber.count(lost, "byte")) lost") }
        let text = parts.joined(separator: "   ")
        if text != stood { line(text) }
        stood = text
    }

    func note(_ text: String) { line(text) }

    func account(_ account: SimulationAccount, notified: Int, heard: Int) {
        let lost = account.lostBytes + account.skippedBytes
        var parts = [
            "\(SurveyNumber.count(account.writes, "write")) of \(SurveyNumber.count(account.bytes, "byte"))",
            "\(SurveyNumber.count(account.frames, "frame")) acted on", "\(SurveyNumber.count(lost, "byte")) lost",
        ]
        if account.lostFrames > 0 {
            parts.append("\(SurveyNumber.count(account.lostFrames, "frame")) missing by number")
        }
        if account.watchdogStops > 0 {
            parts.append(SurveyNumber.count(account.watchdogStops, "stop") + " by the watchdog")
        }
        if account.silences > 0 {
            parts.append(SurveyNumber.count(account.silences, "silence") + " on which the board acted")
        }
        if plan.sensor != nil {
            parts.append("\(SurveyNumber.count(notified, "message")) of the sensor, \(heard) listened to")
        }
        line(parts.joined(separator: ", "))
    }

    /// A number with one decimal.
    private static func text(_ number: Double) -> String {
        DecimalText.text(Int64((number * 10).rounded()), decimals: 1)
    }

    private func line(_ text: String) {
        StandardStreams.writeOutput("\(ClockText.text(Monotonic.now() - start))  \(text)")
    }
}
