import WaldoBlueZ
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSimulator
import WaldoTime

/// Writes a simulated arm as JSON Lines: `peripheral`, `connected`, `gone`, `listening`, `write`, `act`, `stands`,
/// `notify`, `note`, and `account` at the end.
@LoopActor
final class SimulateLines: SimulateScreen {
    let interval: TimeSpan = .milliseconds(100)
    private let writer: LineWriter
    private let start: Instant
    private let arm: Arm
    /// The numbers that frames have set: those that only repeat them are in no line.
    private var numbers: [Channel: Int32] = [:]

    init(_ writer: LineWriter, start: Instant, _ arm: Arm) {
        self.writer = writer
        self.start = start
        self.arm = arm
    }

    func state(_ state: PeripheralServerState) {
        begin("peripheral", at: Monotonic.now())
        switch state {
        case .waiting(let what):
            writer.field("state", word: "waiting")
            writer.field("detail", quoted: what)
        case .advertising(let adapter, let address):
            writer.field("state", word: "advertising")
            writer.field("adapter", quoted: adapter)
            writer.field("address", quoted: address)
        case .lost(let reason):
            writer.field("state", word: "lost")
            writer.field("detail", quoted: reason)
        }
        writer.endObject()
    }

    func client(_ client: Peripheral, isConnected: Bool) {
        begin(isConnected ? "connected" : "gone", at: Monotonic.now())
        show(client)
        writer.endObject()
    }

    func listening(_ characteristic: BluetoothUUID, _ isListened: Bool) {
        begin("listening", at: Monotonic.now())
        writer.field("characteristic", uuid: characteristic)
        writer.field("listened", flag: isListened)
        writer.endObject()
    }

    func written(_ frame: Frame, to characteristic: BluetoothUUID, by client: Peripheral?, at time: Instant) {
        begin("write", at: time)
        if characteristic != arm.link.bluetooth?.write { writer.field("characteristic", uuid: characteristic) }
        writer.field("bytes", hex: frame)
        if let client { writer.field("address", quoted: client.address) }
        writer.endObject()
    }

    func acted(_ act: SimulatedAct) {
        if case .set(let channel, let value) = act.kind, numbers[channel] == value { return }
        begin("act", at: act.at)
        switch act.kind {
        case .set(let channel, let value):
            numbers[channel] = value
            writer.field("channel", quoted: arm.profiles[channel].name)
            writer.field("value", Int64(value), decimals: arm.profiles[channel].range.decimals)
        case .halt:
            numbers = [:]
            writer.field("what", word: "halt")
        case .watchdog(let channel):
            numbers[channel] = nil
            writer.field("channel", quoted: arm.profiles[channel].name)
            writer.field("what", word: "watchdog")
        case .silence(let action):
            numbers = [:]
            writer.field("what", word: "silence")
            writer.field("does", quoted: action.rawValue)
        }
        writer.endObject()
    }

    func notified(_ frame: Frame, at time: Instant, isHeard: Bool) {
        begin("notify", at: time)
        writer.field("bytes", hex: frame)
        writer.field("heard", flag: isHeard)
        writer.endObject()
    }

    func stands(_ stand: SimulatedStand, _ account: SimulationAccount, at time: Instant) {
        begin("stands", at: time)
        writer.field("moving", flag: stand.isMoving)
        for channel in stand.channels { writer.field(named: channel.name, number: channel.number) }
        if let hand = stand.hand {
            writer.field("x", number: hand.x)
            writer.field("y", number: hand.y)
            writer.field("z", number: hand.z)
        }
        writer.endObject()
    }

    func note(_ text: String) {
        begin("note", at: Monotonic.now())
        writer.field("detail", quoted: text)
        writer.endObject()
    }

    func account(_ account: SimulationAccount, notified: Int, heard: Int) {
        begin("account", at: Monotonic.now())
        writer.field("writes", Int64(account.writes))
        writer.field("bytes", Int64(account.bytes))
        writer.field("lost bytes", Int64(account.lostBytes))
        writer.field("skipped bytes", Int64(account.skippedBytes))
        writer.field("frames", Int64(account.frames))
        writer.field("repeated frames", Int64(account.repeatedFrames))
        writer.field("lost frames", Int64(account.lostFrames))
        writer.field("watchdog stops", Int64(account.watchdogStops))
        if arm.silence != nil { writer.field("silences", Int64(account.silences)) }
        writer.field("notified", Int64(notified))
        writer.field("heard", Int64(heard))
        writer.endObject()
    }

    private func begin(_ event: StaticString, at time: Instant) {
        writer.beginEvent(event, at: time - start)
    }

    private func show(_ client: Peripheral) {
        if !client.name.isEmpty { writer.field("name", quoted: client.name) }
        writer.field("address", quoted: client.address)
    }
}
