/// The two bars at the top: whether anything is transmitted, and what prevents the controls from moving the arm.
extension Dashboard {
    /// The column of a bar's text.
    private static let barText = 11

    func drawBars(_ view: DashboardView, on canvas: inout Canvas) {
        let title = [view.occupation, view.arm].filter { !$0.isEmpty }.joined(separator: ": ")
        let mode: (String, String, Ink) =
            view.isOverride
            ? ("OVERRIDE", "nothing is transmitted", .warningBar) : ("LIVE", "commands go to the arm", .calmBar)
        drawBar(0, mode, right: title, on: &canvas)
        let state = state(view)
        drawBar(1, state, right: manner(view, beside: state.1), on: &canvas)
    }

    /// Draws a row as a bar: a word, a text, and another at the right edge.
    func drawBar(
        _ row: Int, _ bar: (word: String, text: String, ink: Ink), right: String, on canvas: inout Canvas
    ) {
        let place = Place(column: 0, row: row, width: size.columns, height: 1)
        canvas.put(" \(bar.word)", in: place)
        let end = canvas.put(bar.text, in: place, column: Self.barText)
        if !right.isEmpty {
            let shown = CellWidth.printable(right, isUnicode: style.isUnicode)
            let width = 1 + CellWidth.cells(shown)
            canvas.put(
                shown, in: place.part(from: 0, width: size.columns - 1), column: max(end + 2, size.columns - width))
        }
        canvas.paint(row: row, bar.ink)
    }

    /// The profile in force and the precision, or the precision alone, as there is space beside a text; the facts have
    /// the profile in any case. Empty without them.
    private func manner(_ view: DashboardView, beside text: String) -> String {
        let precision = view.precision.map { "precise \($0) %" } ?? ""
        let both = [view.profile, precision].filter { !$0.isEmpty }.joined(separator: ", ")
        func width(_ text: String) -> Int {
            CellWidth.cells(CellWidth.printable(text, isUnicode: style.isUnicode))
        }
        let space = size.columns - Self.barText - width(text) - 3
        return [both, precision].first { width($0) <= space } ?? ""
    }

    /// What opens the gate, as a whole sentence.
    private func gate(_ view: DashboardView) -> String? { view.gate?.text(columns: size.columns - Self.barText - 1) }

    /// The most important reason why the arm does not move; without one, whether the controls are in use.
    private func state(_ view: DashboardView) -> (String, String, Ink) {
        if let end = view.endText { return ("ENDED", end, .calmBar) }
        // One step at a time: a held control must be released before a resume.
        if view.isStopped { return ("STOPPED", gate(view) ?? view.resumeText, .alarmBar) }
        if let link = linkState(view.link) { return link }
        if view.inputName == nil { return ("NO INPUT", "nobody holds the controls", .alarmBar) }
        if let gate = gate(view) { return ("WAITING", gate, .warningBar) }
        return view.isDriving
            ? ("DRIVING", "the controls are held", .goodBar)
            : ("READY", "the controls are live", .calmBar)
    }

    private func linkState(_ link: DashboardView.Link) -> (String, String, Ink)? {
        switch link.phase {
        case .connected, .none: nil
        case .waiting: ("NO LINK", link.detail.isEmpty ? "nothing moves without one" : link.detail, .warningBar)
        case .scanning: ("NO LINK", "listening for the shield", .warningBar)
        case .connecting: ("NO LINK", "connecting to the shield", .warningBar)
        case .stalled: ("STALLED", link.detail, .alarmBar)
        case .lost: ("LINK LOST", link.detail, .alarmBar)
        }
    }
}
