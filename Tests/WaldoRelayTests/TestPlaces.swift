import WaldoStore

@testable import WaldoRelay

extension StationName {
    /// The station that a push of the built program is without a name: this machine.
    static let ofTests = StationName(machine: PushPlan.machine)
}

extension SampleSurvey {
    /// It as that station publishes it.
    var place: SurveyPlace { SurveyPlace(.ofTests, survey) }
}
