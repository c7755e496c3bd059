import WaldoCore

extension MapSketch {
    /// The drawing as SVG, to stand within a page.
    var svg: String {
        let legend = 34.0, full = Self.height + legend + 10
        var text = """
            <svg viewBox="0 0 \(Int(Self.width)) \(Int(full))" role="img" aria-label="\(MarkupText.escaped("Map of \(name)"))">
            <rect x="0.5" y="0.5" width="\(Int(Self.width) - 1)" height="\(Int(Self.height) - 1)" class="frame"/>

            """
        for (band, colour) in Self.colours.enumerated() {
            let circles = dots.filter { $0.band == band }
            guard !circles.isEmpty else { continue }
            text += "<g fill=\"\(colour)\">"
            for dot in circles { text += "<circle cx=\"\(Self.short(dot.x))\" cy=\"\(Self.short(dot.y))\" r=\"3.2\"/>" }
            text += "</g>\n"
        }
        return text + bars + legendText(from: Self.height + 14, legend - 14) + "</svg>\n"
    }

    /// The scale bar and the arrow.
    private var bars: String {
        let y = Self.height - 16, end = 16 + bar.length
        let length =
            bar.metres >= 1000
            ? "\(DecimalText.rounded(bar.metres / 1000)) km"
            : bar.metres >= 1 ? "\(DecimalText.rounded(bar.metres)) m" : "\(DecimalText.rounded(bar.metres * 100)) cm"
        let x = Self.width - 26
        return """
            <rect x="10" y="\(Self.short(y - 24))" width="\(Self.short(bar.length + 12))" height="34" class="plate"/>
            <path d="M16 \(Self.short(y - 5))V\(Self.short(y))H\(Self.short(end))V\(Self.short(y - 5))" class="line"/>
            <text x="\(Self.short((16 + end) / 2))" y="\(Self.short(y - 9))" text-anchor="middle">\(length)</text>
            <rect x="\(Self.short(x - 14))" y="10" width="28" height="46" class="plate"/>
            <path d="M\(Self.short(x)) 14l6 18h-12z" class="arrow"/>
            <text x="\(Self.short(x))" y="50" text-anchor="middle">\(isWorld ? "N" : "y")</text>

            """
    }

    private func legendText(from y: Double, _ height: Double) -> String {
        let count = Self.colours.count, width = (Self.width - 130) / Double(count)
        var text =
            "<text x=\"0\" y=\"\(Self.short(y + 10))\" class=\"name\">\(MarkupText.escaped(name))</text>"
            + "<text x=\"0\" y=\"\(Self.short(y + 24))\">\(MarkupText.escaped(MarkupText.unit(unit)))</text>\n"
        for (band, colour) in Self.colours.enumerated() {
            let x = 130 + Double(band) * width
            text +=
                "<rect x=\"\(Self.short(x))\" y=\"\(Self.short(y))\" width=\"\(Self.short(width))\" height=\"12\" fill=\"\(colour)\"/>"
        }
        for (index, edge) in edges.enumerated() {
            let x = 130 + Double(index) * width
            let anchor = index == 0 ? "start" : index == count ? "end" : "middle"
            text +=
                "<text x=\"\(Self.short(x))\" y=\"\(Self.short(y + 25))\" text-anchor=\"\(anchor)\">\(DecimalText.rounded(edge, error: (edges[count] - edges[0]) / 10))</text>"
        }
        return text + "\n"
    }

    /// A number of the drawing with one decimal.
    private static func short(_ number: Double) -> String {
        DecimalText.trimmed(Int64((number * 10).rounded()), decimals: 1)
    }
}
