import WaldoCore
import WaldoFiles
import WaldoSurvey
import WaldoTeleop
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp
@testable import WaldoTerminal

/// A survey with the demo sensor on a clock that the test moves: what screens show follows from the state machine's
/// results.
struct PlayedSurvey {
    var status: SurveyStatus
    let renderer: SurveyRenderer
    private var machine: SurveyMachine
    private var results = SurveyReports()
    private var sensor = DemoSensor()
    private(set) var time = Instant(0)

    init(file: String? = "surveys/walk.gpkg", duration: TimeSpan? = nil) throws {
        var plan = try SurveyPlan(sensor: "demo", library: Library(directory: nil))
        plan.title = "Walk past a source"
        status = SurveyStatus(plan)
        renderer = SurveyRenderer(plan, start: 0, duration: duration, file: file)
        machine = SurveyMachine(plan.sensor, graph: plan.graph, rules: plan.rules)
        status.apply(.link(LinkStatus(.connected, name: plan.sensor.name, detail: "built in")))
        step(.clock(utc: 1_780_000_000_000_000))
    }

    /// Hears a message each second.
    mutating func hear(seconds: Int) {
        for _ in 0..<seconds {
            wait(.seconds(1))
            step(.bytes(channel: 0, sensor.next()))
        }
    }

    /// Hears nothing, whatever the sensor sends.
    mutating func miss(seconds: Int) {
        for _ in 0..<seconds {
            wait(.seconds(1))
            _ = sensor.next()
        }
    }

    mutating func wait(_ span: TimeSpan) {
        let end = time + span
        while let deadline = machine.deadline, deadline <= end {
            time = max(time, deadline)
            step(.deadline)
        }
        time = end
    }

    mutating func step(_ event: SurveyEvent) {
        machine.step(event, at: time, &results)
        for report in results.entries { status.apply(report) }
        results.removeAll()
    }

    var view: SurveyView { renderer.view(of: status, at: time) }
}
