import Testing
import WaldoCore

@testable import WaldoTerminal

struct StopKeysTests {
    private let escape: UInt16 = 1, space: UInt16 = 57

    @Test(arguments: [(true, StopSource.terminal), (false, .repeatedKey)])
    func aStopIsHeldUntilItsKeyIsReleased(reports: Bool, source: StopSource) {
        var keys = StopKeys()
        #expect(keys.change(space, down: true, reportsReleases: reports) == .stopHeld(source))
        #expect(keys.change(escape, down: true, reportsReleases: reports) == .stopHeld(source))
        #expect(keys.change(space, down: false, reportsReleases: reports) == nil)
        #expect(keys.change(escape, down: false, reportsReleases: reports) == .stopReleased(source))
        #expect(keys.change(escape, down: false, reportsReleases: reports) == nil)
    }

    /// The terminal's answer may come between a press and its release.
    @Test func aReleaseIsThatOfItsPress() {
        var keys = StopKeys()
        #expect(keys.change(space, down: true, reportsReleases: false) == .stopHeld(.repeatedKey))
        #expect(keys.change(space, down: false, reportsReleases: true) == .stopReleased(.repeatedKey))
    }

    @Test func aTerminalThatIsLostHoldsNothing() {
        var keys = StopKeys()
        _ = keys.change(space, down: true, reportsReleases: true)
        _ = keys.change(escape, down: true, reportsReleases: false)
        #expect(keys.lose() == [.stopReleased(.terminal), .stopReleased(.repeatedKey)])
        #expect(keys.lose() == [] && keys.change(space, down: false, reportsReleases: true) == nil)
    }
}
