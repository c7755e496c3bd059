import Glibc
import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoSerial

/// The link by a serial port: frames stay whole, zeros follow them, and the port may go and come back.
@Suite(.onLoop, .serialized) struct SerialLinkTests {
    @LoopActor private final class Heard: SerialLinkDelegate {
        var events: [LinkEvent] = [], statuses: [LinkStatus] = [], received: [UInt8] = []
        /// Each change: the event by its name, and the phase for screens.
        var changes: [String] = []
        var failure: SerialError?

        func serialLink(didReport report: SerialLink.Report) {
            switch report {
            case .changed(let event, let status, _):
                if let event { events.append(event) }
                if let status { statuses.append(status) }
                changes.append(
                    [event.map { "\($0.name)" }, status?.phase.rawValue].compactMap(\.self).joined(separator: " "))
            case .received(let bytes, _): received += bytes
            case .failed(let error): failure = error
            }
        }
    }

    private static let pacing = Pacing(interval: .milliseconds(20), zeroRepeats: 3)

    @LoopActor private func link(
        _ path: String, baud: Int = 115_200, reset: TimeSpan? = nil, waits: Bool = true
    ) -> (SerialLink, Heard) {
        let link = SerialLink(SerialProfile(path: path, baud: baud, reset: reset), pacing: Self.pacing, waits: waits)
        let heard = Heard()
        link.delegate = heard
        return (link, heard)
    }

    private func frame(_ text: String) -> Frame { Frame(Array(text.utf8))! }

    @LoopActor @Test func framesGoOutAndReportsComeIn() async throws {
        let board = try Board(), (link, heard) = link(board.path)
        link.start()
        #expect(heard.events == [.up(takenOver: true)] && heard.statuses.last?.phase == .connected)
        #expect(link.write(frame("F10>"), isZero: false, pending: ZeroCounts([3])) == .written)
        try await waitUntil("the frame") { board.text == "F10>" ? true : nil }
        board.say(Array("POS 1\n".utf8))
        try await waitUntil("the report") { heard.received == Array("POS 1\n".utf8) ? true : nil }
        try await waitUntil("the frames to leave") { link.hasLeft ? true : nil }
        link.close()
    }

    /// A board that restarts is sent zeros, and motion after its time.
    @LoopActor @Test func aBoardThatRestartsIsWaitedFor() async throws {
        let board = try Board(), (link, heard) = link(board.path, reset: .milliseconds(30))
        link.start()
        #expect(heard.events == [.opened(takenOver: true)])
        try await waitUntil("its start") { heard.events.last == .flowing ? true : nil }
        link.close()
    }

    /// At 9600 baud 20 frames of 10 bytes take 200 ms, and what waits is bounded.
    @LoopActor @Test func motionWaitsForTheRateAndAZeroDoesNot() async throws {
        let board = try Board(), (link, heard) = link(board.path, baud: 9_600)
        link.start()
        var written = 0, outcome = WriteOutcome.written
        while outcome == .written {
            outcome = link.write(frame("M12345678>"), isZero: false, pending: ZeroCounts([3]))
            written += 1
        }
        #expect(outcome == .writtenLast && (2...4).contains(written), "\(written)")
        #expect(link.write(frame("S>"), isZero: true, pending: ZeroCounts([2])).isWritten)
        try await waitUntil("room") { heard.events.last == .flowing ? true : nil }
        #expect(board.text.hasSuffix("S>"))
        link.close()
    }

    /// A board that hangs takes what the port holds, and no frame in the middle of another one.
    @LoopActor @Test func aFrameThatIsCutIsFinishedBeforeTheZeros() async throws {
        let board = try Board(), (link, heard) = link(board.path, baud: 4_000_000)
        link.start()
        let zeros = DriveStateMachine(arm: .robot, mapping: .pad()).failsafe
        link.setFailsafe(zeros)
        let motion = "M" + String(repeating: "0", count: 61) + ">"
        var sent = 0, isFull = false
        try await waitUntil("a full port") {
            switch link.write(frame(motion), isZero: false, pending: ZeroCounts([3])) {
            case .written: sent += 1
            case .refused: isFull = !heard.events.contains(.ready) && sent > 60
            default: Issue.record("\(heard.events)")
            }
            if heard.events.last == .ready { heard.events.removeLast() }
            return isFull ? true : nil
        }
        try await waitUntil("a stall") { heard.events.last == .stalled ? true : nil }
        #expect(!link.hasLeft && heard.changes.last == "stalled stalled", "\(heard.changes)")
        try await waitUntil("room", instead: { "\(heard.events)" }) {
            board.read(256)
            return heard.events.last == .ready || heard.events.last == .flowing ? true : nil
        }
        FailsafeSlot.sendAll()
        let failsafe = link.acknowledgeFailsafe()
        try await waitUntil("the zeros") { board.text.hasSuffix("S>S>S>") ? true : nil }
        link.close()
        let frames = board.text.split(separator: ">")
        #expect(frames.prefix(sent).allSatisfy { $0.count == 62 }, "\(frames.map(\.count))")
        #expect(frames.dropFirst(sent).allSatisfy { $0 == "S" } && failsafe != nil)
        #expect(frames.count == sent + 3)
    }

    @LoopActor @Test func aPortThatIsPulledOutComesBack() async throws {
        let folder = try TemporaryFolder(), path = folder.path + "/arm"
        var board = try Board()
        symlink(board.path, path)
        let (link, heard) = link(path)
        link.start()
        #expect(link.write(frame("F>"), isZero: false, pending: ZeroCounts([3])) == .written)
        unlink(path)
        board.unplug()
        try await waitUntil("the loss", instead: { "\(heard.events)" }) { heard.events.last == .down ? true : nil }
        #expect(link.write(frame("F>"), isZero: false, pending: ZeroCounts([3])) == .gone)
        try await waitUntil("the wait") { heard.statuses.last?.phase == .noPort ? true : nil }
        board = try Board()
        symlink(board.path, path)
        try await waitUntil("the port again", instead: { "\(heard.statuses)" }) {
            heard.events.last == .up(takenOver: true) ? true : nil
        }
        link.close()
        #expect(heard.failure == nil)
        #expect(heard.changes.starts(with: ["up connected", "down", "lost"]), "\(heard.changes)")
    }

    /// The outcome of the write halts the drive: until then screens show nothing.
    @LoopActor @Test func aLossThatAWriteFindsIsShownAfterTheWrite() async throws {
        let board = try Board(), (link, heard) = link(board.path)
        link.start()
        board.unplug()
        #expect(link.write(frame("F>"), isZero: false, pending: ZeroCounts([3])) == .gone)
        #expect(heard.changes == ["up connected"])
        try await waitUntil("the loss", instead: { "\(heard.changes)" }) {
            heard.changes.starts(with: ["up connected", "lost"]) ? true : nil
        }
        link.close()
    }

    @LoopActor @Test func withoutWaitingAMissingPortEndsIt() throws {
        let (link, heard) = link("/nowhere/tty", waits: false)
        link.start()
        #expect(heard.failure?.kind == .notFound && heard.events.isEmpty)
        link.close()
    }
}
