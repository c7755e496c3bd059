import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// What becomes of an arm on a serial port when something breaks: frames stay whole, a zero follows each motion, and
/// nothing stale moves the arm. The fault matrix does this for Bluetooth.
@Suite(.serialized) struct SerialFaultTests {
    // MARK: cut frames, and a board that hangs

    @Test func aCutFrameIsFinishedAndOnlyZerosFollow() async {
        await Cells.run(SerialCell.all, atOnce: 8) { cell in
            await Self.run(cell) { rig in
                try await rig.reach(cell.moment)
                try await Self.strike(cell.fault, rig)
                try await Self.judge(cell, rig)
            }
        }
    }

    private static func run(
        _ cell: some CustomStringConvertible, _ course: (SerialRig) async throws -> Void
    ) async -> CellVerdict {
        do {
            let rig = try await SerialRig()
            defer { rig.close() }
            return await rig.run("\(cell)") { try await course(rig) }
        } catch {
            return CellVerdict(error, of: "\(cell)")
        }
    }

    private static func strike(_ fault: SerialFault, _ rig: SerialRig) async throws {
        switch fault {
        case .release: rig.letGo()
        case .stop:
            rig.press(Code.east)
            try await rig.printed("\"event\":\"stop\"")
        case .signal(let number): rig.program.send(signal: number)
        case .hang:
            let end = Monotonic.now() + .seconds(1)
            try await rig.printed("\"reason\":\"stalled\"")
            // If it were executed later, this would move the arm.
            rig.letGo()
            rig.hold()
            try await Task.sleep(for: .milliseconds(max(0, (end - Monotonic.now()) / .milliseconds(1))))
        }
    }

    private static func judge(_ cell: SerialCell, _ rig: SerialRig) async throws {
        try await rig.heard("whole frames and one stop") { _ in rig.isStopped(motions: cell.moment.motions) }
        switch cell.fault {
        case .signal(let number):
            try #require(try await rig.program.child.exitStatus() == 128 + number)
        case .stop: try await Task.sleep(for: .milliseconds(SerialRig.silence))
        case .release, .hang: return try await rig.drivesAgain()
        }
        try #require(rig.isStopped(motions: cell.moment.motions), "\(rig.history)")
    }

    // MARK: a cable that is pulled

    @Test func aPortThatComesBackIsSentZerosAndMovesAfterRest() async {
        let moments: [SerialMoment] = [
            .idle, .held, .cutMotion(1, bytes: 3), .cutMotion(2, bytes: 3), .cutZero(bytes: 3),
        ]
        await Cells.run(moments, atOnce: 5) { moment in
            await Self.run(moment) { rig in
                try await rig.reach(moment)
                rig.unplug()
                try await rig.printed("\"reason\":\"link-lost\"")
                // Held while there is no port, or still.
                rig.hold()
                try rig.plugIn()
                try await rig.heard("zeros alone") { $0 == SerialRig.zeros }
                try await rig.drivesAgain()
            }
        }
    }

    // MARK: a board that restarts when its port is opened

    /// The hands try again and again, in a rhythm that would move an arm that is not waited for.
    @Test func aBoardThatRestartsIsSentZerosAlone() async throws {
        let rig = try await SerialRig(link: ", reset: 1500 ms")
        defer { rig.close() }
        for link in 1...2 {
            try await rig.printed("\"state\":\"connected\"", times: link)
            let opened = rig.program.lines.lastIndex { $0.contains("\"state\":\"connected\"") } ?? 0
            let moved = try await waitUntil("motion", instead: { rig.history }) {
                rig.letGo()
                try await Task.sleep(for: .milliseconds(SerialRig.silence))
                rig.hold()
                try await Task.sleep(for: .milliseconds(50))
                return rig.program.lines[opened...].first { $0.contains("\"value\":100,") }
            }
            let since = try #require(rig.program.lines[opened].time(of: "t"))
            #expect(try #require(moved.time(of: "t")) - since >= .milliseconds(1500), "\(rig.history)")
            try await rig.heard("zeros before the motion") { $0.hasPrefix(SerialRig.zeros + SerialRig.motion) }
            guard link == 1 else { break }
            rig.unplug()
            try await rig.printed("\"reason\":\"link-lost\"")
            try rig.plugIn()
        }
    }

    // MARK: a board that goes home when it hears nothing

    @Test func theLastFrameIsRepeatedAtRestAndWhileStopped() async throws {
        let rig = try await SerialRig(keys: "silence: { after: 1 s, does: home }\nkeep alive: 200 ms\n")
        defer { rig.close() }
        try await rig.heard("the first zeros, repeated") { $0.hasPrefix(SerialRig.zeros + SerialRig.zeros) }
        try await rig.isLive()
        rig.hold(Code.rx)
        try await rig.heard("a way") { $0.contains("X00") }
        rig.letGo()
        // On its way each number is sent once.
        var last = ""
        try await rig.heard("the last frame again and again") { text in
            last = String(text.suffix(SerialRig.frameLength))
            return text.hasSuffix(last + last + last + last)
        }
        #expect(last.hasPrefix("X"))
        rig.press(Code.east)
        try await rig.printed("\"event\":\"stop\"")
        let stopped = rig.board.text
        try await rig.heard("the same frame") { $0.hasPrefix(stopped + last + last + last) }
        rig.program.send(signal: SIGTERM)
        #expect(try await rig.program.child.exitStatus() == 128 + SIGTERM)
        let rest = rig.board.text.dropFirst(stopped.count)
        #expect(rest.replacing(last, with: "") == "", "\(rest)")
    }
}
