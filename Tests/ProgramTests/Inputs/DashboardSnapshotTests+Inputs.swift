import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp
@testable import WaldoTerminal

extension DashboardSnapshotTests {
    private static let screens: [(TerminalSize, TerminalStyle)] =
        [(80, 24), (120, 30), (60, 15), (40, 10), (20, 3)].map {
            (TerminalSize(columns: $0, rows: $1), TerminalStyle(.monochrome))
        } + [(TerminalSize(columns: 80, rows: 24), TerminalStyle(.monochrome, isUnicode: false))]

    /// A pad of the table as it is watched, with what has happened to it.
    private static func watched(
        _ id: String, mapping name: String? = nil, isMapped: Bool = true, held: [UInt16: Int32] = [:],
        _ happens: [InputEvent] = []
    ) throws -> InputView {
        let real = try #require(try RealInput.all().first { $0.id == id })
        var state = InputState(axes: real.description.axes)
        for index in state.axes.indices {
            state.axes[index].value = held[state.axes[index].code] ?? state.axes[index].value
        }
        let library = Library(directory: nil, rows: SDLRowSources(environment: ""))
        let mapping =
            try isMapped ? name.map(library.loadMapping) ?? library.bestMapping(for: real.description)?.value : nil
        var now: Instant = 1_000_000
        var input = WatchedInput(
            real.description, at: "/dev/input/event5", state, mapping: mapping, arm: try library.loadArm("robot"),
            now: now)
        func pass(_ span: TimeSpan) {
            let end = now + span
            while let deadline = input.deadline, deadline <= end {
                now = max(now, deadline)
                input.advance(to: now)
            }
            now = end
        }
        pass(.seconds(1))
        for event in happens { input.handle(event, at: now) }
        input.handle(.report(more: false), at: now)
        pass(.milliseconds(200))
        return input.view(at: now)
    }

    @Test @LoopActor func theWatchedInputStillLooksTheSame() throws {
        let pushed: [InputEvent] = [.axis(3, 20_000), .axis(4, 1_500), .axis(5, 140), .key(0x130, down: true)]
        let moments: [(String, InputView)] = [
            ("a stick and a trigger", try Self.watched("xbox360-wired", pushed)),
            ("stopped", try Self.watched("xbox360-wired", pushed + [.key(0x131, down: true)])),
            ("held at the start, and off centre", try Self.watched("xbox360-wired", held: [3: 4_000, 5: 255])),
            ("a pad without a mapping", try Self.watched("dragonrise-generic", isMapped: false, [.axis(0, 200)])),
            ("a mapping for another pad", try Self.watched("xbox360-wired", mapping: "xbox-bluetooth")),
            ("a keyboard", try Self.watched("at-keyboard", [.key(17, down: true), .key(30, down: true)])),
        ]
        var made = ""
        for (size, style) in Self.screens {
            for (title, view) in moments {
                let board = InputBoard(size: size, style: style), rows = board.rows(view).map(\.text)
                #expect(rows.count == size.rows && rows.allSatisfy { $0.count <= size.columns })
                made += "== \(size.columns)x\(size.rows)\(style.isUnicode ? "" : ", ASCII"): \(title)\n"
                made += rows.joined(separator: "\n") + "\n"
            }
        }
        try Self.compare(made, to: "watched-input")
    }
}
