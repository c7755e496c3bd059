import Testing
import WaldoCore
import WaldoTime

@testable import WaldoSurvey

/// Alarms by level, silence, saturation and anomaly.
struct GraphAlarmTests {
    private func run(_ alarm: GraphAlarm, before nodes: [GraphNode] = []) -> GraphRun {
        var node = GraphNode(.alarm(alarm), of: nodes.count)
        (node.name, node.unit) = ("high", nil)
        return GraphRun(
            Graph(
                name: "", inputs: [.seconds], nodes: nodes + [node],
                outputs: [GraphOutput(description: StreamDescription(name: "out"), valueIndex: nodes.count)]))
    }

    private func change(
        _ at: Double, _ cause: AlarmChange.Cause?, _ value: Double? = nil, halts: Bool = false
    ) -> AlarmChange {
        AlarmChange(node: "high", at: .seconds(at), cause: cause, value: value, halts: halts)
    }

    @Test func itIsRaisedAboveAndClearsBelowItsHysteresis() {
        var run = run(GraphAlarm(above: 10, clear: 5))
        run.take([10, 11, 20, 6, 5, 6, 11])
        #expect(run.alarms == [change(2, .above, 11), change(5, nil, 5), change(7, .above, 11)])
    }

    @Test func itIsRaisedBelow() {
        var run = run(GraphAlarm(below: 3, clear: 5))
        run.take([3, 2, 4, 5, 1])
        #expect(run.alarms == [change(2, .below, 2), change(4, nil, 5), change(5, .below, 1)])
    }

    @Test func aLevelHasToLast() {
        var run = run(GraphAlarm(above: 10, hold: .milliseconds(3500)))
        run.take([11, 11, 11, 9, 11, 11, 11, 11, 11])
        #expect(run.alarms == [change(8.5, .above, 11)])
    }

    /// The time may pass without another value: at its own time, however late it is looked at.
    @Test func aLevelLastsUntilAValueDeniesIt() {
        var run = run(GraphAlarm(above: 10, hold: .seconds(3)))
        run.take([11])
        #expect(run.deadline == .seconds(4))
        run.advance(3.999999)
        #expect(run.alarms.isEmpty)
        run.advance(100)
        #expect(run.alarms == [change(4, .above, 11)] && run.deadline == nil)
    }

    @Test func anInterruptionEndsTheWait() {
        var run = run(GraphAlarm(above: 10, hold: .seconds(3)))
        run.take([11, 11])
        run.interrupt(2, 3)
        #expect(run.deadline == nil)
        run.take([11], from: 3)
        #expect(run.deadline == .seconds(7))
    }

    @Test func silenceRaisesAndAValueClears() {
        var run = run(GraphAlarm(silent: .seconds(5), halts: true))
        run.advance(0)
        #expect(run.deadline == .seconds(5))
        run.take([1, 1])
        #expect(run.deadline == .seconds(7))
        run.interrupt(2, 30)
        run.advance(30)
        #expect(run.alarms == [change(7, .silent, halts: true)] && run.deadline == nil)
        run.take([2], from: 30)
        #expect(run.alarms.last == change(31, nil, 2))
    }

    @Test func aValueThatIsNotValidIsSilence() {
        var run = run(GraphAlarm(silent: .seconds(3)))
        run.take([1])
        for time in 1..<6 { run.take(1, Double(time), Double(time) + 1, flags: .invalid) }
        #expect(run.alarms == [change(4, .silent)])
    }

    /// A raised alarm that falls silent says so: a halt is due again.
    @Test func silenceComesBeforeALevel() {
        var run = run(GraphAlarm(above: 10, silent: .seconds(3)))
        run.take([11])
        run.advance(9)
        run.take([12], from: 9)
        #expect(run.alarms == [change(1, .above, 11), change(4, .silent), change(10, .above, 12)])
    }

    @Test func saturationRaisesAtOnce() {
        let nodes = [
            GraphNode(.deadTime(tau: 113e-6, Calibration()), of: 0),
            GraphNode(.window(over: .seconds(2), per: .seconds(1), marksPartial: true), of: 1),
        ]
        var run = run(GraphAlarm(above: 500, hold: .seconds(30), acceptsPartial: true), before: nodes)
        run.take([1, 1, 3000, 3000, 900, 900, 1, 1])
        // Two seconds after the last saturated bin there is a number again: still above, without waiting for it.
        let number = 900 / (1 - 900 * 113e-6)
        #expect(run.alarms.map(\.cause) == [.saturated, .above, nil])
        #expect(run.alarms.map(\.at) == [.seconds(3), .seconds(6), .seconds(8)])
        #expect(isNear(run.alarms[1].value, number) && run.alarms[0].value == nil)
    }

    @Test func valuesOfAWindowThatIsNotFullAreNotCompared() {
        let window = GraphNode(.window(over: .seconds(5), per: .seconds(1), marksPartial: true), of: 0)
        var patient = run(GraphAlarm(above: 10), before: [window])
        patient.take(Array(repeating: 20, count: 6))
        #expect(patient.alarms.map(\.at) == [.seconds(5)])
        var hasty = run(GraphAlarm(above: 10, acceptsPartial: true), before: [window])
        hasty.take(Array(repeating: 20, count: 6))
        #expect(hasty.alarms.map(\.at) == [.seconds(1)])
    }

    @Test func alarmsThatAreDueTogetherComeInTheOrderOfTheirTimes() {
        let nodes = [("late", 3), ("early", 2), ("other", 2)].map { name, seconds in
            GraphNode(name: name, kind: .alarm(GraphAlarm(silent: .seconds(Int64(seconds)))), inputs: [0])
        }
        var run = GraphRun(Graph(name: "", inputs: [.seconds], nodes: nodes, outputs: []))
        run.advance(0)
        run.advance(60)
        #expect(run.alarms.map(\.node) == ["early", "other", "late"])
        #expect(run.alarms.map(\.at) == [.seconds(2), .seconds(2), .seconds(3)])
    }
}
