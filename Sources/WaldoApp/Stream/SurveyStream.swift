import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTime

/// Has `waldo-relay` send a survey while it goes on, and shows how it stands. Nothing of it can end or delay the survey
/// or a drive: a relay that ends is started again, later and later, and what it says is only shown.
@LoopActor
final class SurveyStream {
    private let plan: StreamPlan, program: String, store: String, takesSimulated: Bool
    private weak var survey: LiveSurvey?
    private var child: LineChild?
    private var timer: LoopTimer?
    private var shown = RelayStatus()
    /// What the relay should know of the station, as JSON; sent again to one that has been started again.
    private var facts: [UInt8]?
    private var isFactPending = false, isEnding = false
    private var retry = Retry(Retry.Policy(doubling: .seconds(1), to: .seconds(60), steady: .seconds(60)))
    private var startedAt = Instant.clockStart

    /// How long what is left may take at the end.
    private static let patience = TimeSpan.seconds(10)
    /// Exit statuses of what does not go away by itself: usage, a wrong file, no file, not for upload.
    private static let final: [ExitStatus] = [.usage, .file, .input, .forbidden]

    /// - Parameter store: the survey's file.
    /// - Throws: `Failure`: the relay is not installed.
    init(_ plan: StreamPlan, _ survey: LiveSurvey, store: String, takesSimulated: Bool) throws(Failure) {
        program = try StreamPlan.find()
        (self.plan, self.survey, self.store, self.takesSimulated) = (plan, survey, store, takesSimulated)
        timer = LoopTimer(of: self) { owner, _ in owner.start() }
        show(shown)
    }

    /// Refuses a plan that cannot be streamed, before anything is stored or moves.
    /// - Throws: `Failure`: it is not stored, or the relay is not installed.
    static func check(_ plan: SurveyPlan) throws(Failure) {
        guard plan.stream != nil else { return }
        guard plan.store != nil else {
            throw Failure(.usage, "--stream sends what is stored: give the survey a file as well")
        }
        _ = try StreamPlan.find()
    }

    /// Begins to stream a survey that asks for it.
    /// - Parameter path: where it is stored.
    /// - Throws: `Failure`: the relay is not installed.
    static func begin(_ plan: SurveyPlan, _ survey: LiveSurvey, store path: String?) throws(Failure) -> SurveyStream? {
        guard let wanted = plan.stream, let path else { return nil }
        let stream = try SurveyStream(
            wanted, survey, store: path, takesSimulated: plan.simulation != nil || plan.isDemo)
        stream.start()
        return stream
    }

    /// Starts the relay.
    private func start() {
        startedAt = Monotonic.now()
        do {
            child = try LineChild(
                program, plan.arguments(store: store, takesSimulated: takesSimulated),
                .init(line: { [weak self] in self?.receive($0) }, ended: { [weak self] in self?.ended($0) }))
            isFactPending = facts != nil
            sayFacts()
        } catch {
            shown.error = "\(program): \(error.reason)"
            again()
        }
    }

    /// Says what a drive does.
    func say(_ facts: StationFacts) {
        self.facts = facts.json
        isFactPending = true
        sayFacts()
    }

    private func sayFacts() {
        guard isFactPending, let facts, child?.write(facts) == true else { return }
        isFactPending = false
    }

    // MARK: what the relay says

    private func receive(_ line: [UInt8]) {
        sayFacts()
        var next = shown
        if next.receive(line) {
            show(next)
        } else if line.first != UInt8(ascii: "{"), !line.isEmpty {
            // A sentence: the last one before it ends says why.
            let text = String(decoding: line.prefix(400), as: UTF8.self)
            let prefix = StreamPlan.program + ": "
            shown.error = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        }
    }

    private func ended(_ status: CInt) {
        child = nil
        guard !isEnding else { return }
        var next = shown
        next.state = .ended
        if next.error == nil { next.error = status > 128 ? "signal \(status - 128)" : "status \(status)" }
        show(next)
        if Self.final.contains(ExitStatus(status)) {
            survey?.note("the survey is not streamed: \(SafeText.escaped(next.error ?? "", upTo: 300))")
        } else {
            again()
        }
    }

    private func again() {
        let now = Monotonic.now()
        retry.worked(for: now - startedAt)
        timer?.arm(at: now + retry.next())
    }

    private func show(_ next: RelayStatus) {
        shown = next
        survey?.report(.relay(next))
    }

    // MARK: the end

    /// Waits a little until the database has the rest, and ends the relay. The survey's file is complete by now.
    /// - Returns: what the operator should know; nil: all is stored.
    func finish() -> String? {
        isEnding = true
        timer?.cancel()
        if let child {
            if shown.pending > 0 {
                let rows = shown.pending == 1 ? "1 row is" : "\(shown.pending) rows are"
                Diagnostics.write("waldo: \(rows) on the way to the database: 10 s at most")
            }
            Signals.allowShutdown(Self.patience + .seconds(4))
            _ = child.finish(within: Self.patience)
            self.child = nil
        }
        guard shown.state != .pushing(.done) else { return nil }
        let rest = shown.pending > 1 ? "\(shown.pending) rows are" : shown.pending == 1 ? "1 row is" : "the rest is"
        return "\(rest) not stored yet; send them by `\(plan.later(store: store, takesSimulated: takesSimulated))`"
    }
}
