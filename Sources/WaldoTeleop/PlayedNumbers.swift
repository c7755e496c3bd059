import WaldoCore

/// The numbers that a recording has given an arm's channels, and which of its velocities are muted.
struct PlayedNumbers {
    /// Each channel's number; nil: it has been given none.
    private(set) var latest: PerChannel<Int32?>
    private let arm: Arm
    /// The channels that are velocities.
    private let moving: [Channel]
    /// Velocities whose gate was closed at a pause: dead until the recording has released them.
    private var isMuted: PerChannel<Bool>

    /// - Parameter start: the channels' numbers where the playback starts.
    init(_ arm: Arm, start: PerChannel<Int32?>) {
        self.arm = arm
        latest = start
        // What was given before the start is not given again.
        for channel in arm.channels where arm.profiles[channel].mode == .signal { latest[channel] = nil }
        moving = arm.channels.filter { arm.profiles[$0].mode == .velocity }
        isMuted = PerChannel(repeating: false, for: arm.channels)
    }

    /// Adds the numbers of a moment.
    mutating func add(_ numbers: PerChannel<Int32?>) { latest = latest.updated(by: numbers) }

    /// Mutes velocities until the recording releases them.
    mutating func mute(where isDead: (Channel) -> Bool) {
        for channel in moving where latest[channel] != nil && isDead(channel) { isMuted[channel] = true }
    }

    /// Numbers with those of muted velocities at zero; a zero ends the muting.
    mutating func muted(_ numbers: PerChannel<Int32?>) -> PerChannel<Int32?> {
        var played = numbers
        for channel in moving {
            guard let number = numbers[channel] else { continue }
            if number == zero(channel) { isMuted[channel] = false }
            if isMuted[channel] { played[channel] = zero(channel) }
        }
        return played
    }

    /// The latest numbers of the velocities alone.
    var velocities: PerChannel<Int32?> { only { latest[$0] } }

    /// A zero for each velocity that has been given a number.
    var zeros: PerChannel<Int32?> { only { latest[$0] == nil ? nil : zero($0) } }

    /// A zero for each velocity that is at rest in these numbers. A position is not sent by a zero frame.
    func releases(in numbers: PerChannel<Int32?>) -> PerChannel<Int32?> {
        only { numbers[$0] == zero($0) ? zero($0) : nil }
    }

    /// Whether any velocity is among these numbers.
    func movesVelocity(_ numbers: PerChannel<Int32?>) -> Bool { moving.contains { numbers[$0] != nil } }

    /// Whether these numbers move a velocity that is at rest.
    func startsVelocity(_ numbers: PerChannel<Int32?>) -> Bool {
        moving.contains { channel in
            numbers[channel].map { $0 != zero(channel) } == true && latest[channel] == zero(channel)
        }
    }

    private func zero(_ channel: Channel) -> Int32 { arm.profiles[channel].range.zero }

    private func only(_ number: (Channel) -> Int32?) -> PerChannel<Int32?> {
        var numbers = PerChannel<Int32?>(repeating: nil, for: arm.channels)
        for channel in moving { numbers[channel] = number(channel) }
        return numbers
    }
}
