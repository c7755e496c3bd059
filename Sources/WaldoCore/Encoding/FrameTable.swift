import WaldoTime

/// An arm's templates by channel and sign, as a lookup table.
struct FrameTable: Sendable {
    /// Whether any frame carries a sequence number.
    let carriesSequence: Bool
    /// The slew rates of an arm whose frames carry the time of the move; nil: none does.
    private let moves: MoveRates?
    private let templates: [FrameTemplate?]
    private let halt: FrameTemplate?
    private let decimals: PerChannel<Int>
    private let zeroWithPositions: PerChannel<Bool>

    init(_ arm: Arm) {
        templates = arm.channels.flatMap { channel in
            [-1, 0, 1].map { arm.template(for: channel, value: $0) }
        }
        halt = arm.halt
        carriesSequence = (templates + [halt]).contains { $0?.fields.contains(.sequence) ?? false }
        moves = MoveRates(arm)
        decimals = arm.decimals
        zeroWithPositions = PerChannel(arm.channels.map(arm.zeroCarriesPositions))
    }

    /// Whether the arm has a `halt` frame, which stops it and carries no position.
    var hasHalt: Bool { halt != nil }

    /// Whether a frame channel's zero frame carries a position.
    @inline(__always)
    func zeroCarriesPositions(_ frameChannel: Channel) -> Bool { zeroWithPositions[frameChannel] }

    /// The bytes of a channel's frame.
    /// - Parameter written: the numbers last written, from which the move begins; nil: nothing moves.
    func rendered(
        _ values: PerChannel<Int32>, own: Channel, from written: PerChannel<Int32>? = nil, sequence: UInt8
    ) -> Frame {
        let template = templates[own.index * 3 + Int(values[own].signum()) + 1]
        let time = moves?.time(from: written, to: values, own: own) ?? .zero
        return template?.rendered(values, own: own, decimals: decimals, time: time, sequence: sequence) ?? Frame()
    }

    /// The bytes of the arm's `halt` frame; empty if it has none.
    func renderedHalt(sequence: UInt8) -> Frame {
        let zeros = PerChannel<Int32>(repeating: 0, for: decimals.channels)
        return halt?.rendered(zeros, own: Channel(0), decimals: decimals, sequence: sequence) ?? Frame()
    }
}
