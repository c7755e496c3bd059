import WaldoCore
import WaldoLoop
import WaldoTerminal
import WaldoTime

/// Measures a drive's commands: the last frames, their rate, and the latency from input to write. It only observes the
/// state machine, and allocates nothing after initialization.
@LoopActor
final class DriveGauge {
    /// The number of frames that are kept, and of spans between commands that the rate is computed from.
    private static let frames = 48, spans = 32
    /// The number of commands that are kept for the plot.
    private static let plotted = 1_024
    /// A longer pause is the operator's: the rate starts over.
    private static let pause: TimeSpan = .seconds(1)

    private typealias Sent = (at: Instant, channel: Channel, frame: Frame)

    private var sent = [Sent](repeating: (.clockStart, Channel(0), Frame()), count: frames)
    private var sentCount = 0
    private var numbers = [(at: Instant, channel: Channel, value: Int32)](
        repeating: (.clockStart, Channel(0), 0), count: plotted)
    private var times = [Instant](repeating: .clockStart, count: spans + 1)
    private var timesCount = 0
    /// From the kernel's timestamp of an input event, or a finger's arrival, to the return of the write that it caused.
    /// Commands that pacing has delayed are not counted.
    private var latency = Histogram(upTo: .seconds(1))
    private var isAnswer = false

    /// The state machine has handled an event.
    func handled(_ event: DriveEvent) {
        switch event {
        case .input, .finger: isAnswer = true
        default: isAnswer = false
        }
    }

    /// The step has sent a command.
    /// - Parameters:
    ///   - time: the step's own time.
    ///   - now: when the write returned.
    func wrote(_ command: Command, _ outcome: WriteOutcome, at time: Instant, now: Instant) {
        guard outcome.isSent else { return }
        if isAnswer { latency.add(now - time) }
        isAnswer = false
        sent[sentCount % Self.frames] = (time, command.channel, command.frame)
        numbers[sentCount % Self.plotted] = (time, command.channel, command.value)
        sentCount += 1
        if timesCount > 0, time - times[(timesCount - 1) % times.count] > Self.pause { timesCount = 0 }
        times[timesCount % times.count] = time
        timesCount += 1
    }

    // MARK: reading

    /// The last frames, the newest last, with times since `start` and the names of their channels.
    func frames(since start: Instant, of arm: Arm) -> [SentFrame] {
        (max(0, sentCount - Self.frames)..<sentCount).map { index in
            let (at, channel, frame) = sent[index % Self.frames]
            return .init(at: at - start, channel: arm.profiles[channel].name, frame: frame)
        }
    }

    /// The commands of each channel that was commanded within a span, on a scale of -1...+1, and the last before it.
    func plot(of arm: Arm, within span: TimeSpan) -> [DashboardView.PlotLine] {
        guard sentCount > 0 else { return [] }
        let newest = numbers[(sentCount - 1) % Self.plotted].at
        var lines = [[DashboardView.PlotLine.Sample]](repeating: [], count: arm.channels.count)
        for index in (max(0, sentCount - Self.plotted)..<sentCount).reversed() {
            let (at, channel, value) = numbers[index % Self.plotted]
            let index = channel.index
            // From the newest back: one beyond the span is where the plot begins.
            guard index < lines.count, (lines[index].last?.before ?? .zero) <= span else { continue }
            let range = arm.profiles[channel].range
            lines[index].append(.init(before: newest - at, value: range.normalised(Double(value))))
        }
        return arm.movingChannels.compactMap { channel in
            let samples = lines[channel.index]
            return samples.isEmpty ? nil : .init(arm.profiles[channel].name, samples.reversed())
        }
    }

    /// Commands per second without pauses; nil for fewer than three commands.
    var rate: Double? {
        guard timesCount >= 3 else { return nil }
        let spans = min(timesCount - 1, Self.spans)
        let last = times[(timesCount - 1) % times.count], first = times[(timesCount - 1 - spans) % times.count]
        return last > first ? Double(spans) * 1_000_000 / Double((last - first).microseconds) : nil
    }

    /// The latency from input to write; nil before the first measurement.
    var delay: DashboardView.Latency? { DashboardView.Latency(latency) }
}
