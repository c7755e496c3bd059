import WaldoCore

/// A drawing as SVG.
public enum SVGFile {
    /// The text of a file.
    public static func text(_ drawing: Drawing) -> String {
        let title = MarkupText.escaped(drawing.title)
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(drawing.width)" height="\(drawing.height)" \
            viewBox="0 0 \(drawing.width) \(drawing.height)" role="img" aria-label="\(title)" \
            font-family="ui-sans-serif, system-ui, sans-serif">
            <title>\(title)</title>
            <rect width="100%" height="100%" fill="\(drawing.ground.text)"/>

            """
        for shape in drawing.shapes { text += self.shape(shape) + "\n" }
        return text + "</svg>\n"
    }

    private static func shape(_ shape: Drawing.Shape) -> String {
        switch shape {
        case .rectangle(let x, let y, let width, let height, let colour):
            return """
                <rect x="\(number(x))" y="\(number(y))" width="\(number(width))" height="\(number(height))" \
                fill="\(colour.text)"/>
                """
        case .circle(let x, let y, let radius, let colour, let edge):
            let stroke = edge.map { " stroke=\"\($0.text)\"" } ?? ""
            return """
                <circle cx="\(number(x))" cy="\(number(y))" r="\(number(radius))" fill="\(colour.text)"\(stroke)/>
                """
        case .line(let points, let width, let colour):
            let path = points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
            return """
                <polyline points="\(path)" fill="none" stroke="\(colour.text)" stroke-width="\(number(width))" \
                stroke-linejoin="round"/>
                """
        case .text(let text, let x, let y, let anchor, let colour, let size):
            return """
                <text x="\(number(x))" y="\(number(y))" text-anchor="\(anchor.rawValue)" font-size="\(size)" \
                fill="\(colour.text)">\(MarkupText.escaped(text))</text>
                """
        case .cells(let x, let y, let size, let columns, let colours): return cells(x, y, size, columns, colours)
        }
    }

    /// Cells of one colour beside each other in a row are one rectangle.
    private static func cells(
        _ x: Double, _ y: Double, _ size: Double, _ columns: Int, _ colours: [Colour?]
    ) -> String {
        var text = "<g shape-rendering=\"crispEdges\">"
        for row in 0..<colours.count / max(1, columns) {
            var column = 0
            while column < columns {
                let colour = colours[row * columns + column], first = column
                while column < columns, colours[row * columns + column] == colour { column += 1 }
                guard let colour else { continue }
                text += """
                    <rect x="\(number(x + Double(first) * size))" y="\(number(y + Double(row) * size))" \
                    width="\(number(Double(column - first) * size))" height="\(number(size))" fill="\(colour.text)"/>
                    """
            }
        }
        return text + "</g>"
    }

    /// A number with two decimals.
    private static func number(_ number: Double) -> String {
        DecimalText.trimmed(Int64((number * 100).rounded()), decimals: 2)
    }
}
