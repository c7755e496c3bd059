import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// Two connected sockets, closed at the end.
final class SocketPair {
    let ours: CInt
    let theirs: CInt

    init() throws {
        var ends: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0, &ends) == 0)
        (ours, theirs) = (ends[0], ends[1])
    }

    deinit {
        close(ours)
        close(theirs)
    }

    func send() { Glibc.send(theirs, "x", 1, 0) }

    func receive() {
        var byte: UInt8 = 0
        recv(ours, &byte, 1, 0)
    }
}

@Suite(.onLoop) struct EventLoopTests {
    @Test @LoopActor func aWatchHearsUntilItIsCancelledAndNotOfTheNextOwnerOfItsNumber() async throws {
        let pair = try SocketPair()
        var heard: [String] = []
        let first = try FileWatch(pair.ours, for: .readable, priority: .other) { _ in heard.append("first") }
        pair.send()
        try await waitUntil("the first") { heard.contains("first") ? true : nil }
        first.cancel()
        heard = []
        let second = try FileWatch(pair.ours, for: .readable, priority: .other) { _ in
            heard.append("second")
            pair.receive()
        }
        defer { second.cancel() }
        try await waitUntil("the second") { heard.isEmpty ? nil : true }
        first.wait(for: .writable)
        first.cancel()
        heard = []
        pair.send()
        try await waitUntil("the second again") { heard.isEmpty ? nil : true }
        #expect(heard == ["second"])
    }

    @Test @LoopActor func aWatchWithoutInterestIsNotWokenByAHangUp() async throws {
        let pair = try SocketPair()
        var calls = 0
        let watch = try FileWatch(pair.ours, for: [], priority: .other) { _ in calls += 1 }
        defer { watch.cancel() }
        shutdown(pair.theirs, CInt(SHUT_RDWR))
        shutdown(pair.ours, CInt(SHUT_RDWR))
        try await Loop.sleep(for: .milliseconds(5))
        #expect(calls == 0)
        watch.wait(for: .readable)
        try await waitUntil("the hang-up") { calls > 0 ? true : nil }
    }

    @Test @LoopActor func whatEpollCannotWaitOnIsRefused() throws {
        let null = open("/dev/null", O_RDONLY)
        defer { close(null) }
        #expect(throws: SystemFailure("epoll_ctl", code: EPERM)) {
            try FileWatch(null, for: .readable, priority: .other) { _ in }
        }
    }

    /// What happens when the loop is held up until two timers are due: one that reads first, which a byte that is read
    /// disarms, and another before it.
    @LoopActor private func order(
        isThere: Bool = false, other: @escaping @LoopActor (SocketPair) -> [String]
    ) async throws -> [String] {
        let pair = try SocketPair()
        var order: [String] = []
        let timer = LoopTimer { _ in order += other(pair) }
        let patient = LoopTimer(readsFirst: true) { _ in order.append("patient") }
        let watch = try FileWatch(pair.ours, for: .readable, priority: .link) { _ in
            pair.receive()
            order.append("read")
            patient.disarm()
        }
        defer {
            watch.cancel()
            patient.cancel()
            timer.cancel()
        }
        let deadline = Monotonic.now() + .milliseconds(5)
        timer.arm(at: deadline)
        patient.arm(at: deadline)
        if isThere { pair.send() }
        while Monotonic.now() < deadline {}
        try await waitUntil("either") { order.contains("read") || order.contains("patient") ? true : nil }
        try await Loop.sleep(for: .milliseconds(5))
        return order
    }

    @Test(arguments: [false, true]) @LoopActor func aTimerThatReadsFirstHearsWhatHasArrived(isThere: Bool) async throws
    {
        let order = try await order(isThere: isThere) { _ in ["plain"] }
        #expect(order == ["plain", isThere ? "read" : "patient"])
    }

    /// The turn that finds both timers due knows its descriptors by then.
    @Test @LoopActor func whatArrivesBehindThatTurnIsReadInTheNext() async throws {
        let order = try await order { pair in
            pair.send()
            return []
        }
        #expect(order == ["read"])
    }

    @Test @LoopActor func inputsComeBeforeTimersAndTimersBeforeLinks() async throws {
        let input = try SocketPair(), link = try SocketPair()
        var order: [String] = []
        let timer = LoopTimer { _ in order.append("timer") }
        let linkWatch = try FileWatch(link.ours, for: .readable, priority: .link) { _ in
            order.append("link")
            link.receive()
        }
        let inputWatch = try FileWatch(input.ours, for: .readable, priority: .input) { _ in
            order.append("input")
            input.receive()
        }
        defer {
            timer.cancel()
            linkWatch.cancel()
            inputWatch.cancel()
        }
        link.send()
        timer.arm(at: Monotonic.now())
        input.send()
        try await waitUntil("all three") { order.count == 3 ? true : nil }
        #expect(order == ["input", "timer", "link"])
    }

    @Test @LoopActor func aFloodOfWorkHoldsNoInputBack() async throws {
        let input = try SocketPair()
        var portions = 0, portionsAtInput: Int?
        let work = TurnWork {
            portions += 1
            return portionsAtInput == nil
        }
        let watch = try FileWatch(input.ours, for: .readable, priority: .input) { _ in
            input.receive()
            portionsAtInput = portions
        }
        defer {
            work.cancel()
            watch.cancel()
        }
        try await waitUntil("work under way") { portions > 10 ? true : nil }
        let before = portions
        input.send()
        let heard = try await waitUntil("the input") { portionsAtInput }
        #expect(heard - before <= 2)
    }

    /// A loop that slept first would do the work only when something else wakes it.
    @Test @LoopActor func whatAJobFindsToDoIsDoneInTheSameTurn() async throws {
        @LoopActor final class Turns {
            var job: Int?
            var work: Int?
        }
        let turns = Turns()
        let work = TurnWork {
            if turns.job != nil { turns.work = turns.work ?? Loop.turns }
            return false
        }
        defer { work.cancel() }
        turns.job = Loop.turns
        let turn = try await waitUntil("the work") { turns.work }
        #expect(turn == turns.job)
    }

    @Test @LoopActor func timersFireInTimeAndNotWhenDisarmed() async throws {
        var fired: [Instant] = []
        let kept = LoopTimer { fired.append($0) }, dropped = LoopTimer { _ in fired.append(-1) }
        let deadline = Monotonic.now() + .milliseconds(20)
        kept.arm(at: deadline)
        dropped.arm(at: deadline - .milliseconds(10))
        dropped.disarm()
        try await waitUntil("the timer") { fired.isEmpty ? nil : true }
        #expect(fired.count == 1 && fired[0] >= deadline)
        kept.arm(at: 0)
        try await waitUntil("a deadline long past") { fired.count == 2 ? true : nil }
        kept.cancel()
        dropped.cancel()
    }

    @Test @LoopActor func aCancelledSleepEndsAtOnce() async throws {
        let began = meteredNow()
        let sleeper = Task { @LoopActor in try await Loop.sleep(for: .milliseconds(60_000)) }
        try await Loop.sleep(for: .milliseconds(2))
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        expectInTime(since: began, within: .seconds(20))
    }

    @Test @LoopActor func tasksHopAwayAndBack() async {
        let away = await Task.detached { LoopActor.loopThreadIsCurrent }.value
        #expect(!away)
        #expect(LoopActor.loopThreadIsCurrent)
        #expect(LoopActor.enter { 7 } == 7)
    }
}

extension LoopActor {
    /// Whether the caller is on the loop's thread.
    nonisolated static var loopThreadIsCurrent: Bool {
        (shared.unownedExecutor.asSerialExecutor() as? EventLoop)?.isIsolatingCurrentContext() == true
    }
}
