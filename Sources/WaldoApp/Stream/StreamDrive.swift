import WaldoCore
import WaldoLoop
import WaldoTeleop

/// Passes on to a survey's stream what the drive does, for those who watch the fleet. One way only.
@LoopActor
final class StreamDrive: DriveScreen {
    private let stream: SurveyStream
    private var facts: StationFacts? { didSet { if let facts, facts != oldValue { stream.say(facts) } } }

    init(_ stream: SurveyStream) { self.stream = stream }

    func show(_ status: DriveStatus) { facts = StationFacts(status) }

    func report(_ report: DriveReport, _ status: DriveStatus) { show(status) }
}
