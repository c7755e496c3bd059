import Testing
import WaldoCore
import WaldoFiles
import WaldoTestSupport

@testable import WaldoApp

/// What keeps an arm that is asked for its positions from moving is named, and each position once.
@Suite struct PositionNotesTests {
    @Test func aPositionBeyondItsRangeIsNotNamedAsUnreportedToo() throws {
        let arm = try Library(directory: nil).loadArm("so101")
        let channels = arm.channels.filter { arm.profiles[$0].mode == .position }
        let (far, silent) = (channels[0], channels[1])
        var notes = PositionNotes(arm)
        let named = notes.beyond(far, arm.profiles[far].range.bounds.upperBound + 1_000)
        #expect(named?.contains("reports \(arm.profiles[far].name) at") == true)
        let again = notes.beyond(far, 0)
        #expect(again == nil)
        notes.ask()
        var numbers = PerChannel<Int32?>(repeating: 0, for: arm.channels)
        (numbers[far], numbers[silent]) = (nil, nil)
        notes.heard(numbers)
        let missing = try #require(notes.unreported())
        #expect(missing.hasPrefix("the arm has not reported \(arm.profiles[silent].name): "))
        notes.heard(.only(silent, 0))
        #expect(notes.areOwed && notes.unreported() == nil)
        notes.heard(.only(far, 0))
        #expect(!notes.areOwed)
    }

    /// An arm that stops reporting in mid-drive begins once more: what keeps it from moving then is news.
    @Test func whatIsWaitedForOnceMoreIsNamedAgain() throws {
        let arm = try Library(directory: nil).loadArm("so101"), first = Channel(0)
        var notes = BeginNotes(arm)
        let beyond = arm.profiles[first].range.bounds.upperBound + 1_000
        let named = notes.positions.beyond(first, beyond), step = notes.unanswered(0)
        #expect(named != nil && step != nil)
        notes.positions.ask()
        let again = notes.positions.beyond(first, beyond), stepAgain = notes.unanswered(0)
        #expect(again == nil && stepAgain == nil)
        notes.beginAgain()
        #expect(notes.positions.areOwed)
        let missing = try #require(notes.positions.unreported())
        #expect(missing.hasPrefix("the arm has not reported \(arm.profiles[first].name), "))
        let beyondOnceMore = notes.positions.beyond(first, beyond), stepOnceMore = notes.unanswered(0)
        #expect(beyondOnceMore == named && stepOnceMore == step)
    }
}
