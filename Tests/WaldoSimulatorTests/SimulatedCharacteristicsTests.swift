import Testing
import WaldoCore
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// A simulated board with a characteristic for each motor.
@Suite struct SimulatedCharacteristicsTests {
    private static func arm() throws -> Arm {
        var arm = Arm.rover
        let link = try #require(arm.link.bluetooth), uuid = try #require(BluetoothUUID("ffe3"))
        arm.link = .bluetooth(BluetoothProfile(service: link.service, write: link.write, others: [uuid]))
        for channel in arm.channels {
            let mark: [FrameTemplate.Field] = channel.index == 2 ? [.byte(0x7f)] : []
            let fields = mark + [.number(.i8, of: nil)]
            arm.profiles[channel].frames = .init(FrameTemplate(fields, to: channel.index == 0 ? 0 : 1))
        }
        return arm
    }

    private func frame(_ bytes: [UInt8], to destination: UInt8) -> Frame {
        var frame = Frame(bytes)!
        frame.destination = destination
        return frame
    }

    /// The same byte means one motor on one characteristic, and another on the other.
    @Test func aByteMovesTheMotorOfItsCharacteristic() throws {
        var simulated = SimulatedArm(try Self.arm(), at: 0)
        simulated.receive(frame([50], to: 0), at: .ms(10))
        #expect(!simulated.acts.isEmpty)
        #expect(simulated.velocity(Channel(0), at: .ms(10)) != 0 && simulated.velocity(Channel(1), at: .ms(10)) == 0)
        simulated.receive(frame([50], to: 1), at: .ms(20))
        #expect(simulated.velocity(Channel(1), at: .ms(20)) != 0)
        simulated.receive(frame([0], to: 0), at: .ms(30))
        #expect(simulated.velocity(Channel(0), at: .ms(30)) == 0 && simulated.velocity(Channel(1), at: .ms(30)) != 0)
    }

    /// A value ends with its write: what is left of one that fits no frame is not the beginning of the next.
    @Test func aWriteIsAValueOfItsOwn() throws {
        var arm = try Self.arm()
        arm.profiles[Channel(0)].frames = .init(FrameTemplate([.byte(0xa5), .number(.i8, of: nil)]))
        var simulated = SimulatedArm(arm, at: 0)
        simulated.receive(frame([0xa5], to: 0), at: .ms(10))
        simulated.receive(frame([50], to: 0), at: .ms(11))
        #expect(simulated.velocity(Channel(0), at: .ms(11)) == 0)
        #expect(simulated.account.frames == 0 && simulated.account.skippedBytes == 2)
        simulated.receive(frame([1], to: 7), at: .ms(12))
        #expect(simulated.account.writes == 3 && simulated.acts.isEmpty)
    }
}
