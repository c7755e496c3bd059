public import WaldoLoop

/// Shows a dashboard on a terminal.
///
/// Drawn at most 30 times a second, at the end of a turn of the loop, when inputs and links have been served; not at
/// all while nothing changes. The view is made only when it is to be drawn: `touch` costs the state machine nothing.
@LoopActor
public final class DashboardScreen {
    /// The least time between two looks, in microseconds.
    static let interval: Int64 = 33_334
    /// Lines that are kept.
    static let logLines = 200

    private let terminal: Terminal
    private let view: @LoopActor () -> DashboardView
    private let timer = LoopTimer()
    private var work: TurnWork?
    private var isDue = false
    private var lastLook = Int64.min / 2
    private var shown: DashboardView?
    private var log: [String] = []
    private var hasNews = false

    /// A dashboard on a terminal.
    /// - Parameter view: what is to be shown now; asked for when it is drawn.
    public init(on terminal: Terminal, view: @escaping @LoopActor () -> DashboardView) {
        self.terminal = terminal
        self.view = view
        timer.handler = { [weak self] _ in self?.isDue = true }
        work = TurnWork { [weak self] in
            self?.drawIfDue()
            return false
        }
        terminal.onResize = { [weak self] in
            self?.hasNews = true
            self?.touch()
        }
        touch()
    }

    /// Something may have changed.
    public func touch() {
        guard !isDue, timer.deadline == nil, work != nil else { return }
        timer.arm(at: max(Monotonic.now(), lastLook + Self.interval))
    }

    /// Says a line. It is shown, and written below the shell's own lines when the terminal is given back.
    public func print(_ line: String) {
        terminal.say(line)
        log.append(line)
        if log.count > Self.logLines { log.removeFirst() }
        hasNews = true
        touch()
    }

    /// Draws the last state and ends; the state and what was said stay when the terminal is given back.
    public func close() {
        guard work != nil else { return }
        if shown != nil { draw() }
        timer.cancel()
        work?.cancel()
        work = nil
        terminal.onResize = {}
    }

    private func drawIfDue() { if isDue { draw() } }

    private func draw() {
        isDue = false
        lastLook = Monotonic.now()
        let view = view()
        guard hasNews || view != shown else { return }
        hasNews = false
        shown = view
        let size = terminal.size, style = terminal.style
        terminal.show(
            Dashboard(size: size, style: style).rows(view, log: log),
            remaining: CompactStatus(columns: size.columns, style: style).rows(view))
    }
}
