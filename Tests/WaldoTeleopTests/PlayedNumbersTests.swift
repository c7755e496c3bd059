import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoTeleop

@Suite struct PlayedNumbersTests {
    @Test func aMutedVelocityIsDeadUntilItIsReleased() {
        var numbers = PlayedNumbers(.robot, start: PerChannel(slider: 5, zx: nil, zy: nil))
        numbers.mute { $0 == .slider }
        #expect(numbers.muted(.only(.slider, 6)) == .only(.slider, 0))
        #expect(numbers.muted(.only(.slider, 0)) == .only(.slider, 0))
        #expect(numbers.muted(.only(.slider, 6)) == .only(.slider, 6))
    }

    @Test func onlyAVelocityIsReleased() {
        var numbers = PlayedNumbers(.robot, start: PerChannel(slider: nil, zx: 10, zy: nil))
        #expect(numbers.zeros == PerChannel(repeating: nil))
        numbers.add(.only(.slider, 5))
        #expect(numbers.latest == PerChannel(slider: 5, zx: 10, zy: nil))
        #expect(numbers.zeros == .only(.slider, 0) && numbers.velocities == .only(.slider, 5))
        #expect(numbers.releases(in: PerChannel(slider: 0, zx: 0, zy: 0)) == .only(.slider, 0))
    }

    @Test func aVelocityStartsFromRestAlone() {
        var numbers = PlayedNumbers(.robot, start: PerChannel(slider: 0, zx: 0, zy: nil))
        #expect(numbers.startsVelocity(.only(.slider, 5)) && !numbers.startsVelocity(.only(.zx, 5)))
        numbers.add(.only(.slider, 5))
        #expect(!numbers.startsVelocity(.only(.slider, 6)) && !numbers.startsVelocity(.only(.slider, 0)))
    }
}
