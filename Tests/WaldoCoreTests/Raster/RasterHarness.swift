import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// A raster's machine with an arm that writes what it is asked for at once, and a sensor that counts each second.
struct RasterHarness {
    var machine: RasterMachine
    var now: Instant = 1_000_000
    /// What was asked for and reported, as text.
    private(set) var log: [String] = []
    private let arm: Arm
    private var began: Instant?
    private var counts = 0.0
    /// How many counts each second has.
    var rate = 10.0
    /// Whether frames are written, and the sensor is heard.
    var isWriting = true, isHeard = true

    init(_ axes: [RasterAxis], _ dwell: RasterDwell = .time(.seconds(2)), of arm: Arm = PosedArms.stepper) {
        self.init(RasterPlan(axes, dwell: dwell, of: arm), of: arm)
    }

    init(_ plan: RasterPlan, of arm: Arm = PosedArms.stepper) {
        self.arm = arm
        machine = RasterMachine(plan, of: arm, exposure: .seconds(1))
    }

    mutating func step(_ event: RasterMachine.Event) {
        for action in machine.step(event, at: now) {
            switch action {
            case .setChannels(let numbers):
                for channel in arm.channels {
                    guard let number = numbers[channel] else { continue }
                    log.append("\(arm.profiles[channel].name) \(number)")
                    if isWriting { write(channel, number) }
                }
            case .spot(let change):
                log.append(change.rawValue)
                began = change == .began || change == .departed ? now : nil
                counts = 0
            }
        }
    }

    /// Velocities are written by `runFor`, a frame each heartbeat.
    private mutating func write(_ channel: Channel, _ number: Int32) {
        held[channel] = arm.profiles[channel].mode == .velocity && number != 0 ? number : nil
        if arm.profiles[channel].mode == .position { pending.append((channel, number)) }
        drain()
    }

    private var held: [Channel: Int32] = [:]
    private var pending: [(Channel, Int32)] = []
    private var isDraining = false

    private mutating func drain() {
        guard !isDraining else { return }
        isDraining = true
        while !pending.isEmpty {
            let (channel, number) = pending.removeFirst()
            step(.sent(channel, number))
        }
        isDraining = false
    }

    /// Lets time pass in steps of 10 ms.
    mutating func run(for span: TimeSpan) {
        let end = now + span
        while now < end {
            now += .milliseconds(10)
            if let deadline = machine.deadline, deadline <= now { step(.deadline) }
            if now.microseconds % 100_000 == 0 { for (channel, number) in held { step(.sent(channel, number)) } }
            if let began, isHeard, (now - began).microseconds % 1_000_000 == 0, now > began {
                counts += rate
                step(.measured(counts: counts, now - began))
            } else if began == nil, isHeard, now.microseconds % 1_000_000 == 0 {
                step(.measured(counts: 0, .zero))
            }
        }
    }

    mutating func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}
