public import WaldoCore
import WaldoTime

/// Writes a recording: JSON Lines, one object a line. The first is the header; the rest, in the order of events, are
///
/// * steps of the state machine, `{"t":1,"step":"axis","code":5,"value":255}`: everything that a command depends on; of
///   a replay, the frames to send again, `{"t":1,"step":"replayed","numbers":[6,null,null],"late":3000}` with what they
///   were late by in microseconds, and the numbers to set, with the step `played`; and with `reported`, the positions
///   that the arm reports; `answered` is the answer that a step of `begin` or `end` waits for;
/// * the commands that they sent, `{"t":1,"channel":"slider","value":6,"bytes":"463e","link":"written"}`;
/// * what the peripheral sent by itself, as `--plain` prints it,
///   `{"event":"notify","t":1,"characteristic":"...","bytes":"0041ff"}`; waldo 0.1.0 left the characteristic out;
/// * what they sent that no channel sends, to a sensor or as one of the arm's steps,
///   `{"event":"sensor","t":1,"bytes":"a00100","link":"written"}`;
/// * other events, as `--plain` prints them, `{"event":"link","t":1,"state":"connected"}`.
///
/// `t` is in microseconds since the recording began and never decreases in steps and commands. A drive that was cut
/// off leaves an incomplete last line, which is ignored. None of it allocates.
extension LineWriter {
    /// Writes the header.
    public func header(_ header: RecordingHeader) {
        beginObject()
        field("recording", Int64(header.format))
        field("waldo", quoted: header.version)
        field("started", header.started)
        field("arm", quoted: header.arm.name)
        field("mapping", quoted: header.mapping.name)
        if let position = header.position {
            key("position")
            list(position.count) { self.integer(Int64(position[$0])) }
        }
        if header.learnsRests { field("rests", word: "learned") }
        if header.isPlayed { field("played", flag: true) }
        if let link = header.link { self.link(link, withSensorFile: true) }
        field("input", quoted: header.input.name)
        field("place", quoted: header.input.port)
        field("bus", Int64(header.input.bus))
        field("vendor", Int64(header.input.vendor))
        field("product", Int64(header.input.product))
        field("version", Int64(header.input.version))
        field("arm file", quoted: header.arm.text)
        field("mapping file", quoted: header.mapping.text)
        endObject()
    }

    /// Writes what carries the commands of a drive.
    func link(_ link: RecordingHeader.Link, withSensorFile: Bool) {
        switch link {
        case .arm: field("link", word: "shield")
        case .override: field("link", word: "override")
        case .simulation(let options, let sensor):
            field("link", word: "simulation")
            field("simulation", quoted: options)
            guard let sensor else { return }
            field("sensor", quoted: sensor.name)
            if withSensorFile { field("sensor file", quoted: sensor.text) }
        }
    }

    /// Writes a command that a step sent.
    /// - Parameter name: the name of the command's channel.
    public func command(_ recorded: RecordedCommand, channel name: String) {
        let command = recorded.command
        beginObject()
        field("t", recorded.at.microseconds)
        field("channel", quoted: name)
        field("value", Int64(command.value), decimals: command.decimals)
        field("bytes", hex: command.frame)
        if let all = recorded.all {
            key("all")
            list(all.channels.count) { self.integer(Int64(all[Channel($0)])) }
        }
        field("link", word: recorded.outcome.name)
        endObject()
    }

    /// Writes what a step sent that no channel sends.
    public func sentBytes(_ recorded: RecordedBytes) {
        beginObject()
        field(.bytes)
        field("t", recorded.at.microseconds)
        field("bytes", hex: recorded.bytes)
        field("link", word: recorded.outcome.name)
        endObject()
    }

    /// Adds a field with how often each of the failsafe frames was sent, for three frames at least.
    public func frames(_ sent: ZeroCounts) {
        key("frames")
        let last = (0..<Channel.maxCount).last { sent[$0] > 0 } ?? 0
        list(max(3, last + 1)) { self.integer(Int64(sent[$0])) }
    }
}
