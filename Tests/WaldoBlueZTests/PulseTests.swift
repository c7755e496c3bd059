import Testing
import WaldoLoop
import WaldoTestSupport

@testable import WaldoBlueZ

@Suite(.serialized, .onLoop, .timeLimit(.minutes(1)))
struct PulseTests {
    /// A task may be put off between its look at what there is and its wait for a change.
    @LoopActor @Test func whatChangedBeforeTheWaitEndsItAtOnceAndOnce() async {
        let pulse = Pulse()
        pulse.beat()
        pulse.beat()
        await pulse.wait(until: nil)
        let end = Monotonic.now() + 20_000
        await pulse.wait(until: end)
        #expect(Monotonic.now() >= end)
        pulse.end()
    }
}
