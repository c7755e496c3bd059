internal import WaldoMap

/// The numbers of a stream as rates an hour, which times hours are a dose.
struct HourlyRate {
    /// What a number is multiplied by, and the unit of the dose.
    let factor: Double, unit: String

    /// Creates the rates of a stream of a unit.
    init(_ unit: String) {
        switch unit {
        case "cps": (factor, self.unit) = (3_600, "count")
        case "cpm": (factor, self.unit) = (60, "count")
        case _ where unit.hasSuffix("/h"): (factor, self.unit) = (1, String(unit.dropLast(2)))
        default: (factor, self.unit) = (1, unit.isEmpty ? "h" : unit + ".h")
        }
    }

    func points(_ points: [MapPoint]) -> [MapPoint] {
        points.map { MapPoint($0.point, value: $0.value * factor, sigma: $0.sigma * factor) }
    }
}
