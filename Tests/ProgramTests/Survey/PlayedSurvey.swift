import WaldoCore
import WaldoFiles
import WaldoTeleop
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp
@testable import WaldoTerminal

/// A survey with the demo sensor on a clock that the test moves: what the tile shows follows from the state machine's
/// results.
struct PlayedSurvey {
    var tile: SurveyTile
    private var machine: SurveyMachine
    private var results = SurveyResults()
    private var sensor = DemoSensor()
    private(set) var time = Instant(0)

    init(file: String? = "surveys/walk.gpkg", duration: TimeSpan? = nil) throws {
        var plan = try SurveyPlan(sensor: "demo", library: Library(directory: nil))
        plan.title = "Walk past a source"
        tile = SurveyTile(plan, start: 0, duration: duration, file: file)
        machine = SurveyMachine(plan.sensor, graph: plan.graph, rules: plan.rules)
        tile.link(LinkShown(phase: .connected, name: plan.sensor.name, detail: "built in"))
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
        for entry in results.entries {
            switch entry {
            case .stream(_, let stream): tile.stream(stream)
            case .message(let message): tile.message(message)
            case .sample(let sample): tile.sample(sample)
            case .alarm(let change): tile.alarm(change)
            case .gap(let gap): tile.gap(gap)
            case .reject(let reject): tile.reject(reject)
            case .match(let change): tile.match(change)
            case .forbidsUpload: break
            }
        }
        results.removeAll()
    }

    var view: SurveyView { tile.view(at: time) }
}
