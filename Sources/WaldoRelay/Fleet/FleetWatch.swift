import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
public import WaldoTerminal
import WaldoTime

/// Listens to the states of a fleet and shows them until a signal ends it. It subscribes, and never publishes.
public struct FleetWatch {
    /// What is shown.
    public enum Output: Sendable {
        /// A table on the terminal, again and again.
        case screen(TerminalStyle)
        /// One table of text, or the stations as JSON objects, of what has come within a short time.
        case table, lines
        /// A JSON object whenever a station changes.
        case stream
    }

    private let plan: MQTTPlan, output: Output
    private var fleet = Fleet()
    private var trouble = Self.beginning
    private var hasConnected = false
    /// Whether the operator knows why nothing has been printed yet.
    private var hasSaidWait = false
    /// When stations were checked last for silence.
    private var silenceChecked = Instant.clockStart
    /// The time of this machine at the beginning, and from there on what has passed: a clock that is set changes no
    /// age.
    private let zero = WallClock.now() - Monotonic.now().microseconds
    private var now: Int64 { zero + Monotonic.now().microseconds }

    private var isOnce: Bool {
        switch output {
        case .table, .lines: true
        case .screen, .stream: false
        }
    }

    private static let beginning = "connecting"
    /// How long a broker may take to connect, and to send what it has kept.
    private static let connecting = TimeSpan.seconds(10), quiet = TimeSpan.seconds(1)
    private static let again = TimeSpan.seconds(3), frame = TimeSpan.milliseconds(500),
        silenceInterval = TimeSpan.seconds(1)

    /// A watch of a broker.
    public init(_ plan: MQTTPlan, _ output: Output) { (self.plan, self.output) = (plan, output) }

    /// Listens and shows.
    /// - Throws: `Failure`: the broker refuses, or cannot be reached at the beginning; `ExitStatus` after a signal.
    public mutating func run() throws {
        let began = Monotonic.now()
        var shown = Instant.clockStart, heard = began, subscribed: Instant?
        while true {
            let connection = try MQTTConnection(plan)
            var isOver = false
            while !isOver {
                for event in connection.turn(wait: .milliseconds(100)) {
                    if case .message = event { heard = Monotonic.now() }
                    isOver = try handle(event, connection) || isOver
                }
                try endIfSignalled(connection)
                let now = Monotonic.now()
                guard hasConnected || now - began < Self.connecting else {
                    let why = trouble == Self.beginning ? "the broker does not answer" : trouble
                    throw Failure(.link, "\(plan.address): no connection: \(why)")
                }
                try reportSilence()
                sayWait(after: now - began)
                switch output {
                case .screen where now - shown >= Self.frame:
                    show()
                    shown = now
                case .table, .lines:
                    if hasConnected, subscribed == nil { subscribed = now }
                    // A broker that never pauses is listened to no longer than one that does not connect.
                    if let subscribed, now - heard > Self.quiet || now - subscribed > Self.connecting {
                        connection.close()
                        return try finish()
                    }
                case .screen, .stream: break
                }
            }
            let since = Monotonic.now()
            while Monotonic.now() - since < Self.again {
                try Interruption.check()
                if case .screen = output { show() }
                usleep(100_000)
            }
        }
    }

    private func endIfSignalled(_ connection: MQTTConnection) throws {
        guard let signal = Interruption.signal else { return }
        connection.close()
        throw ExitStatus.signal(signal)
    }

    /// - Returns: whether the connection is over.
    private mutating func handle(_ event: MQTTEvent, _ connection: MQTTConnection) throws(Failure) -> Bool {
        switch event {
        case .connected:
            connection.subscribe(Topic.states)
        case .subscribed(let isGranted):
            guard isGranted else {
                throw Failure(
                    .link,
                    "\(plan.address): the broker lets this user read no states; give it the role of a reader")
            }
            (hasConnected, trouble, silenceChecked) = (true, "", Monotonic.now())
        case .closed(let why, let isRefusal):
            guard !isRefusal else { throw Failure(.link, "\(plan.address): \(why)") }
            // Who asks once wants an answer, not a broker that may come.
            guard hasConnected || !isOnce else { throw Failure(.link, "\(plan.address): no connection: \(why)") }
            sayFirst(why)
            trouble = why
            return true
        case .message(let topic, let payload, let isRetained):
            let survey = fleet.receive(topic, payload, isRetained: isRetained, now: now)
            if let survey, case .stream = output { try write(fleet.json(survey, now: now) + [10]) }
        case .acknowledged, .refused: break
        }
        return false
    }

    /// Says at once why there is no connection yet; the screen shows it itself.
    private func sayFirst(_ why: String) {
        if case .screen = output { return }
        guard !hasConnected, trouble == Self.beginning else { return }
        Program.relay.say("\(plan.address): \(why); trying again")
    }

    /// Says what is waited for when the first second has brought no connection; the screen shows it itself.
    private mutating func sayWait(after span: TimeSpan) {
        if case .screen = output { return }
        guard !hasConnected, !hasSaidWait, trouble == Self.beginning, span >= Self.quiet else { return }
        hasSaidWait = true
        let seconds = (Self.connecting - span).microseconds / 1_000_000 + 1
        Program.relay.say("\(plan.address): waiting for the broker, \(seconds) seconds at most")
    }

    /// A station that falls silent sends no message of it. While there is no connection, the silence is this
    /// machine's own.
    private mutating func reportSilence() throws {
        guard case .stream = output, trouble.isEmpty, Monotonic.now() - silenceChecked >= Self.silenceInterval else {
            return
        }
        silenceChecked = Monotonic.now()
        for survey in fleet.newlySilent(now: now) { try write(fleet.json(survey, now: now) + [10]) }
    }

    // MARK: output

    private func finish() throws(Failure) {
        if case .lines = output {
            for survey in fleet.surveys(now: now) { try write(fleet.json(survey, now: now) + [10]) }
            return
        }
        let view = fleet.view(broker: "\(plan.address)", trouble: trouble, now: now)
        let size = TerminalSize(columns: 160, rows: view.stations.count + 3)
        let style = TerminalStyle(.none, isUnicode: true)
        let rows = FleetBoard(size: size, style: style).rows(view)
        try write(Array((rows.filter { !$0.isEmpty }.joined(separator: "\n") + "\n").utf8))
    }

    /// The whole table over the last one. No mode of the terminal is changed, so that nothing has to be restored
    /// whatever ends the program.
    private func show() {
        guard case .screen(let style) = output else { return }
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        let cells = isKnown ? TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row)) : .usual
        let view = fleet.view(broker: "\(plan.address)", trouble: trouble, now: now)
        let rows = FleetBoard(size: cells, style: style).rows(view)
        let text = "\u{1b}[H" + rows.map { $0 + "\u{1b}[K" }.joined(separator: "\r\n") + "\u{1b}[J"
        try? write(Array(text.utf8))
    }

    private func write(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw Failure(.output, "standard output: \(String(cString: strerror(errno)))")
            }
            rest = rest.dropFirst(count)
        }
    }
}
