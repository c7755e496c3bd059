import Glibc

/// Plots each contestant's latencies at the highest rate, by quantile, on a logarithmic scale.
extension Report {
    private static let colours = [
        "#0b6e4f", "#444444", "#c1440e", "#3066be", "#8fb996", "#999999", "#6a4c93", "#b5838d",
    ]
    private static let shares: [Double] = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999]
    private static let area = (left: 70.0, top: 30.0, width: 620.0, height: 360.0)
    /// The vertical axis in microseconds, as powers of ten: from 10 µs to 100 ms.
    private static let decades = 1.0...5.0

    /// The plot as SVG.
    var plot: String {
        let rate = rates.max() ?? 0
        var parts = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 440\" font-family=\"sans-serif\" font-size=\"12\">",
            "<rect width=\"960\" height=\"440\" fill=\"white\"/>",
            "<text x=\"70\" y=\"18\">Stick to wire at \(rate) reports a second, µs by share of the reports</text>",
        ]
        for decade in Int(Self.decades.lowerBound)...Int(Self.decades.upperBound) {
            let y = Self.y(Double(decade))
            let label = "1" + String(repeating: "0", count: decade)
            parts.append(
                "<line x1=\"70\" x2=\"690\" y1=\"\(y)\" y2=\"\(y)\" stroke=\"#ddd\"/>"
                    + "<text x=\"62\" y=\"\(y + 4)\" text-anchor=\"end\">\(label)</text>")
        }
        for (index, share) in Self.shares.enumerated() {
            let label = text(share * 100, share > 0.99 ? 1 : 0)
            parts.append("<text x=\"\(Self.x(index))\" y=\"408\" text-anchor=\"middle\">\(label) %</text>")
        }
        for (index, contestant) in contestants.enumerated() where !outcomes(contestant, rate).isEmpty {
            let colour = Self.colours[index % Self.colours.count]
            let points = Self.shares.enumerated().map { place, share in
                "\(Self.x(place)),\(Self.y(log10(median(contestant, rate) { $0.latencies.quantile(share) })))"
            }
            let y = 50 + Double(index) * 20
            parts.append(
                "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>"
                    + "<rect x=\"710\" y=\"\(y - 9)\" width=\"12\" height=\"10\" fill=\"\(colour)\"/>"
                    + "<text x=\"728\" y=\"\(y)\">\(contestant.title)</text>")
        }
        return parts.joined(separator: "\n") + "\n</svg>\n"
    }

    private static func x(_ index: Int) -> Double {
        area.left + 20 + Double(index) * (area.width - 40) / Double(shares.count - 1)
    }

    private static func y(_ decade: Double) -> Double {
        let share = (decade - decades.lowerBound) / (decades.upperBound - decades.lowerBound)
        return area.top + area.height * (1 - max(0, min(1, share)))
    }
}
