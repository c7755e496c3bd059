import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// The frames that a golden recording sent, for the receiver of its arm.
struct SentFrames {
    struct Frame {
        /// Milliseconds since the recording began.
        var at: Int64
        var bytes: [UInt8]
        /// What the commands meant, in the receiver's units; not read from the bytes.
        var says: [Channel: Int32]
    }

    let name: String
    let receiver: ReceiverKind
    /// The slider's heartbeat in milliseconds.
    let beat: Int64
    /// Whether the arm's file declares by `busy` that it is deaf at times: then heartbeats are left out.
    let isDeafAtTimes: Bool
    /// Whether the link was held or lost at times: then heartbeats are not sent.
    private(set) var isCutOffAtTimes = false
    private(set) var frames: [Frame] = []

    /// nil for an arm without a receiver here.
    @LoopActor
    init?(_ script: GoldenScript) throws {
        guard let receiver = ReceiverKind(arm: script.arm) else { return nil }
        let folder = try TemporaryFolder(), file = folder.path + "/whole.jsonl"
        try script.record(to: file)
        let reader = try RecordingReader(file)
        name = script.name
        self.receiver = receiver
        beat = (reader.arm.profiles[.slider].heartbeat ?? .zero).microseconds / 1_000
        isDeafAtTimes = reader.arm.channels.contains { reader.arm.profiles[$0].busy != nil }
        while let line = try reader.next() {
            if case .step(let step) = line, [.link(.windowFull), .link(.down)].contains(step.event) {
                isCutOffAtTimes = true
            }
            guard case .command(let sent) = line, sent.outcome.isSent else { continue }
            var says = [sent.command.channel: sent.command.value]
            if let all = sent.all { for channel in all.channels { says[channel] = all[channel] } }
            // The text frames carry only the slider's direction.
            if receiver == .text { says[.slider] = says[.slider]?.signum() }
            frames.append(Frame(at: sent.at.microseconds / 1_000, bytes: sent.command.frame.bytes, says: says))
        }
    }

    /// Every recording for which there is a receiver.
    @LoopActor
    static func all() throws -> [SentFrames] { try GoldenScript.all.compactMap { try SentFrames($0) } }

    /// The frames as the firmware's loop gets them: each byte up to `delay` milliseconds later, none before its
    /// predecessor, so that frames are cut and joined anywhere.
    /// - Parameters:
    ///   - delay: the longest delay of a byte in milliseconds.
    ///   - dropping: the percentage of frames that never arrive.
    ///   - step: the time between two turns of the loop in milliseconds.
    ///   - random: decides about delays and losses.
    func delivered(
        delay: Int64 = 0, dropping: Int = 0, step: Int64, using random: inout SeededGenerator
    ) -> (turns: [Turn], arrivals: [Int: [Channel: Int32]]) {
        var turns: [Turn] = [], arrivals: [Int: [Channel: Int32]] = [:]
        var now: Int64 = 0
        func turn(until end: Int64) {
            while case let next = ((turns.last?.at ?? 0) / step + 1) * step, next <= end {
                turns.append(Turn(at: next))
            }
        }
        for frame in frames where Int.random(in: 0..<100, using: &random) >= dropping {
            for byte in frame.bytes {
                now = max(now, frame.at + Int64.random(in: 0...delay, using: &random))
                turn(until: now)
                turns.append(Turn(at: now, byte: byte))
            }
            arrivals[turns.count - 1] = frame.says
        }
        turn(until: now + 1_000)
        return (turns, arrivals)
    }
}
