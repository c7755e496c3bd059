public import WaldoLoop

/// Shows a `StatusView` on a terminal, redrawn in place.
///
/// At most 30 times a second, at the end of a turn of the loop, when inputs and links have been served; not at all while
/// nothing changes.
@LoopActor
public final class StatusLine {
    /// The least time between two redraws, in microseconds.
    static let interval: Int64 = 33_334

    private let terminal: Terminal
    private let timer = LoopTimer()
    private var work: TurnWork?
    private var view: StatusView?
    private var isDue = false
    private var lastDraw = Int64.min / 2

    /// A status on a terminal; nothing is drawn before the first `show`.
    public init(on terminal: Terminal) {
        self.terminal = terminal
        timer.handler = { [weak self] _ in self?.isDue = true }
        work = TurnWork { [weak self] in
            self?.drawIfDue()
            return false
        }
        terminal.onResize = { [weak self] in self?.change() }
    }

    /// Shows this view from now on.
    public func show(_ view: StatusView) {
        guard view != self.view else { return }
        self.view = view
        change()
    }

    /// Draws what is not drawn yet and ends; the rows stay on the screen.
    public func close() {
        if isDue || timer.deadline != nil { draw() }
        timer.cancel()
        work?.cancel()
        work = nil
        terminal.onResize = {}
    }

    private func change() {
        guard view != nil, !isDue, timer.deadline == nil, work != nil else { return }
        timer.arm(at: max(Monotonic.now(), lastDraw + Self.interval))
    }

    private func drawIfDue() { if isDue { draw() } }

    private func draw() {
        guard let view else { return }
        isDue = false
        lastDraw = Monotonic.now()
        terminal.show(StatusRenderer(size: terminal.size, style: terminal.style).rows(view))
    }
}
