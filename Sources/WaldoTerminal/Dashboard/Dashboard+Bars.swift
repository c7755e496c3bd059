import WaldoCore
import WaldoTime

/// The two bars at the top: whether anything is transmitted, and what prevents the controls from moving the arm.
extension Dashboard {
    /// The column of a bar's text.
    private static let barText = 11
    /// The least cells of the arm's name and of a recording's.
    private static let leastName = 6
    /// A recording's name has as many cells, or half of them where there is no space for both it and all else.
    private static let recordingName = 24

    func drawBars(_ view: DashboardView, on canvas: inout Canvas) {
        let transport = Banner(transport: view)
        let space = size.columns - textEnd(transport) - 3
        let played = view.replay.map { ReplayText.whole($0) } ?? ""
        let title = [view.occupation, played].filter { !$0.isEmpty }.joined(separator: " ")
        let rest = space - (title.isEmpty ? 0 : CellWidth.cells(title) + 2)
        let arm = MiddleCut.of(view.status.arm, cells: max(Self.leastName, rest), style)
        let right = title.isEmpty ? arm : rest < Self.leastName ? title : "\(title): \(arm)"
        drawBar(0, transport, right: right, on: &canvas)
        let state = Banner(state: view, columns: size.columns - Self.barText - 1)
        drawBar(1, state, right: circumstances(view, upTo: size.columns - textEnd(state) - 3), on: &canvas)
    }

    /// Draws a row as a bar: a word, a text, and another at the right edge.
    func drawBar(_ row: Int, _ bar: Banner, right: String, on canvas: inout Canvas) {
        let rect = CellRect(column: 0, row: row, width: size.columns, height: 1)
        let word = canvas.put(bar.written, in: rect, bar.ink)
        let end = bar.text.isEmpty ? word : canvas.put(bar.text, in: rect, column: max(Self.barText, word + 1))
        if !right.isEmpty {
            let shown = CellWidth.printable(right, isUnicode: style.isUnicode)
            let width = 1 + CellWidth.cells(shown)
            canvas.put(
                shown, in: rect.part(from: 0, width: size.columns - 1), column: max(end + 2, size.columns - width))
        }
        if bar.isFilled { canvas.paint(row: row, bar.ink) }
    }

    /// The column behind a bar's text.
    private func textEnd(_ bar: Banner) -> Int {
        func cells(_ text: String) -> Int { CellWidth.cells(CellWidth.printable(text, isUnicode: style.isUnicode)) }
        return bar.text.isEmpty ? cells(bar.written) : max(Self.barText, cells(bar.written) + 1) + cells(bar.text)
    }

    /// What else holds for the drive, as there is space: the profile and the precision, who drives, the recording and
    /// the time. The facts have the profile in any case, so it gives way first, and the time last.
    private func circumstances(_ view: DashboardView, upTo space: Int) -> String {
        let names = [Self.recordingName, Self.recordingName / 2]
        let whole = names.map { circumstances(view, recordingName: $0) }
        for left in 0..<whole[0].count {
            for parts in whole {
                let text = parts.dropFirst(left).joined(separator: ", ")
                if CellWidth.cells(CellWidth.printable(text, isUnicode: style.isUnicode)) <= space { return text }
            }
        }
        return ""
    }

    private func circumstances(_ view: DashboardView, recordingName: Int) -> [String] {
        let precision = view.precision.map { "precise \($0) %" } ?? ""
        let recording = MiddleCut.of(view.status.recording, cells: recordingName, style)
        return [
            view.profile.isEmpty ? "" : "profile \(view.profile)", precision, view.status.audienceText,
            view.status.recording.isEmpty ? "" : "REC \(recording)", view.timeText,
        ].filter { !$0.isEmpty }
    }
}

extension DriveStatus {
    /// Who looks at the panel and who may drive by it; empty: nobody does.
    fileprivate var audienceText: String {
        guard pages > 0 || isDrivenByPage else { return "" }
        return "\(pages) viewer\(pages == 1 ? "" : "s")" + (isDrivenByPage ? ", a page may drive" : "")
    }
}

extension DashboardView {
    /// How long the drive has lasted; empty: not shown.
    var timeText: String {
        guard let elapsed, elapsed >= .zero else { return "" }
        let hours = elapsed / .seconds(3_600), clock = ClockText.text(elapsed - .seconds(3_600) * Int(hours))
        guard hours > 0 else { return clock }
        return "\(hours):" + (clock.utf8.count < 5 ? "0" : "") + clock
    }
}
