import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoBlueZ

@Suite(.serialized, .onLoop, .timeLimit(.minutes(1)))
struct ChangeSignalTests {
    /// A task may be suspended between its check of the state and its wait for a change.
    @LoopActor @Test func whatChangedBeforeTheWaitEndsItAtOnceAndOnce() async {
        let changes = ChangeSignal()
        changes.beat()
        changes.beat()
        await changes.wait(until: nil)
        let end = Monotonic.now() + .milliseconds(20)
        await changes.wait(until: end)
        #expect(Monotonic.now() >= end)
        changes.end()
    }
}
