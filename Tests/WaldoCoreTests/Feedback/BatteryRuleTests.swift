import Testing
import WaldoCore

/// When the operator is warned of an input's battery.
@Suite struct BatteryRuleTests {
    /// The warnings that a row of states leads to.
    func said(_ states: Battery...) -> [Battery.Warning?] {
        var rule = BatteryRule()
        return states.map { rule.warning(for: $0) }
    }

    @Test func eachThresholdIsSaidOnce() {
        let states = [40, 16, 15, 14, 16, 15, 6, 5, 4, 5, 0].map { Battery(percent: $0) }
        var rule = BatteryRule()
        #expect(
            states.map { rule.warning(for: $0) } == [nil, nil, .low, nil, nil, nil, nil, .critical, nil, nil, nil])
    }

    @Test func aBatteryThatIsCriticalAtFirstIsSaidToBeSoAlone() {
        #expect(said(Battery(percent: 3), Battery(percent: 3)) == [.critical, nil])
    }

    @Test func chargingSilencesAndIsBegunAnewAfterIt() {
        #expect(
            said(
                Battery(percent: 10), Battery(percent: 4, isCharging: true), Battery(percent: 8),
                Battery(percent: 5)) == [.low, nil, .low, .critical])
        #expect(said(Battery(percent: 10), Battery(percent: 80), Battery(percent: 12)) == [.low, nil, .low])
    }

    @Test func aLevelCountsWhereThereIsNoNumber() {
        #expect(
            said(Battery(level: .normal), Battery(level: .low), Battery(level: .critical)) == [nil, .low, .critical])
        #expect(said(Battery(percent: 50, level: .critical)) == [nil])
        #expect(said(Battery(level: .low), Battery(level: .full), Battery(level: .low)) == [.low, nil, .low])
    }

    @Test func itsTextSaysWhatIsLeftAndWhy() {
        #expect(Battery(percent: 57).text == "57 %")
        #expect(Battery(percent: 12).text == "12 %, low")
        #expect(Battery(percent: 5).text == "5 %, critical")
        #expect(Battery(percent: 5, isCharging: true).text == "5 %, charging")
        #expect(Battery(level: .normal).text == "normal")
        #expect(Battery(percent: 140).text == "100 %")
        #expect(Battery.Warning.low.sentence(Battery(percent: 12)).contains("low (12 %): charge it soon"))
        #expect(Battery.Warning.critical.sentence(Battery(level: .critical)).contains("nearly empty: charge it"))
    }
}
