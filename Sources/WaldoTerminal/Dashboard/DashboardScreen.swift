public import WaldoLoop
import WaldoTime

/// Shows a drive's dashboard, a survey, a watched input, or the wizard that maps one, on a terminal.
///
/// It is drawn at most 30 times a second, at the end of an iteration of the event loop, after inputs and links have
/// been served, and not at all while nothing changes. The view is made only when it is about to be drawn, so `touch` is
/// cheap for the state machine.
@LoopActor
public final class DashboardScreen {
    /// The shortest time between two draws.
    static let interval: TimeSpan = .microseconds(33_334)
    /// Most log lines that are kept, the newest ones.
    static let logLines = 200

    private let terminal: Terminal
    private let view: @LoopActor () -> ScreenContents
    private var timer: LoopTimer?
    private var work: TurnWork?
    private var isDue = false
    private var lastRender: Instant?
    private var shown: ScreenContents?
    private var log: [String] = []
    private var hasNews = false

    /// Creates a dashboard on a terminal.
    /// - Parameter view: returns what is to be shown; called each time before drawing.
    public convenience init(on terminal: Terminal, view: @escaping @LoopActor () -> DashboardView) {
        self.init(terminal) { .drive(view()) }
    }

    /// Creates a survey's screen on a terminal.
    /// - Parameter survey: returns what is to be shown; called each time before drawing.
    public convenience init(on terminal: Terminal, survey: @escaping @LoopActor () -> SurveyView) {
        self.init(terminal) { .survey(survey()) }
    }

    /// Creates the wizard's screen on a terminal.
    /// - Parameter wizard: returns what is to be shown; called each time before drawing.
    public convenience init(on terminal: Terminal, wizard: @escaping @LoopActor () -> WizardView) {
        self.init(terminal) { .wizard(wizard()) }
    }

    /// Creates the screen of a watched input on a terminal.
    /// - Parameter input: returns what is to be shown; called each time before drawing.
    public convenience init(on terminal: Terminal, input: @escaping @LoopActor () -> InputView) {
        self.init(terminal) { .input(input()) }
    }

    private init(_ terminal: Terminal, view: @escaping @LoopActor () -> ScreenContents) {
        self.terminal = terminal
        self.view = view
        timer = LoopTimer(of: self) { screen, _ in screen.isDue = true }
        work = TurnWork(of: self) { screen in
            screen.drawIfDue()
            return false
        }
        terminal.dashboard = self
        touch()
    }

    /// Requests a redraw because something may have changed.
    public func touch() {
        guard !isDue, timer?.deadline == nil, work != nil else { return }
        let now = Monotonic.now()
        timer?.arm(at: lastRender.map { max(now, $0 + Self.interval) } ?? now)
    }

    /// Adds a line to the log. It is shown, and written below the shell's own lines when the terminal is restored.
    public func print(_ line: String) {
        terminal.say(line)
        log.append(line)
        if log.count > Self.logLines { log.removeFirst() }
        hasNews = true
        touch()
    }

    /// Draws the last state and ends. The state and the log stay on the terminal when it is restored.
    public func close() {
        guard work != nil else { return }
        if shown != nil { draw() }
        timer?.cancel()
        work?.cancel()
        work = nil
        terminal.dashboard = nil
    }

    /// The terminal has another size.
    func resized() {
        hasNews = true
        touch()
    }

    private func drawIfDue() { if isDue { draw() } }

    private func draw() {
        isDue = false
        lastRender = Monotonic.now()
        let view = view()
        guard hasNews || view != shown else { return }
        hasNews = false
        shown = view
        let size = terminal.size, style = terminal.style
        terminal.show(view.rows(size, style, log: log), remaining: view.remaining(size, style))
    }
}
