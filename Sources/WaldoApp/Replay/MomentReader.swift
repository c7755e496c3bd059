import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop

/// Gets what a `MomentReader` reads.
@LoopActor
protocol MomentReaderDelegate: AnyObject {
    /// There are moments, or the recording has ended.
    func momentsAreRead()
    /// Nothing more can be read.
    func readingHasFailed(_ error: FileError)
}

/// Reads the moments of a replay ahead of the player, a portion in each turn of the loop.
@LoopActor
final class MomentReader {
    /// The number of moments to read ahead, and of lines to read in one turn of the loop.
    private static let ahead = 64, portion = 500

    private let plan: ReplayPlan
    private let arm: Arm
    /// Whether the recorded numbers are sent as they are. Otherwise they are converted to the arm's ranges.
    private let keepsNumbers: Bool
    private let reader: RecordingReader
    private var timeline: PlaybackTimeline
    private var moments: [PlaybackTimeline.Moment] = []
    private var isRead = false
    private var work: TurnWork?
    private weak var delegate: (any MomentReaderDelegate)?

    /// Opens the recording where the plan begins.
    /// - Parameter arm: the arm that is driven.
    init(_ plan: ReplayPlan, for arm: Arm, delegate: any MomentReaderDelegate) throws(FileError) {
        self.plan = plan
        self.arm = arm
        self.delegate = delegate
        keepsNumbers = plan.sendsFrames && plan.sharesFrames(with: arm)
        reader = try RecordingReader(plan.path)
        try reader.seek(to: plan.entry.position)
        timeline = plan.entry.timeline
        work = TurnWork(of: self) { $0.fill() }
    }

    /// The channels' numbers where the plan begins, for the arm that is driven.
    var start: PerChannel<Int32?> { converted(plan.entry.timeline.numbers) }

    /// The next moment; `notYet` until `momentsAreRead` is called.
    func next() -> Player.Next {
        if moments.isEmpty { return isRead ? .end : .notYet }
        let moment = moments.removeFirst()
        if let until = plan.until, moment.at > until { return .end }
        return .moment(moment)
    }

    /// Reads a portion; true when there is more to read at once.
    @discardableResult
    func fill() -> Bool {
        guard !isRead, moments.count < Self.ahead else { return false }
        do throws(FileError) {
            for _ in 0..<Self.portion {
                guard moments.count < Self.ahead else { break }
                guard let line = try reader.next() else {
                    isRead = true
                    break
                }
                timeline.add(line) {
                    moments.append(.init(at: $0.at, numbers: converted($0.numbers), isMotion: $0.isMotion))
                }
            }
        } catch {
            isRead = true
            delegate?.readingHasFailed(error)
            return false
        }
        if isRead || !moments.isEmpty { delegate?.momentsAreRead() }
        return !isRead && moments.count < Self.ahead
    }

    func close() { work?.cancel() }

    /// Converts numbers to the channels and units of the arm that is driven.
    private func converted(_ numbers: PerChannel<Int32?>) -> PerChannel<Int32?> {
        arm.profiles.map { profile in
            plan.arm.channel(named: profile.name).flatMap { channel in
                numbers[channel].map { keepsNumbers ? $0 : plan.number(channel, $0, for: profile.range) }
            }
        }
    }
}
