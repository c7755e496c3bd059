import CMallocCounter
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// The loop's side takes nothing from the heap once it is warm: in an optimised build, as with the drive.
struct AllocationTests {
    @Test(.enabled(if: isOptimised)) func recordingAllocatesNothing() throws {
        let store = try HandDrivenStore(in: try TemporaryFolder(), capacity: 1 << 18)
        let (events, samples) = (Fixtures.events, (0..<100).map { Fixtures.sample($0, place: Fixtures.fix.place) })
        func round() {
            for (event, at) in events { store.writer.record(event, at: at) }
            for sample in samples { store.writer.sample(sample) }
            store.writer.alarm(Fixtures.alarms[0])
            store.writer.gap(Fixtures.gaps[0])
            store.writer.reject(Fixtures.rejects[1])
            store.writer.accepted(4, channel: 0)
        }
        round()
        malloc_counter_start()
        // The ring is full before the end: what does not fit is counted without the heap, too.
        for _ in 0..<50 { round() }
        #expect(malloc_counter_stop() == 0)
        #expect(store.writer.lostRows > 0)
    }
}
