import Glibc
import Synchronization
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoFiles

@Suite(.serialized) struct TextWriterTests {
    /// A pipe whose read end belongs to the test, and does not block.
    private struct Pipe {
        let reading: CInt
        let writing: CInt

        init() {
            var ends: [CInt] = [-1, -1]
            #expect(Glibc.pipe(&ends) == 0)
            (reading, writing) = (ends[0], ends[1])
            _ = fcntl(reading, F_SETFL, O_NONBLOCK)
        }

        /// What is in the pipe.
        func take() -> String {
            var bytes = [UInt8](repeating: 0, count: 65_536), text: [UInt8] = []
            while case let count = read(reading, &bytes, bytes.count), count > 0 { text += bytes[..<count] }
            return String(decoding: text, as: UTF8.self)
        }

        /// The most bytes that it holds. F_GETPIPE_SZ is a macro that Swift cannot import.
        var capacity: Int { Int(fcntl(writing, 1_032)) }
    }

    /// What a closure was called with, on whatever thread.
    private final class Codes: Sendable {
        private let codes = Mutex<[CInt]>([])

        var all: [CInt] { codes.withLock { $0 } }

        func add(_ code: CInt) { codes.withLock { $0.append(code) } }
    }

    private let pipe = Pipe()

    @Test func whatIsWrittenArrivesInItsOrder() async throws {
        let writer = TextWriter(to: OwnedDescriptor(owning: pipe.writing))
        for number in 1...200 { writer.write("line \(number)\n") }
        #expect(writer.finish(until: Monotonic.now() + .seconds(5)))
        #expect(pipe.take() == (1...200).map { "line \($0)\n" }.joined())
        close(pipe.reading)
    }

    /// The loop writes on, and does not wait; once somebody reads, a line says what is missing, although no other
    /// follows.
    @Test func aReaderThatDoesNotReadIsNotWaitedForAndHearsWhatIsMissing() async throws {
        let writer = TextWriter(to: OwnedDescriptor(owning: pipe.writing), capacity: 1_000)
        let fill = [UInt8](repeating: 0x2e, count: pipe.capacity)
        #expect(write(pipe.writing, fill, fill.count) == fill.count)
        let line = String(repeating: "x", count: 99) + "\n", count = 500
        let begin = meteredNow()
        for _ in 0..<count { writer.write(line) }
        expectInTime(since: begin, within: .seconds(2))
        var text = ""
        try await waitUntil("word of what is missing", instead: { "\(text.suffix(200))" }) {
            text += pipe.take()
            return text.hasSuffix(" left out here)\n") ? () : nil
        }
        let lines = text.dropFirst(fill.count).split(separator: "\n"), whole = lines.count - 1
        #expect(whole > 0 && lines.dropLast().allSatisfy { $0.count == 99 })
        #expect(lines.last == "(\(count - whole) lines left out here)")
        close(pipe.reading)
    }

    /// The gap is where the lines are missing, and is said before those that follow it.
    @Test func whatFollowsAGapStandsBehindIt() async throws {
        let writer = TextWriter(to: OwnedDescriptor(owning: pipe.writing), capacity: 400)
        let fill = [UInt8](repeating: 0x2e, count: pipe.capacity)
        #expect(write(pipe.writing, fill, fill.count) == fill.count)
        writer.write("first\n")
        writer.write(String(repeating: "x", count: 500) + "\n")
        writer.write("last\n")
        var text = ""
        try await waitUntil("the last line") {
            text += pipe.take()
            return text.hasSuffix("last\n") ? () : nil
        }
        #expect(text.dropFirst(fill.count) == "first\n(1 line left out here)\nlast\n")
        close(pipe.reading)
    }

    @Test func theEndWaitsNoLongerThanItMay() async throws {
        let writer = TextWriter(to: OwnedDescriptor(owning: pipe.writing))
        let fill = [UInt8](repeating: 0x2e, count: pipe.capacity)
        #expect(write(pipe.writing, fill, fill.count) == fill.count)
        writer.write("never read\n")
        let begin = meteredNow()
        #expect(!writer.finish(until: Monotonic.now() + .milliseconds(50)))
        expectInTime(since: begin, within: .seconds(1))
        #expect(pipe.take().hasPrefix(String(repeating: ".", count: fill.count)))
        #expect(writer.finish(until: Monotonic.now() + .seconds(5)))
        close(pipe.reading)
    }

    /// A full disk may have room again: what is written then is written.
    @Test func anOutputThatFailsIsReportedOnceAndTriedAgain() async throws {
        let first = Codes(), late = Codes()
        let writer = TextWriter(to: OwnedDescriptor(owning: open("/dev/full", O_WRONLY | O_CLOEXEC)))
        writer.onFailure { first.add($0) }
        for _ in 1...3 {
            writer.write("lost\n")
            #expect(writer.finish(until: Monotonic.now() + .seconds(5)))
        }
        #expect(writer.failure == ENOSPC)
        writer.onFailure { late.add($0) }
        #expect(first.all == [ENOSPC] && late.all == [ENOSPC])
        close(pipe.reading)
        close(pipe.writing)
    }

    /// Nobody will ever read: each line costs one failed write, and between them the thread sleeps.
    @Test func aReaderThatIsGoneIsNoReasonToSpin() async throws {
        signal(SIGPIPE, SIG_IGN)
        let writer = TextWriter(to: OwnedDescriptor(owning: pipe.writing))
        close(pipe.reading)
        for _ in 1...3 { writer.write("lost\n") }
        #expect(writer.finish(until: Monotonic.now() + .seconds(5)))
        #expect(writer.failure == EPIPE)
        var before = usage()
        try await waitUntil("rest") {
            let now = usage()
            defer { before = now }
            return now - before < .milliseconds(2) ? () : nil
        }
    }

    /// The processor time of this process so far.
    private func usage() -> TimeSpan {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_nsec / 1_000))
    }

    @Test func manyThreadsWriteWholeLines() async throws {
        let writer = TextWriter(to: OwnedDescriptor(owning: pipe.writing))
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask { for number in 0..<100 { writer.write("\(task) \(number)\n") } }
            }
        }
        #expect(writer.finish(until: Monotonic.now() + .seconds(5)))
        let lines = pipe.take().split(separator: "\n")
        for task in 0..<4 {
            #expect(lines.filter { $0.hasPrefix("\(task) ") } == (0..<100).map { Substring("\(task) \($0)") })
        }
        close(pipe.reading)
    }
}
