import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTime

/// What a collector prints: a line when something begins or ends, and its account now and then.
struct CollectReport {
    enum State: String { case up, down }

    enum Event {
        case database(State, String)
        case broker(State, String)
        case rejected(IngestGroup.Rejected)
        case readers(Int)
        /// The sessions of readers cannot be ended, a group waits for a lock, or progress cannot be published; and why.
        case readersFault(String), delayed(String), unpublished(String)
    }

    /// How often the account is printed.
    private static let every: TimeSpan = .seconds(10), everyJSON: TimeSpan = .seconds(1)
    /// The refusals that are printed between two accounts: more are only counted.
    private static let maxRejected = 10

    private let json: Bool
    private var last: (at: Instant, account: CollectAccount)
    private var database = State.down, broker = State.down
    /// What was said last of what is down: an attempt that fails as the one before is not printed again.
    private var lastTrouble: String?
    private var lastFault: String?
    private var rejected = 0

    init(json: Bool, at now: Instant) {
        self.json = json
        last = (now, CollectAccount())
    }

    mutating func say(_ event: Event) {
        switch event {
        case .database(let state, let text):
            database = state
            say(state, "the database is connected", text)
        case .broker(let state, let text):
            broker = state
            say(state, "the broker is connected", text)
        case .readers(let count):
            Program.relay.say(
                "\(count) sessions of readers were ended: in one transaction, or idle, too long, or with too many locks"
            )
        case .readersFault(let text):
            sayOnce("\(text); sessions of readers are not ended, however long they last and whatever they hold")
        case .delayed(let text): sayOnce("\(text); trying again")
        case .unpublished(let text): sayOnce(text)
        case .rejected(let refusal):
            rejected += 1
            guard rejected <= Self.maxRejected else { return }
            let topic = SafeText.escaped(refusal.topic, upTo: 200)
            Program.relay.say("rejected: \(topic): \(SafeText.escaped(refusal.reason, upTo: 300))")
        }
    }

    /// Says a sentence again only after another one of this kind.
    private mutating func sayOnce(_ text: String) {
        guard lastFault != text else { return }
        lastFault = text
        Program.relay.say(text)
    }

    private mutating func say(_ state: State, _ connected: String, _ text: String) {
        guard state == .down else {
            // A connection that is only tried again and again is no news.
            if lastTrouble == nil || broker == .up { Program.relay.say("\(text): \(connected)") }
            if broker == .up, database == .up { lastTrouble = nil }
            return
        }
        broker = .down
        guard lastTrouble != text else { return }
        lastTrouble = text
        Program.relay.say("\(text); trying again")
    }

    /// Prints the account if that is due.
    mutating func tick(_ account: CollectAccount, at now: Instant, utc: Int64) {
        let span = now - last.at
        guard span >= (json ? Self.everyJSON : Self.every) else { return }
        let seconds = Double(max(1, span.microseconds)) / 1e6
        let rate = Int(min(1e15, Double(account.inserted - last.account.inserted) / seconds))
        if json {
            let state = database == .down ? "no database" : broker == .down ? "no broker" : "collecting"
            Self.print(account.json(rate: rate, state: state, utc: utc))
        } else if account != last.account {
            Self.print(account.line(rate: rate))
        }
        last = (now, account)
        rejected = 0
    }

    /// Prints a line at once.
    private static func print(_ line: String) {
        Swift.print(line)
        _ = PrintedOutput.flush()
    }
}
