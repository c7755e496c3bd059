import Synchronization
public import Testing
public import WaldoTestSupport

/// What the tests of one suite have tried for principals. Its rows of the page are those of the record, and no others.
///
/// A program in another language that tries something prints a line for each attempt, which `add(line:)` reads.
public final class AttemptRecord: Sendable {
    /// The suite.
    public let suite: String
    private let attempts = Mutex<[Attempt]>([])

    /// An empty record.
    /// - Parameter suite: the name of the suite, such as `PanelPrincipalTests`.
    public init(of suite: String) { self.suite = suite }

    /// What was recorded so far.
    public var all: [Attempt] { attempts.withLock { $0 } }

    /// Records what came of an attempt, and that it is what should come of it.
    /// - Parameters:
    ///   - who: the principal.
    ///   - what: what he tries.
    ///   - may: whether it is his right.
    ///   - did: whether it has succeeded.
    ///   - result: what happens, in words that are the same in each run.
    public func add(
        _ who: Principal, _ what: String, may: Bool, did: Bool, _ result: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(did == may, "\(who.rawValue) \(may ? "may" : "may not"): \(what)", sourceLocation: sourceLocation)
        attempts.withLock { $0.append(Attempt(who, what, may: may, result, in: suite)) }
    }

    /// Records the line of another program: `attempt`, the principal's name in the code, what, `may` or `may not`,
    /// `did` or `did not`, and the result, with tabs between them.
    /// - Returns: whether it is such a line.
    @discardableResult
    public func add(line: some StringProtocol, sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
        let fields = String(line).split(omittingEmptySubsequences: false) { $0 == "\t" }.map(String.init)
        guard fields.count == 6, fields[0] == "attempt",
            let who = Principal.allCases.first(where: { "\($0)" == fields[1] })
        else { return false }
        add(
            who, fields[2], may: fields[3] == "may", did: fields[4] == "did", fields[5],
            sourceLocation: sourceLocation)
        return true
    }

    /// Compares the record with the suite's rows of the page; with WALDO_WRITE_PRINCIPALS in the environment it writes
    /// them.
    /// - Throws: `DidNotHappen` if the page cannot be read or written.
    public func compareWithPage(sourceLocation: SourceLocation = #_sourceLocation) throws {
        var page = try PrincipalPage.committed()
        if PrincipalPage.isToBeWritten {
            page = try PrincipalPage.replace(all, of: suite)
        }
        let kept = page.attempts(of: suite), made = PrincipalPage(all).attempts(of: suite)
        let parting = (0..<max(kept.count, made.count)).first { index in
            index >= kept.count || index >= made.count || kept[index] != made[index]
        }
        #expect(
            parting == nil,
            """
            the page has: \(parting.flatMap { $0 < kept.count ? kept[$0].row : nil } ?? "nothing more")
            it should be: \(parting.flatMap { $0 < made.count ? made[$0].row : nil } ?? "nothing more")
            """, sourceLocation: sourceLocation)
    }
}
