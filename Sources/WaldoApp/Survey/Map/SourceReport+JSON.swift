import WaldoCore
import WaldoMap
import WaldoSurvey

extension SourceReport {
    /// The finding as one JSON object.
    package var json: [UInt8] {
        var json = JSONObject()
        json.add("stream", stream.stream.name)
        json.add("unit", unit)
        json.add("evidence", finding.evidence)
        json.add("needed", finding.needed)
        json.add("background", finding.background)
        json.add("places", finding.points)
        json.add("searched_places", finding.searched)
        json.add("searched", [list(finding.region.low), list(finding.region.high)])
        if let dose {
            json.add("dose_rate_unit", dose.unit)
            json.add("dose_rate_per_unit", dose.rate)
        }
        json.add(
            "sources",
            finding.solutions.map { solution in
                var json = JSONObject()
                json.add("place", list(solution.point))
                json.add("strength", solution.strength)
                json.add("strength_range", list(solution.strengths))
                json.add("background", solution.background)
                json.add("background_range", list(solution.backgrounds))
                json.add("behind", solution.deviance)
                json.add("region", [list(solution.region.low), list(solution.region.high)])
                json.add("open", solution.isOpen)
                return json
            })
        return json.finish()
    }

    private func list(_ range: ClosedRange<Double>) -> [Double] { [range.lowerBound, range.upperBound] }

    /// Metres from an arm's base, or longitude, latitude and metres of height.
    private func list(_ point: ArmPoint) -> [Double] {
        guard stream.plane.system == .world else { return [point.x, point.y, point.z] }
        let place = onEarth(point)
        return [place.x, place.y, point.z]
    }
}
