internal import WaldoCore
internal import WaldoLoop
internal import WaldoTeleop

/// Passes on to a survey's stream what the drive does, for those who watch the fleet. One way only.
@LoopActor
final class StreamDrive: DriveScreen {
    private let stream: SurveyStream
    private var facts: StationFacts { didSet { if facts != oldValue { stream.say(facts) } } }

    /// - Parameter status: the drive's at its beginning.
    init(_ stream: SurveyStream, _ status: DriveStatus) {
        self.stream = stream
        facts = StationFacts(status)
        stream.say(facts)
    }

    func report(_ report: DriveReport, _ status: DriveStatus) { facts = StationFacts(status) }
}
