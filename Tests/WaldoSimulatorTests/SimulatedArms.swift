import Testing
import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// Arms for tests of the simulation, and what they are sent.
enum SimulatedArms {
    static let library = Library(directory: nil)

    static func shipped(_ name: String) throws -> Arm { try library.loadArm(name) }

    /// A shipped arm whose firmware is the reference receiver: it is never deaf and reads at once.
    static func reference(_ name: String) throws -> Arm {
        var arm = try shipped(name)
        var model = ArmModel.standard(of: arm)
        for index in model.behaviours.indices { model.behaviours[index].deaf = .never }
        arm.model = model
        return arm
    }

    /// The frame of a channel's number beside the arm's other numbers.
    static func frame(_ arm: Arm, _ channel: Channel, _ value: Int32, sequence: UInt8 = 0) throws -> [UInt8] {
        var values = arm.startValues
        values[channel] = value
        let template = try #require(arm.template(for: channel, value: value))
        return template.rendered(values, own: channel, decimals: arm.decimals, sequence: sequence).bytes
    }
}

extension SimulatedArm {
    /// One write of text.
    mutating func receive(_ text: String, at time: Instant) { receive(Array(text.utf8), at: time) }

    /// One write.
    mutating func receive(_ bytes: [UInt8], at time: Instant) {
        bytes.withUnsafeBytes { receive($0, at: time) }
    }

    /// What it acts on until a time.
    mutating func acts(until time: Instant) -> [SimulatedAct] {
        advance(to: time)
        return acts
    }
}

extension Instant {
    /// Milliseconds after the clock's start.
    static func ms(_ count: Int64) -> Instant { Instant(microseconds: count * 1_000) }
}
