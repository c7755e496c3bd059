extension Drawing {
    /// The drawing so many times as large; its cells keep their number.
    func scaled(by factor: Double) -> Drawing {
        var drawing = self
        (drawing.width, drawing.height) = (
            Int((Double(width) * factor).rounded()), Int((Double(height) * factor).rounded())
        )
        drawing.shapes = shapes.map { $0.scaled(by: factor) }
        return drawing
    }
}

extension Drawing.Shape {
    fileprivate func scaled(by factor: Double) -> Drawing.Shape {
        switch self {
        case .rectangle(let x, let y, let width, let height, let colour):
            .rectangle(x: x * factor, y: y * factor, width: width * factor, height: height * factor, colour)
        case .circle(let x, let y, let radius, let colour, let edge):
            .circle(x: x * factor, y: y * factor, radius: radius * factor, colour, edge: edge)
        case .line(let points, let width, let colour):
            .line(points.map { PlanePoint(x: $0.x * factor, y: $0.y * factor) }, width: width * factor, colour)
        case .text(let text, let x, let y, let anchor, let colour, let size):
            .text(text, x: x * factor, y: y * factor, anchor, colour, size: Int((Double(size) * factor).rounded()))
        case .cells(let x, let y, let size, let columns, let colours):
            .cells(x: x * factor, y: y * factor, size: size * factor, columns: columns, colours)
        }
    }
}
