import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp

/// A survey beside a drive, where what one event leads to is the next event.
@Suite(.onLoop) struct LiveSurveyTests {
    private static let halting = """
        name: Halts the arm
        in: { counts: count }
        nodes:
          now: { rate: counts, per: 1 s }
          high: { alarm: now, above: 0.5, silent: 60 s, halt: true }
        out: { now: now }
        """

    /// Counts the results that it is handed.
    @LoopActor private final class Counter: SurveyObserver {
        var messages = 0, alarms: [AlarmChange] = []

        func stream(_ number: Int, _ description: StreamDescription) {}
        func message(_ message: SensorMessage) { messages += 1 }
        func sample(_ sample: Sample) {}
        func alarm(_ change: AlarmChange) { alarms.append(change) }
        func gap(_ gap: Gap) {}
        func reject(_ reject: Reject) {}
        func fix(_ fix: Fix) {}
        func link(_ state: LinkShown) {}
        func note(_ text: String) {}
    }

    /// The zeros of the halt are commands, and the survey takes them while the alarm is still being handed on.
    @Test @LoopActor func anAlarmThatHaltsIsHandedOnOnceWhateverTheHaltSends() throws {
        let folder = try TemporaryFolder(), graph = try folder.write(Self.halting, to: "halting.yaml")
        let plan = try SurveyPlan(sensor: "demo", graph: graph, library: Library(directory: nil))
        let survey = LiveSurvey(plan, store: nil), counter = Counter()
        survey.add(counter)
        var halts = 0
        survey.halts = { change in
            halts += 1
            // Without an end to the halts the test must end.
            guard halts < 4 else { return }
            for channel in 0..<3 { survey.commanded(Channel(channel), 0, at: change.at) }
        }
        survey.start()
        var sensor = DemoSensor()
        survey.heard(sensor.next(), channel: 0, at: Monotonic.now())
        #expect(halts == 1 && counter.messages == 1)
        #expect(counter.alarms.map(\.cause) == [.above])
        _ = survey.end(within: .zero)
    }
}
