import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel
import WaldoSurvey
import WaldoTime

/// A survey for Foxglove, with the topics and schemas of an export to MCAP. What is measured is only noted, and is
/// formatted and sent in a turn of its own.
@LoopActor
final class FoxgloveSurvey: SurveyObserver {
    /// The longest time that a sample waits for others, and most samples and places that wait.
    private static let gather: TimeSpan = .milliseconds(20), maxNotes = 2_048

    private enum Note {
        case sample(Sample)
        case fix(Place, Int64)
    }

    private let server: FoxgloveServer
    private var messages = SurveyMessages()
    /// The channels of the streams, and that of the places.
    private var channels: [Int] = []
    private let fixChannel: Int
    private var notes: [Note] = []
    /// The place that was sent last.
    private var lastPlace: Place?
    private weak var survey: LiveSurvey?
    private var timer: LoopTimer?

    init(_ server: FoxgloveServer, of survey: LiveSurvey) {
        self.server = server
        self.survey = survey
        fixChannel = server.advertise([SurveyTopics.fix.channel])
        timer = LoopTimer(of: self) { owner, _ in owner.send() }
    }

    func report(_ report: SurveyReport, _ status: SurveyStatus) {
        switch report {
        case .stream(_, let description):
            messages.add(description)
            channels.append(server.advertise([SurveyTopics.topic(of: description).channel]))
        case .sample(let sample):
            guard server.hasAudience, channels.indices.contains(sample.stream) else { return }
            note(.sample(sample), of: channels[sample.stream])
        case .fix(let fix): if fix.isValid, server.hasAudience { note(fix) }
        case .message, .alarm, .gap, .reject, .forbidsUpload, .match, .link, .paused, .relay, .store, .note: break
        }
    }

    /// Sends what is left.
    func close() {
        send()
        timer?.cancel()
        timer = nil
    }

    /// Sends a new subscriber the latest place: that of a survey at a fixed one never comes again.
    func subscribed(to channel: Int) {
        if channel == fixChannel, let fix = survey?.status.lastFix { note(fix) }
    }

    private func note(_ fix: Fix) { note(.fix(fix.place, WallClock.utc(at: fix.at)), of: fixChannel) }

    private func note(_ note: Note, of channel: Int) {
        guard notes.count < Self.maxNotes else { return server.miss(channel) }
        notes.append(note)
        if let timer, timer.deadline == nil { timer.arm(at: Monotonic.now() + Self.gather) }
    }

    private func send() {
        for note in notes {
            switch note {
            case .sample(let sample): send(sample)
            case .fix(let place, let utc): send(place, utc)
            }
        }
        notes.removeAll(keepingCapacity: true)
    }

    /// What has no time of the wall clock is left out, as in an export.
    private func send(_ sample: Sample) {
        guard let utc = sample.utc, SurveyMessages.span.contains(utc) else { return }
        // Where no source other than the sensor gives places, those of the samples are places.
        if survey?.status.hasFixes == false, let place = sample.place, place != lastPlace {
            lastPlace = place
            send(place, utc)
        }
        let channel = channels[sample.stream]
        guard server.isWanted(channel) else { return }
        messages.sample(sample, utc: utc)
        server.publish(channel, time: UInt64(utc) * 1_000, messages.json)
    }

    private func send(_ place: Place, _ utc: Int64) {
        guard server.isWanted(fixChannel), SurveyMessages.span.contains(utc), messages.fix(place, utc: utc) else {
            return
        }
        server.publish(fixChannel, time: UInt64(utc) * 1_000, messages.json)
    }
}
