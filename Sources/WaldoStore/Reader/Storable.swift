import WaldoCore
import WaldoSurvey

/// Values as a store gives them back: SQLite has no NaN, and stores it as NULL.
extension Double {
    fileprivate var storable: Double? { isNaN ? nil : self }
}

extension Sample {
    var storable: Sample {
        var sample = self
        sample.value = value?.storable ?? nil
        sample.low = low?.storable ?? nil
        sample.high = high?.storable ?? nil
        return sample
    }
}

extension AlarmChange {
    var storable: AlarmChange {
        var change = self
        change.value = value?.storable ?? nil
        return change
    }
}
