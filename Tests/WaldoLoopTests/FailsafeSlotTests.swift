import CWaldoShims
import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoLoop

/// What is sent when nothing else can send, as the other end of the socket receives it.
@Suite(.serialized, .onLoop)
struct FailsafeSlotTests {
    /// A socket pair: what the slot sends to its end is read at the other.
    private final class Ends {
        let ours: CInt
        private let theirs: CInt

        init() {
            var ends: [CInt] = [-1, -1]
            let kind = CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
            precondition(socketpair(AF_UNIX, kind, 0, &ends) == 0)
            (ours, theirs) = (ends[0], ends[1])
        }

        deinit {
            close(ours)
            close(theirs)
        }

        /// The first of what has arrived.
        func hearOne() -> String {
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = read(theirs, &bytes, bytes.count)
            return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
        }

        /// What has arrived since the last call.
        func heard() -> [String] {
            var bytes = [UInt8](repeating: 0, count: 100)
            var texts: [String] = []
            while true {
                let count = read(theirs, &bytes, bytes.count)
                guard count > 0 else { return texts }
                texts.append(String(decoding: bytes[..<count], as: UTF8.self))
            }
        }
    }

    @LoopActor private func slot(_ ends: Ends) -> FailsafeSlot {
        let slot = FailsafeSlot(ends.ours, interval: .milliseconds(20))
        set(slot, ["S>", "X0>"])
        return slot
    }

    @LoopActor private func set(_ slot: FailsafeSlot, _ texts: [String]) {
        slot.set { add in for text in texts { Array(text.utf8).withUnsafeBytes { add($0, slot.descriptor) } } }
    }

    /// The watchdog and the loop, which runs again, may each send a zero at the same moment: neither is sent once more.
    @LoopActor @Test func aZeroThatTheLoopSendsBesideTheWatchdogIsNotSentOnceMore() {
        let ends = Ends(), slot = slot(ends)
        #expect(slot.enter(pending: 0x03_02))
        slot.leave()
        slot.send()
        #expect(ends.heard() == ["S>", "X0>"])
        // By its own count the loop has just sent the first of two, and does not know of the watchdog's.
        slot.setPending(0x03_01)
        slot.send()
        #expect(ends.heard() == ["X0>"])
        #expect(slot.endClaim() == 0x02_01)
        // The loop knows of them now, and counts them itself.
        slot.setPending(0x01_00)
        FailsafeSlot.sendAll()
        #expect(ends.heard() == ["X0>"])
        slot.close()
    }

    @LoopActor @Test func whatIsNotOwedIsNotSent() {
        let ends = Ends(), slot = slot(ends)
        FailsafeSlot.sendAll()
        #expect(ends.heard() == [] && !slot.isClaimed)
        #expect(slot.enter(pending: 0))
        slot.leave()
        FailsafeSlot.sendAll()
        #expect(ends.heard() == [])
        slot.close()
    }

    @LoopActor @Test func aMotionOwesEveryFrameAsOftenAsItShouldBeSent() {
        let ends = Ends(), slot = slot(ends)
        #expect(slot.enter(pending: 0x0303))
        slot.leave()
        #expect(slot.isPending)
        FailsafeSlot.sendAll()
        #expect(ends.heard() == ["S>", "X0>", "S>", "X0>", "S>", "X0>"])
        #expect(!slot.isPending && slot.isClaimed)
        FailsafeSlot.sendAll()
        #expect(ends.heard() == [])
        slot.close()
    }

    /// Zeros that were sent the normal way are not sent again.
    @LoopActor @Test func eachFrameIsSentAsOftenAsItIsOwed() {
        let ends = Ends(), slot = slot(ends)
        slot.setPending(0x0201)
        FailsafeSlot.sendAll()
        #expect(ends.heard() == ["S>", "X0>", "X0>"])
        #expect(slot.endClaim() == 0x0201)
        slot.close()
    }

    @LoopActor @Test func theFailsafeBarsMotionUntilItIsNoted() {
        let ends = Ends(), slot = slot(ends)
        #expect(slot.enter(pending: 0x0303))
        slot.leave()
        slot.send()
        #expect(ends.heard() == ["S>", "X0>"])
        #expect(!slot.enter(pending: 0x0303))
        // A slot that is claimed keeps its frames too: somebody may be sending them.
        set(slot, ["Z>"])
        slot.send()
        #expect(ends.heard() == ["S>", "X0>"])
        #expect(slot.endClaim() == 0x0202)
        #expect(!slot.isClaimed && slot.endClaim() == 0)
        #expect(slot.enter(pending: 0x0303))
        slot.leave()
        slot.setPending(1)
        set(slot, ["Z>", "X0>"])
        slot.send()
        #expect(ends.heard() == ["Z>"] && slot.endClaim() == 1 && !slot.isPending)
        slot.close()
    }

    /// A full socket delays nobody for long, and nobody waits for a reader that does not come.
    @LoopActor @Test func aSocketThatIsFullEndsTheWaiting() {
        let ends = Ends(), slot = slot(ends)
        #expect(slot.enter(pending: 0x0303))
        slot.leave()
        var byte: UInt8 = 0
        while send(ends.ours, &byte, 1, CInt(MSG_DONTWAIT)) > 0 {}
        let begin = meteredNow()
        FailsafeSlot.sendAll()
        expectInTime(since: begin, within: .milliseconds(900))
        #expect(slot.endClaim() == 0)
        slot.close()
    }

    /// The socket has room for one record: the frame is cut behind its first piece, and nothing goes before the rest.
    @LoopActor @Test func theRestOfACutFrameGoesBeforeTheZeros() {
        let ends = Ends(), slot = FailsafeSlot(ends.ours, interval: .milliseconds(20), .pieces(20))
        set(slot, ["S>"])
        let filler = [UInt8](repeating: 0x2e, count: 20)
        while send(ends.ours, filler, filler.count, CInt(MSG_DONTWAIT)) > 0 {}
        #expect(ends.hearOne() == String(repeating: ".", count: 20))
        let frame = Array("abcdefghijklmnopqrst12345".utf8)
        #expect(slot.enter(pending: 1))
        guard case .accepted = frame.withUnsafeBytes({ slot.write($0) }) else {
            Issue.record("the frame was not accepted")
            return slot.close()
        }
        slot.leave()
        #expect(!slot.finishFrame())
        // A frame that has not begun is refused, and leaves nothing.
        if case .full = frame.withUnsafeBytes({ slot.write($0) }) {} else { Issue.record("a full socket has accepted") }
        #expect(ends.heard().last == "abcdefghijklmnopqrst")
        slot.send()
        #expect(ends.heard() == ["12345", "S>"] && slot.finishFrame())
        #expect(slot.endClaim() == 1)
        slot.close()
    }

    /// A peripheral with a characteristic for each motor: one that is full, or has gone, keeps no zero from the others.
    @LoopActor @Test func eachZeroGoesToItsOwnSocket() {
        let first = Ends(), second = Ends(), slot = FailsafeSlot(first.ours, interval: .milliseconds(20))
        slot.set { add in
            for (text, ends) in [("0", first), ("1", second)] {
                Array(text.utf8).withUnsafeBytes { add($0, ends.ours) }
            }
        }
        #expect(slot.enter(pending: 0x02_02))
        slot.leave()
        slot.send()
        #expect(first.heard() == ["0"] && second.heard() == ["1"])
        let filler = [UInt8](repeating: 0x2e, count: 20)
        while send(first.ours, filler, filler.count, CInt(MSG_DONTWAIT)) > 0 {}
        slot.send()
        #expect(second.heard() == ["1"])
        #expect(slot.endClaim() == 0x02_01)
        #expect(first.heard().allSatisfy { $0.first == "." })
        FailsafeSlot.sendAll()
        #expect(first.heard() == ["0"] && second.heard().isEmpty)
        slot.close()
    }

    /// This test hangs the loop's thread: the watchdog, on its own thread, sees the deadline pass.
    @LoopActor @Test func aLoopThatHangsOverItsDeadlineIsSpokenFor() throws {
        try Watchdog.start()
        let ends = Ends(), slot = slot(ends)
        #expect(slot.enter(pending: 0x0303))
        slot.leave()
        let deadline = meteredNow()
        Watchdog.expect(deadline)
        var heard: [String] = []
        while heard.isEmpty, Monotonic.now() < deadline + .seconds(2) { heard = ends.heard() }
        let late = Monotonic.now() - deadline
        // Not before `maxLateness`; how soon after it depends on the machine, which may be busy.
        #expect(late >= Watchdog.maxLateness, "after \(late.microseconds) µs")
        expectInTime(since: deadline, within: .milliseconds(1_500))
        #expect(heard.first == "S>" && slot.isClaimed)
        Watchdog.expect(nil)
        _ = slot.endClaim()
        slot.close()
    }

    /// A turn that sends the first motion and hangs, while the only timer is that of a screen, a minute ahead.
    @LoopActor @Test func aTurnThatHangsAfterAMotionIsSpokenForWhateverTimerIsNext() throws {
        try Watchdog.start()
        let ends = Ends(), slot = slot(ends)
        Watchdog.expect(Monotonic.now() + .seconds(60))
        #expect(slot.enter(pending: 0x0303))
        slot.leave()
        let begin = meteredNow()
        Watchdog.expectEndOfTurn()
        var heard: [String] = []
        while heard.isEmpty, Monotonic.now() < begin + .seconds(2) { heard = ends.heard() }
        expectInTime(since: begin, within: .milliseconds(1_500))
        #expect(heard.first == "S>" && slot.isClaimed)
        Watchdog.expect(nil)
        _ = slot.endClaim()
        slot.close()
    }

    /// A motion that is held without a heartbeat may stay silent for ever.
    @LoopActor @Test func noDeadlineIsNoFault() throws {
        try Watchdog.start()
        let ends = Ends(), slot = slot(ends)
        #expect(slot.enter(pending: 0x0303))
        slot.leave()
        Watchdog.expect(nil)
        let end = Monotonic.now() + Watchdog.maxLateness * 2
        while Monotonic.now() < end { #expect(ends.heard() == []) }
        slot.setPending(0)
        slot.close()
    }

    /// While every deadline is met the watchdog stays quiet, however long the motion lasts.
    @LoopActor @Test func deadlinesThatAreMetAreNoFault() throws {
        try Watchdog.start()
        let ends = Ends(), slot = slot(ends)
        #expect(slot.enter(pending: 0x0303))
        slot.leave()
        let end = Monotonic.now() + Watchdog.maxLateness * 3
        while Monotonic.now() < end { Watchdog.expect(Monotonic.now() + .milliseconds(50)) }
        Watchdog.expect(nil)
        #expect(ends.heard() == [])
        slot.setPending(0)
        slot.close()
    }
}
