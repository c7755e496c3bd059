internal import WaldoCore
internal import WaldoLoop
internal import WaldoTeleop

/// Passes on to a survey's stream what the drive does, for those who watch the fleet. One way only.
@LoopActor
final class StreamDrive: DriveScreen {
    private let stream: SurveyStream
    private var facts: StationFacts { didSet { if facts != oldValue { stream.say(facts) } } }

    init(_ stream: SurveyStream, _ transport: Transport) {
        self.stream = stream
        facts = StationFacts(transport)
    }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        facts.apply(step, isStopped: drive.stateMachine.isStopped)
    }

    func report(_ report: DriveReport, _ status: DriveStatus) { facts.apply(report) }
}
