import WaldoCore
import WaldoSurvey
import WaldoTime

/// What a report states of one stream. Numbers that are marked as not valid, saturated or damaged are counted, and are
/// in no minimum, mean or maximum.
struct StreamStatistics {
    private(set) var samples = 0, excluded = 0, partial = 0, undated = 0, outliers = 0
    private(set) var belowThreshold = 0, placed = 0
    private(set) var minimum: Double?, maximum: Double?
    /// The newest sample.
    private(set) var last: Sample?
    private var values = Mean(), errors = Mean(), accuracies = Mean()
    private(set) var bestAccuracy: Double?, worstAccuracy: Double?

    var mean: Double? { values.value }
    /// The mean of the samples' standard errors.
    var error: Double? { errors.value }
    var meanAccuracy: Double? { accuracies.value }

    mutating func add(_ sample: Sample) {
        samples += 1
        last = sample
        if let place = sample.place { add(place) }
        if sample.flags.contains(.partial) { partial += 1 }
        if sample.flags.contains(.undated) { undated += 1 }
        if sample.flags.contains(.outlierPlace) { outliers += 1 }
        if sample.flags.contains(.belowThreshold) { belowThreshold += 1 }
        guard let value = sample.value, value.isFinite, sample.flags.isDisjoint(with: .worthless) else {
            excluded += 1
            return
        }
        minimum = min(minimum ?? value, value)
        maximum = max(maximum ?? value, value)
        values.add(value)
        guard let sigma = sample.sigma, sigma.isFinite else { return }
        errors.add(sigma)
    }

    private mutating func add(_ place: Place) {
        placed += 1
        guard let accuracy = place.accuracy, accuracy.isFinite, accuracy > 0 else { return }
        accuracies.add(accuracy)
        bestAccuracy = min(bestAccuracy ?? accuracy, accuracy)
        worstAccuracy = max(worstAccuracy ?? accuracy, accuracy)
    }
}
