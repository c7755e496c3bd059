import Glibc
import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoFiles

@Suite(.serialized, .onLoop)
struct LineWriterTests {
    /// A pipe whose read end belongs to the test.
    private struct Pipe {
        let reading: CInt
        let writing: CInt

        init() {
            var ends: [CInt] = [-1, -1]
            #expect(pipe(&ends) == 0)
            (reading, writing) = (ends[0], ends[1])
        }

        /// Everything up to end of file, which comes when the last writer closes.
        func readToEnd() -> String {
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(reading, &chunk, chunk.count)
                guard count > 0 else { break }
                bytes += chunk[..<count]
            }
            close(reading)
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// A few lines after they have gone through a pipe.
    @LoopActor
    private func written(_ body: @LoopActor (LineWriter) -> Void) throws -> String {
        let pipe = Pipe()
        do {
            let writer = try LineWriter(to: OwnedDescriptor(owning: pipe.writing), whenFull: .dropLines) { ending in
                Issue.record("ended: \(ending)")
            }
            body(writer)
            #expect(writer.finish(within: .seconds(2)))
        }
        return pipe.readToEnd()
    }

    /// A ring of 64 bytes would be full at once.
    @Test @LoopActor func linesThatNobodyReadsAreNotMade() throws {
        let null = OwnedDescriptor(owning: open("/dev/null", O_WRONLY | O_CLOEXEC))
        let writer = try LineWriter(to: null, capacity: 64, whenFull: .endWithOneFailure) { ending in
            Issue.record("ended: \(ending)")
        }
        for number in 0..<1_000 {
            writer.beginObject()
            writer.field("number", Int64(number))
            writer.endObject()
        }
        #expect(writer.isEmpty && writer.ending == nil && writer.droppedLines == 0)
        #expect(writer.finish(within: .seconds(2)))
    }

    @Test @LoopActor func theLinesOfADrive() throws {
        let text = try written { writer in
            writer.start(pid: 4711)
            writer.command(
                t: .microseconds(1_234_567), channel: QuotedText("slider"), value: 6, bytes: Frame([0x46, 0x3e])!)
        }
        #expect(
            text == """
                {"event":"start","pid":4711}
                {"t":1234567,"channel":"slider","value":6,"bytes":"463e"}

                """)
    }

    @Test @LoopActor func values() throws {
        let text = try written { writer in
            writer.begin()
            for value in [0, 7, -7, 10, 1_000_000, Int64.max, Int64.min] {
                writer.integer(value)
                writer.text(" ")
            }
            writer.end()
            writer.begin()
            for (units, decimals) in [(25, 2), (-25, 2), (5, 3), (-1_000_001, 6), (0, 1)] as [(Int64, Int)] {
                writer.decimal(units, decimals: decimals)
                writer.text(" ")
            }
            writer.end()
            writer.begin()
            writer.quoted("a\"b\\c\n\u{1}\u{7f}é€")
            writer.end()
            writer.beginObject()
            writer.field("shown", flag: true)
            writer.field("zx", -25, decimals: 2)
            writer.field("bytes", hex: Frame([0, 0x0f, 0xa5, 0xff])!)
            writer.endObject()
        }
        #expect(
            text == """
                0 7 -7 10 1000000 9223372036854775807 -9223372036854775808 \n\
                0.25 -0.25 0.005 -1.000001 0.0 \n\
                "a\\"b\\\\c\\u000a\\u0001\\u007fé€"
                {"shown":true,"zx":-0.25,"bytes":"000fa5ff"}

                """)
    }

    /// The first line after a silence is written at once; those that follow closely are written together.
    @Test @LoopActor func theFirstLineLeavesAtOnceAndThoseBehindItTogether() throws {
        let pipe = Pipe()
        defer { close(pipe.reading) }
        let gather: TimeSpan = .milliseconds(300)
        let writer = try LineWriter(
            to: OwnedDescriptor(owning: pipe.writing), gather: gather, whenFull: .dropLines
        ) { Issue.record("ended: \($0)") }
        func nextRead() -> String {
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = read(pipe.reading, &bytes, bytes.count)
            return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
        }
        let start = Monotonic.now()
        writer.start(pid: 1)
        #expect(nextRead().hasSuffix(":1}\n"))
        #expect(Monotonic.now() - start < gather)
        for pid in [2, 3] as [Int32] { writer.start(pid: pid) }
        #expect(nextRead().split(separator: "\n").count == 2)
        #expect(Monotonic.now() - start >= gather)
        #expect(writer.finish(within: .seconds(2)))
    }

    @Test @LoopActor func keepsOrderThroughAManyTimesWrappedRing() async throws {
        let pipe = Pipe()
        let reader = Task.detached { pipe.readToEnd() }
        var writer: LineWriter? = try LineWriter(
            to: OwnedDescriptor(owning: pipe.writing), capacity: 257, whenFull: .dropLines
        ) { Issue.record("ended: \($0)") }
        for number in 0..<5_000 as Range<Int64> {
            let before = try #require(writer).droppedLines
            repeat {
                writer?.begin()
                writer?.integer(number)
                writer?.end()
                if writer?.droppedLines != before + 1 { break }
                try await Loop.sleep(for: .microseconds(200))
            } while false
        }
        let dropped = try #require(writer).droppedLines
        #expect(try #require(writer).finish(within: .seconds(5)))
        writer = nil
        let numbers = await reader.value.split(separator: "\n").compactMap { line in
            line.hasPrefix(#"{"event":"dropped","#) ? nil : Int(line) ?? -1
        }
        #expect(numbers.count == 5_000 - dropped)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test @LoopActor func aReaderThatSleepsLosesWholeLinesAndTheLoopDoesNotWait() async throws {
        let pipe = Pipe()
        var writer: LineWriter? = try LineWriter(
            to: OwnedDescriptor(owning: pipe.writing), capacity: 1_000, whenFull: .dropLines
        ) { Issue.record("ended: \($0)") }
        let start = meteredNow()
        for number in 0..<20_000 as Range<Int64> {
            writer?.beginObject()
            writer?.field("line", number)
            writer?.endObject()
        }
        expectInTime(since: start, within: .seconds(2))
        let dropped = try #require(writer).droppedLines
        #expect(dropped > 0)

        let reader = Task.detached { pipe.readToEnd() }
        try await waitUntil("room in the ring") {
            writer!.reportDroppedLines()
            return writer!.reportedDroppedLines == writer!.droppedLines ? true : nil
        }
        let reported = try #require(writer).droppedLines
        #expect(try #require(writer).finish(within: .seconds(5)))
        writer = nil
        var lines = await reader.value.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.popLast() == "")
        #expect(lines.popLast() == #"{"event":"dropped","lines":\#(reported)}"#)
        #expect(lines.count == 20_000 - dropped)
        #expect(lines.allSatisfy { $0.hasPrefix(#"{"line":"#) && $0.hasSuffix("}") })
    }

    /// No other line follows that could say it.
    @Test @LoopActor func aGapIsSaidOnceThereIsRoomAgain() async throws {
        let pipe = Pipe()
        var writer: LineWriter? = try LineWriter(
            to: OwnedDescriptor(owning: pipe.writing), capacity: 1_000, whenFull: .dropLines
        ) { Issue.record("ended: \($0)") }
        for number in 0..<20_000 as Range<Int64> {
            writer?.beginObject()
            writer?.field("line", number)
            writer?.endObject()
        }
        let dropped = try #require(writer).droppedLines
        #expect(dropped > 0)
        let reader = Task.detached { pipe.readToEnd() }
        try await waitUntil("word of the gap") { writer?.reportedDroppedLines == dropped ? () : nil }
        #expect(try #require(writer).finish(within: .seconds(5)))
        writer = nil
        #expect(await reader.value.hasSuffix("{\"event\":\"dropped\",\"lines\":\(dropped)}\n"))
    }

    @Test @LoopActor func aFullRecordingEndsOnceAfterWholeLines() async throws {
        let pipe = Pipe()
        var endings: [LineWriter.Ending] = []
        var writer: LineWriter? = try LineWriter(
            to: OwnedDescriptor(owning: pipe.writing), capacity: 1_000, whenFull: .endWithOneFailure
        ) { endings.append($0) }
        for number in 0..<100_000 as Range<Int64> {
            writer?.begin()
            writer?.integer(number)
            writer?.end()
        }
        #expect(endings == [.full])
        #expect(writer?.ending == .full)
        let reader = Task.detached { pipe.readToEnd() }
        #expect(try #require(writer).finish(within: .seconds(5)) == false)
        writer = nil
        let lines = await reader.value.split(separator: "\n")
        #expect(lines.count > 100)
        #expect(lines.enumerated().allSatisfy { $1 == "\($0)" })
    }

    @Test @LoopActor func aReaderThatHasGoneIsReportedOnce() async throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        var endings: [LineWriter.Ending] = []
        let writer = try LineWriter(to: OwnedDescriptor(owning: pipe.writing), whenFull: .dropLines) {
            endings.append($0)
        }
        close(pipe.reading)
        writer.start(pid: 1)
        try await waitUntil("word of the loss") { endings.first }
        writer.start(pid: 2)
        #expect(writer.finish(within: .seconds(1)) == false)
        #expect(endings == [.readerGone])
        #expect(writer.droppedLines == 0)
    }

    @Test @LoopActor func aFullDiskIsReportedWithItsCause() async throws {
        var endings: [LineWriter.Ending] = []
        let writer = try LineWriter(
            to: OwnedDescriptor(owning: open("/dev/full", O_WRONLY | O_CLOEXEC)), whenFull: .endWithOneFailure
        ) { endings.append($0) }
        writer.start(pid: 1)
        try await waitUntil("word of the failure") { endings.first }
        #expect(endings == [.failed(SystemFailure("write", code: ENOSPC))])
    }

    @Test @LoopActor func finishWaitsNoLongerThanItMay() throws {
        let pipe = Pipe()
        let writer = try LineWriter(to: OwnedDescriptor(owning: pipe.writing), whenFull: .dropLines) { _ in }
        for number in 0..<30_000 as Range<Int64> {
            writer.begin()
            writer.integer(number)
            writer.end()
        }
        let start = meteredNow()
        #expect(writer.finish(within: .milliseconds(50)) == false)
        expectInTime(since: start, within: .seconds(1))
        _ = writer
        // The thread is still blocked in its write: let it end before the pipe is closed.
        var rest = [UInt8](repeating: 0, count: 1 << 20)
        while !writer.finish(within: .milliseconds(1)) { _ = read(pipe.reading, &rest, rest.count) }
        close(pipe.reading)
    }

    @Test @LoopActor func aNonBlockingOutputIsWaitedFor() async throws {
        let pipe = Pipe()
        #expect(fcntl(pipe.writing, F_SETFL, O_NONBLOCK) == 0)
        var writer: LineWriter? = try LineWriter(
            to: OwnedDescriptor(owning: pipe.writing), whenFull: .dropLines
        ) { Issue.record("ended: \($0)") }
        for number in 0..<30_000 as Range<Int64> {
            writer?.begin()
            writer?.integer(number)
            writer?.end()
        }
        let reader = Task.detached { pipe.readToEnd() }
        #expect(try #require(writer).finish(within: .seconds(5)))
        writer = nil
        #expect(await reader.value.split(separator: "\n").count == 30_000)
    }

    /// The kernel's count of voluntary context switches of the thread of this name; nil while there is no such thread.
    private func sleeps(ofThread name: String) -> Int? {
        func text(_ path: String) -> Substring? {
            guard let file = fopen(path, "re") else { return nil }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 4096)
            return Substring(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
        }
        guard let tasks = opendir("/proc/self/task") else { return nil }
        defer { closedir(tasks) }
        while let entry = readdir(tasks) {
            let task = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard text("/proc/self/task/\(task)/comm") == name + "\n" else { continue }
            let status = text("/proc/self/task/\(task)/status") ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return line?.split(separator: "\t").last.flatMap { Int($0) }
        }
        return nil
    }

    @Test @LoopActor func theThreadSleepsWhileThereIsNothingToWrite() async throws {
        let pipe = Pipe()
        try await waitUntil("end of the threads of other tests") {
            sleeps(ofThread: "waldo-writer") == nil ? true : nil
        }
        let writer = try LineWriter(to: OwnedDescriptor(owning: pipe.writing), whenFull: .dropLines) { _ in }
        writer.start(pid: 1)
        var line = [UInt8](repeating: 0, count: 100)
        #expect(read(pipe.reading, &line, line.count) == 26)
        // Every wakeup has been handled once two looks, one poll apart, agree; from then on the count must not change.
        var before = -1
        try await waitUntil("quiet") {
            let now = sleeps(ofThread: "waldo-writer") ?? 0
            defer { before = now }
            return now > 0 && now == before ? true : nil
        }
        try await Loop.sleep(for: .milliseconds(300))
        #expect(sleeps(ofThread: "waldo-writer") == before)
        #expect(writer.finish(within: .seconds(1)))
        close(pipe.reading)
    }
}
