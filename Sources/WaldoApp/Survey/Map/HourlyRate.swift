import WaldoCore
import WaldoMap
import WaldoSurvey

/// The numbers of a stream as rates an hour, which times hours are a dose or, of another quantity, an exposure.
struct HourlyRate {
    /// What a number is multiplied by, and the unit of the dose or exposure.
    let factor: Double, unit: String

    /// Creates the rates of a stream of a unit.
    init(_ text: String) {
        let rate = MeasureUnit(text), symbol = rate.symbol
        if let factor = rate.factor(to: MeasureUnit("count/h")) {
            (self.factor, unit) = (factor, "count")
        } else if symbol.hasSuffix("/h") {
            (factor, unit) = (1, String(symbol.dropLast(2)))
        } else {
            (factor, unit) = (1, symbol.isEmpty ? "h" : symbol + ".h")
        }
    }

    func points(_ points: [MapPoint]) -> [MapPoint] {
        points.map { MapPoint($0.point, value: $0.value * factor, sigma: $0.sigma * factor) }
    }
}
