import Glibc
public import Testing
import WaldoMeter
import WaldoTestSupport
public import WaldoTime

/// What the run of one cell has shown.
public enum CellVerdict: Sendable {
    /// What was promised holds.
    case holds
    /// It does not: what was wrong, and where that was noticed.
    case fails([(what: String, place: SourceLocation?)])
    /// So much time was withheld from it that nothing can be said.
    case none(withheld: TimeSpan)

    /// The verdict on a cell that could not be set up.
    public init(_ error: any Error, of cell: String) {
        self = (error as? NoVerdict).map { .none(withheld: $0.withheld) } ?? .fails([("\(cell): \(error)", nil)])
    }

    /// Records an issue for a cell that fails, and for one that has no verdict and is not run again.
    fileprivate func record(for cell: String) {
        switch self {
        case .holds: break
        case .none(let withheld): Issue.record("\(NoVerdict(cell, withheld: withheld))")
        case .fails(let failures):
            for (what, place) in failures {
                if let place { Issue.record("\(what)", sourceLocation: place) } else { Issue.record("\(what)") }
            }
        }
    }
}

/// Runs the cells of a table, and those that were starved again, one after the other: only that verdict counts.
///
/// Beside other suites these are run at the very end, by a process that has the machine for itself. `Tests/suites`
/// names a file in `WALDO_NO_VERDICT`, to which they are appended; it then starts the test again with that file in
/// `WALDO_AGAIN`.
public enum Cells {
    /// Runs cells side by side and records an issue for each that fails.
    /// - Parameters:
    ///   - cells: the cells, each with a description of its own.
    ///   - atOnce: how many run at once.
    ///   - run: runs one.
    public static func run<Cell: Sendable & CustomStringConvertible>(
        _ cells: [Cell], atOnce: Int, _ run: @escaping @Sendable (Cell) async -> CellVerdict
    ) async {
        let known = Dictionary(cells.map { ("\($0)", $0) }) { one, _ in one }
        precondition(known.count == cells.count, "two cells have the same description")
        await Self.run {
            await withTaskGroup(of: (String, CellVerdict).self) { group in
                var rest = cells[...], starved: [String] = []
                func start() { if let cell = rest.popFirst() { group.addTask { ("\(cell)", await run(cell)) } } }
                for _ in 0..<atOnce { start() }
                while let (name, verdict) = await group.next() {
                    if case .none(let withheld) = verdict {
                        print("\(NoVerdict(name, withheld: withheld)); again at the end")
                        starved.append(name)
                    } else {
                        verdict.record(for: name)
                    }
                    start()
                }
                return starved
            }
        } again: { name in
            guard let cell = known[name] else { return .fails([("there is no cell \(name)", nil)]) }
            return await run(cell)
        }
    }

    /// Runs cells that one call runs together.
    /// - Parameters:
    ///   - first: runs all, records an issue for each that fails, and returns the descriptions of those without a
    /// verdict. - again: runs the cell of a description.
    /// - Throws: what they throw.
    public static func run(
        together first: () async throws -> [String], again: (String) async throws -> CellVerdict
    ) async rethrows {
        // An identifier ends in the test's place in its file.
        let test = Test.current.map { "\($0.id)".split(separator: "/").dropLast().joined(separator: "/") } ?? ""
        func runAgain(_ names: [String]) async throws { for name in names { try await again(name).record(for: name) } }
        if let path = variable("WALDO_AGAIN") {
            let lines = ((try? readFile(path)) ?? "").split(separator: "\n").map { $0.split(separator: "\t") }
            let names = lines.filter { $0.count == 2 && $0[0] == test }.map { String($0[1]) }
            if names.isEmpty { Issue.record("\(path) names no cell of \(test)") }
            return try await runAgain(names)
        }
        guard let path = variable("WALDO_NO_VERDICT") else { return try await runAgain(try await first()) }
        // A test that is named judges its cells by itself.
        append("\(test)\t\n", to: path)
        for name in try await first() { append("\(test)\t\(name)\n", to: path) }
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private static func append(_ text: String, to path: String) {
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        defer { close(file) }
        guard file >= 0, write(file, text, text.utf8.count) == text.utf8.count else {
            Issue.record("\(path) cannot be written, so that starved cells would be lost")
            return
        }
    }
}
