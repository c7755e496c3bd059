public import WaldoCore

/// The frames that the echo sketch answers: those of the plain binary arm, as an arm's file renders them.
public struct EchoFrames: Sendable {
    private let arm: Arm
    private let slider: Channel

    /// Frames of an arm; nil: they are not those of the plain binary arm.
    public init?(_ arm: Arm) {
        guard let slider = arm.channels.first(where: { arm.profiles[$0].mode == .velocity }) else { return nil }
        (self.arm, self.slider) = (arm, slider)
        let known: [(number: UInt8, velocity: Int32, bytes: [UInt8])] = [
            (0, 100, [0xa5, 0x01, 0x00, 0x64, 0x50]), (7, -3, [0xa5, 0x01, 0x07, 0xfd, 0xfd]),
        ]
        guard known.allSatisfy({ frame($0.number, velocity: $0.velocity).bytes == $0.bytes }) else { return nil }
    }

    /// The slider's frame.
    /// - Parameters:
    ///   - number: its sequence number.
    ///   - velocity: -100 to 100.
    func frame(_ number: UInt8, velocity: Int32) -> Frame {
        guard let template = arm.template(for: slider, value: velocity) else { return Frame() }
        var values = arm.startValues
        values[slider] = velocity
        return template.rendered(values, own: slider, decimals: arm.decimals, sequence: number)
    }
}
