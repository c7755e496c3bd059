import Glibc
import Testing
import WaldoLoop

@Suite struct QueueTests {
    /// While the last record is being taken the kernel counts 1 and reports no later change: a caller that waited for 0
    /// would wait for ever.
    @Test func whatIsBeingTakenCountsAsTaken() throws {
        var ends: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        let ours = OwnedDescriptor(owning: ends[0]), theirs = ends[1]
        try BackgroundThread.start(name: "taker") {
            var byte: UInt8 = 0
            while recv(theirs, &byte, 1, 0) > 0 {}
            close(theirs)
        }
        var counts: Set<Int> = []
        for _ in 0..<5_000 {
            send(ours.number, "F>", 2, 0)
            var count: Int
            repeat {
                count = ours.unsentBytes
                counts.insert(count)
            } while count > 0
        }
        #expect(counts.contains(0) && counts.count > 1 && !counts.contains(1), "\(counts)")
    }
}
