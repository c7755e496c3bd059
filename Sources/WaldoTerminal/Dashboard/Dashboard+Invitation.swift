import WaldoCore

/// How a phone finds the panel: its address, and a QR code of it.
extension Dashboard {
    /// Draws the panel's address in the last row, unless a code of it has no space then.
    /// - Returns: the rows above it.
    func drawAddress(_ view: DashboardView, on canvas: inout Canvas, in rect: CellRect) -> CellRect {
        let above = rect.rows(0..<(rect.height - 1))
        let leavesCode = (self.rect(of: view.code, in: rect) == nil) == (self.rect(of: view.code, in: above) == nil)
        guard !view.panel.isEmpty, view.showsHelp || view.status.pages == 0 && leavesCode else { return rect }
        canvas.put("panel \(view.panel)", in: rect, row: rect.height - 1, column: 1)
        return above
    }

    /// The rectangle of a QR code at the right edge; nil: there is none, or it does not fit completely. A partial code
    /// is useless. It covers nothing: what else is shown is beside it.
    func rect(of code: [String], in body: CellRect) -> CellRect? {
        let width = code.first?.count ?? 0
        guard !code.isEmpty, style.isUnicode, body.width - width - 1 >= Self.factsWidth, code.count <= body.height
        else {
            return nil
        }
        return CellRect(column: body.width - width, row: body.row, width: width, height: code.count)
    }
}
