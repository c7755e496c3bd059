import Testing
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoLoop

/// A child process on the loop, its lines and its end.
@Suite(.onLoop, .serialized) struct LineChildTests {
    private final class Heard: @unchecked Sendable {
        var lines: [String] = [], status: CInt?
    }

    @LoopActor private func start(_ script: String) throws -> (LineChild, Heard) {
        let heard = Heard()
        let child = try LineChild(
            "/bin/sh", ["-c", script],
            .init(line: { heard.lines.append(String(decoding: $0, as: UTF8.self)) }, ended: { heard.status = $0 }))
        return (child, heard)
    }

    @Test @LoopActor func linesGoInAndComeBack() async throws {
        let (child, heard) = try start("read a; echo \"<$a>\"; echo error >&2; read b; echo \"<$b>\"; exit 3")
        #expect(child.write(Array("one".utf8)))
        try await waitUntil("the first line") { heard.lines.first == "<one>" ? true : nil }
        #expect(child.write(Array("two".utf8)))
        try await waitUntil("its end") { heard.status != nil ? true : nil }
        #expect(heard.lines.contains("error") && heard.lines.last == "<two>" && heard.status == 3)
        #expect(!child.write(Array("three".utf8)))
    }

    @Test @LoopActor func aLineThatIsTooLongIsLeftOut() async throws {
        let (child, heard) = try start("head -c 5000 /dev/zero | tr '\\0' x; echo; echo short")
        try await waitUntil("its end") { heard.status != nil ? true : nil }
        #expect(heard.lines == ["short"] && child.finish(within: .zero))
    }

    @Test @LoopActor func aWriterIsNeverHeldUp() throws {
        let (child, heard) = try start("sleep 60")
        let line = [UInt8](repeating: 120, count: 1_000)
        var taken = 0
        for _ in 0..<200 where child.write(line) { taken += 1 }
        #expect(taken < 200 && !child.write([UInt8](repeating: 120, count: LineChild.longest)))
        #expect(!child.finish(within: .milliseconds(100)) && heard.status == 128 + 15)
    }

    @Test @LoopActor func theEndOfItsInputEndsIt() throws {
        let (child, heard) = try start("cat; echo done")
        child.write(Array("last".utf8))
        #expect(child.finish(within: .seconds(10)) && heard.status == 0)
        #expect(heard.lines == ["last", "done"])
    }

    @Test @LoopActor func oneThatIgnoresItsEndIsKilled() throws {
        let (child, heard) = try start("trap '' TERM; echo on; while :; do sleep 1; done")
        #expect(!child.finish(within: .seconds(1)) && heard.status == 128 + 9)
    }

    @Test @LoopActor func whatCannotBeStartedIsSaid() {
        #expect(throws: SystemFailure.self) {
            try LineChild("/nowhere/relay", [], .init(line: { _ in }, ended: { _ in }))
        }
    }
}
