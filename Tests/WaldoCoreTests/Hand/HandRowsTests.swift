import Testing
import WaldoTestSupport

@testable import WaldoCore

@Suite struct HandRowsTests {
    private func rows(_ name: String, _ axes: [HandAxis]) throws -> HandRows {
        let arm = try #require(try HandNumbers().arms[name]), chain = try #require(HandChain(arm))
        let limits = HandLimits(low: .zero, high: .init(repeating: name == "so101" ? 4_095 : 180))
        return HandRows(chain, limits, joints: chain.channels, axes: axes)
    }

    @Test func aHandKeepsAsManyDirectionsAsItHasJoints() throws {
        // The linkage of a MeArm keeps its hand level: nothing pitches or rolls it.
        let level = try rows("mearm", [.reach])
        #expect(level.mask == 0b00111 && level.unmoved.isEmpty && level.bound.isEmpty)
        #expect(try rows("so101", [.x, .y, .z]).mask == 0b11111)
        #expect(try rows("so101", [.pitch]).mask == 0b11111)
    }

    @Test func anAxisThatNoJointMovesIsNamed() throws {
        #expect(try rows("mearm", [.reach, .pitch]).unmoved == [.pitch])
        #expect(try rows("mearm", [.roll]).unmoved == [.roll])
        #expect(try rows("so101", [.reach, .turn, .height, .pitch, .roll]).unmoved.isEmpty)
    }

    /// Shoulder and elbow in one plane.
    @Test func anAxisThatMovesWithAnotherAloneIsNamed() throws {
        let arm = HandNumbers.arm(
            "planar",
            [
                .init(.turn, .y, .position(Channel(0), zero: 0, unit: 1)), .init(.move, .x, .fixed(0.1)),
                .init(.turn, .y, .position(Channel(1), zero: 0, unit: 1)), .init(.move, .x, .fixed(0.1)),
            ])
        let chain = try #require(HandChain(arm))
        let limits = HandLimits(low: .init(repeating: -80), high: .init(repeating: 80))
        let rows = HandRows(chain, limits, joints: chain.channels, axes: [.reach, .height, .pitch])
        #expect(rows.bound == [.pitch] && rows.unmoved.isEmpty && rows.mask == 0b01101)
        #expect(HandRows(chain, limits, joints: chain.channels, axes: [.x, .y]).unmoved == [.y])
    }
}
