import Glibc
public import Testing
public import WaldoTime

/// What the run of one cell has shown.
public enum CellVerdict: Sendable {
    /// What was promised holds.
    case holds
    /// It does not: what was wrong, and where that was noticed.
    case fails([(what: String, place: SourceLocation?)])
    /// So much time was withheld from it that nothing can be said.
    case none(withheld: TimeSpan)
}

/// Runs the cells of a table side by side, and again, one after the other, those that were starved: only that verdict counts.
///
/// Beside other suites those are run at the very end, by a process that has the machine for itself. `Tests/suites` names a
/// file in `WALDO_NO_VERDICT`, to which they are appended; it then starts the test again with that file in `WALDO_AGAIN`.
public struct Cells: Sendable {
    private let atOnce: Int

    /// Creates a way to run cells.
    /// - Parameter atOnce: how many run at once.
    public init(atOnce: Int) { self.atOnce = atOnce }

    /// Runs cells and records an issue for each that fails.
    /// - Parameters:
    ///   - cells: the cells, each with a description of its own.
    ///   - run: runs one.
    public func run<Cell: Sendable & CustomStringConvertible>(
        _ cells: [Cell], _ run: @escaping @Sendable (Cell) async -> CellVerdict
    ) async {
        if let path = Self.variable("WALDO_AGAIN") {
            let wanted = Set(((try? readFile(path)) ?? "").split(separator: "\n"))
            return await Self.settle(cells.filter { wanted.contains(Self.line($0)[...]) }, run)
        }
        let path = Self.variable("WALDO_NO_VERDICT")
        // A test that is named judges its cells by itself.
        if let path { Self.append(Self.line("") + "\n", to: path) }
        let starved = await firstRun(cells, run)
        guard let path else { return await Self.settle(starved, run) }
        Self.append(starved.map { Self.line($0) + "\n" }.joined(), to: path)
    }

    /// Returns the cells without a verdict.
    private func firstRun<Cell: Sendable & CustomStringConvertible>(
        _ cells: [Cell], _ run: @escaping @Sendable (Cell) async -> CellVerdict
    ) async -> [Cell] {
        await withTaskGroup(of: (Cell, CellVerdict).self) { group in
            var rest = cells[...], starved: [Cell] = []
            func start() { if let cell = rest.popFirst() { group.addTask { (cell, await run(cell)) } } }
            for _ in 0..<atOnce { start() }
            while let (cell, verdict) = await group.next() {
                if case .none(let withheld) = verdict {
                    print("\(cell): starved by \(withheld / .milliseconds(1)) ms; again at the end")
                    starved.append(cell)
                } else {
                    Self.record(cell, verdict)
                }
                start()
            }
            return starved
        }
    }

    /// Runs cells one after the other; a cell that is starved again fails.
    private static func settle<Cell: CustomStringConvertible>(_ cells: [Cell], _ run: (Cell) async -> CellVerdict) async
    {
        for cell in cells { record(cell, await run(cell)) }
    }

    private static func record(_ cell: some CustomStringConvertible, _ verdict: CellVerdict) {
        switch verdict {
        case .holds: break
        case .none(let withheld):
            Issue.record("\(cell): no verdict: starved by \(withheld / .milliseconds(1)) ms")
        case .fails(let failures):
            for failure in failures {
                if let place = failure.place {
                    Issue.record("\(failure.what)", sourceLocation: place)
                } else {
                    Issue.record("\(failure.what)")
                }
            }
        }
    }

    /// How the file names a cell: by its test and its description.
    private static func line(_ cell: some CustomStringConvertible) -> String {
        let test = Test.current.map { "\($0.id)".split(separator: "/").prefix(2).joined(separator: "/") } ?? ""
        return "\(test)\t\(cell)"
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private static func append(_ text: String, to path: String) {
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        _ = write(file, text, text.utf8.count)
        close(file)
    }
}
