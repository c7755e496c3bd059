import Testing
import WaldoCore
import WaldoFiles

@testable import WaldoApp

/// What keeps an arm from being ready is named once a link.
@Suite struct BeginNotesTests {
    @Test func aNewLinkNamesEverythingAgain() throws {
        let arm = try Library(directory: nil).loadArm("so101")
        let channel = try #require(arm.channels.first { arm.profiles[$0].mode == .position })
        let beyond = arm.profiles[channel].range.bounds.upperBound + 1_000
        var notes = BeginNotes(arm)
        func name() -> [String] {
            [notes.unanswered(nil), notes.unanswered(1), notes.positions.beyond(channel, beyond)].compactMap(\.self)
        }
        notes.isAwaited = true
        let named = name()
        #expect(named.count == 2 && named[0].contains("as step 2 of `begin` expects"))
        #expect(name().isEmpty && notes.isAwaited)
        notes.loseLink()
        #expect(name() == named && !notes.isAwaited)
    }
}
