/// The keys and buttons of a watched input.
extension InputBoard {
    private func text(_ key: InputView.Key) -> (name: String, code: String, does: String) {
        (key.name, key.code == key.name ? "" : key.code, key.does.isEmpty ? "nothing" : key.does)
    }

    private func widths(_ keys: [InputView.Key]) -> (name: Int, code: Int, does: Int) {
        let texts = keys.map(text)
        func widest(_ texts: [String]) -> Int { texts.map { CellWidth.cells($0) }.max() ?? 0 }
        return (widest(texts.map(\.name)), widest(texts.map(\.code)), widest(texts.map(\.does)))
    }

    /// How many columns of keys a width has space for.
    func keyColumns(_ keys: [InputView.Key], width: Int) -> Int {
        let (name, code, does) = widths(keys)
        return max(1, (width + Self.gap) / (2 + name + 1 + (code > 0 ? code + 1 : 0) + does + Self.gap))
    }

    /// The keys, column by column: a square that is filled while the key is down, and a word beside it.
    func drawKeys(_ keys: [InputView.Key], _ columns: Int, on canvas: inout Canvas, in rect: CellRect) {
        guard rect.height > 0 else { return }
        let inside = rect.rows(1..<rect.height).part(from: 1, width: rect.width - 2)
        let capacity = inside.height * columns
        // What is down has to be seen.
        let shown =
            keys.count <= capacity ? keys : Array((keys.filter(\.isDown) + keys.filter { !$0.isDown }).prefix(capacity))
        canvas.rule(
            rect.rows(0..<1),
            shown.count < keys.count ? "keys and buttons, \(keys.count - shown.count) more" : "keys and buttons")
        let (name, code, _) = widths(keys), width = (inside.width + Self.gap) / columns - Self.gap
        let rows = max(1, (shown.count + columns - 1) / columns)
        for (index, key) in shown.enumerated() {
            let part = inside.part(from: index / rows * (width + Self.gap), width: width), row = index % rows
            let (shownName, shownCode, does) = text(key)
            let sign = key.isDown ? (style.isUnicode ? "█" : "#") : (style.isUnicode ? "░" : ".")
            canvas.put(sign, in: part, row: row, key.isDown ? .live : .faint)
            canvas.put(shownName, in: part, row: row, column: 2, key.isDown ? .live : .plain)
            var column = 2 + name + 1
            if code > 0 {
                canvas.put(shownCode, in: part, row: row, column: column, .faint)
                column += code + 1
            }
            canvas.put(
                does, in: part, row: row, column: column, key.isDown ? .strong : key.does.isEmpty ? .faint : .plain)
        }
    }
}
