public import WaldoTime

/// What the arm is sent beside its commands, and what it answers and reports.
extension DriveStateMachine {
    /// Whether the arm has steps, answers or a report that motion can wait for.
    public var hasScript: Bool { encoder.script != nil }

    /// Whether motion waits for the arm's first steps, or for its first report.
    public var isBeginning: Bool { encoder.state.isBeginning }

    /// The answer of the arm that a step of `begin` or `end` waits for, or else that to a frame; nil: none is due.
    public var awaitedAnswer: ReportPattern? { encoder.awaitedAnswer }

    /// How many answers from now that to the last motion is, 1 or more; 0: it has come, or is not awaited.
    public var answersUntilMotion: Int { encoder.answersUntilMotion }

    /// Whether the board's answer to a motion is missing: the drive is stalled until the next one.
    public var missesAnswer: Bool { encoder.state.answers.flow != nil }

    /// The index of the step of `begin` that the arm did not answer on this link; nil: none.
    public var unansweredStep: Int? { encoder.state.steps.phase == .failed ? encoder.state.steps.index : nil }

    /// The bytes that the last step sends if it `sendsBytes`.
    public var proposedBytes: Frame { encoder.state.proposal.content }

    /// Whether they are for a sensor on the arm's peripheral, and not what the arm itself is sent beside its commands.
    public var proposedBytesAreForSensor: Bool { encoder.state.proposal.kind == .sensor }

    /// Whether bytes for a sensor are pending and may be sent; an emergency stop holds them back.
    public var owesSensorBytes: Bool { encoder.hasSensorBytes }

    /// The earliest time for bytes that a drive which ends still waits for, a sensor's or those of the arm's `end`;
    /// nil: none are pending, or the link accepts none now.
    public var lastBytesDue: Instant? {
        var encoder = encoder
        return encoder.lastBytesDue()
    }

    /// Whether the first motion starts from this report.
    public func adopts(_ numbers: PerChannel<Int32?>) -> Bool {
        numbers.channels.contains { channel in
            guard let number = numbers[channel], encoder.adoptsReport(of: channel) else { return false }
            return encoder.position(reported: number, of: channel) != nil
        }
    }

    /// The positions that the arm was asked for and has not reported on this link.
    public var unreported: [Channel] { encoder.channels.filter { encoder.state.unreported >> $0.raw & 1 == 1 } }

    /// The positions that motion waits for, and that this report has beyond their range.
    public func awaitedBeyond(_ numbers: PerChannel<Int32?>) -> [Channel] {
        unreported.filter { channel in
            numbers[channel].map { encoder.position(reported: $0, of: channel) == nil } ?? false
        }
    }

    // MARK: reported positions

    /// Until a position is sent on this link, it is where the arm reports it: the first motion starts from there.
    mutating func applyReported(_ numbers: PerChannel<Int32?>) {
        for channel in encoder.channels {
            guard let number = numbers[channel], encoder.adoptsReport(of: channel),
                let position = encoder.position(reported: number, of: channel)
            else { continue }
            encoder.adopt(position, of: channel)
            encoder.state.newlySet |= 1 << channel.raw
        }
        guard encoder.state.newlySet != 0 else { return }
        encoder.renderWritten()
        notices.insert(.position)
        adoptSettings()
    }

    /// An action, or a report of the arm, has set positions: the controls go on from there.
    mutating func adoptSettings() {
        for channel in encoder.channels where encoder.state.newlySet >> channel.raw & 1 == 1 {
            let written = encoder.state.channels[channel].written
            positions[channel].reset(encoder.rules[channel].range.normalised(Double(written)))
            playback?.finish(channel)
        }
        encoder.state.newlySet = 0
        // A finger that rests on a joystick holds it where the action has left it.
        for index in joysticks.indices {
            guard joysticks[index].grip != nil, let offset = joysticks[index].fingerOffset else { continue }
            let channels = joysticks[index].channels
            joysticks[index].grip = (position(channels.x) - offset.x, position(channels.y) - offset.y)
        }
    }
}
