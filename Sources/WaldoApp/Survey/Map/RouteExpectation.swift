import WaldoCore
import WaldoMap
import WaldoSurvey
import WaldoTime

/// What a route is expected to receive, and what was measured on it.
package struct RouteExpectation: Sendable {
    /// The stream that it was computed of.
    let stream: String
    let rate: HourlyRate
    let exposure: RouteExposure
    let hours: Double
    /// What was measured at the route's end.
    let atEnd: MapPoint

    /// The stream that has one number for a whole route.
    var routeStream: String {
        let isSpot = stream.hasPrefix(SurveyMachine.spotPrefix)
        return SurveyMachine.routePrefix + (isSpot ? String(stream.dropFirst(SurveyMachine.spotPrefix.count)) : stream)
    }

    /// What is expected in a time from the departure on: the way, and then rest at its end.
    func expected(in time: Double) -> (dose: Double, sigma: Double) {
        guard time > hours else { return (exposure.dose * time / hours, exposure.sigma * time / hours) }
        let rest = time - hours
        // The rest and the last part of the way have the same error.
        return (exposure.dose + max(0, atEnd.value) * rest, exposure.sigma + atEnd.sigma * rest)
    }

    /// The comparison in words.
    /// - Parameters:
    ///   - measured: the mean rate from the departure on, in the stream's unit.
    ///   - time: how long was measured.
    ///   - driven: how long the route took.
    func lines(measured sample: Sample, in time: TimeSpan, driven: TimeSpan) -> [String] {
        let hours = time.inSeconds / 3_600, expected = expected(in: hours)
        guard let value = sample.value, hours > 0 else { return ["nothing was measured on the way"] }
        // The time of a gap is made up for at the end, where the rate is another one.
        let gap = (sample.to - sample.from) - time
        guard gap < .milliseconds(10) else {
            return ["\(SurveyNumber.seconds(gap)) of the way were not measured, so that nothing can be compared"]
        }
        let dose = value * rate.factor * hours, sigma = (sample.sigma ?? 0) * rate.factor * hours
        let error = (sigma * sigma + expected.sigma * expected.sigma).squareRoot()
        let away = abs(dose - expected.dose) / error
        let comparison =
            error > 0
            ? "\(away <= 2 ? "they agree" : "they do not agree") (\(DecimalText.rounded(away, error: 1)) standard errors apart)"
            : "their errors are not known"
        return [
            "driven in \(RouteTable.time(driven.inSeconds / 3_600)), expected \(RouteTable.time(self.hours)); "
                + "measured for \(RouteTable.time(hours)), of which "
                + "\(RouteTable.time(max(0, hours - driven.inSeconds / 3_600))) at its end",
            "predicted \(RouteTable.amount(expected.dose, expected.sigma, rate.unit)), measured "
                + "\(RouteTable.amount(dose, sigma, rate.unit)): " + comparison,
        ]
    }
}
