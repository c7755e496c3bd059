import WaldoCore

/// How a phone finds the panel: its address, and a QR code of it.
extension Dashboard {
    private static let hint = "? shows its QR code"

    /// Draws the panel's address in the last row: whole, and unless a code that is shown has no space then.
    /// - Returns: the rows above it.
    func drawAddress(_ view: DashboardView, on canvas: inout Canvas, in rect: CellRect) -> CellRect {
        let above = rect.rows(0..<(rect.height - 1)), shown = shownCode(view, in: above)
        let leavesCode = shown != nil || shownCode(view, in: rect) == nil
        let text = "panel \(view.panel)"
        guard !view.panel.isEmpty, CellWidth.cells(text) + 1 <= rect.width, leavesCode,
            view.showsHelp || view.status.pages == 0
        else { return rect }
        let end = canvas.put(text, in: rect, row: rect.height - 1, column: 1)
        let column = rect.width - Self.hint.utf8.count - 1
        if shown == nil, place(of: view.code, in: above) != nil, column > end + 1 {
            canvas.put(Self.hint, in: rect, row: rect.height - 1, column: column)
        }
        return above
    }

    /// The rectangle of the QR code where it is shown: beside all else, or beside the help.
    func shownCode(_ view: DashboardView, in body: CellRect) -> CellRect? {
        place(of: view.code, in: body).flatMap { view.showsHelp || $0.column > Self.least.columns ? $0 : nil }
    }

    /// The rectangle of a QR code at the right edge; nil: there is none, or it does not fit completely. A partial code
    /// is useless. It covers nothing: what else is shown is beside it.
    private func place(of code: [String], in body: CellRect) -> CellRect? {
        let width = code.first?.count ?? 0
        guard !code.isEmpty, style.isUnicode, body.width - width - 1 >= Self.factsWidth, code.count <= body.height
        else { return nil }
        return CellRect(column: body.width - width, row: body.row, width: width, height: code.count)
    }
}
