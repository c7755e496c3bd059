import WaldoCore

/// One of an arm's frames as its receiver looks for it.
struct FramePattern: Sendable {
    /// What a frame that has come sets.
    enum Content: Sendable {
        /// A channel or action: to the number in the frame, or to this one where it has none.
        case one(Channel, fixed: Int32?)
        /// All channels.
        case all
        /// Every velocity, to zero.
        case halt
        /// Nothing: one of the arm's steps, or the question for its position. The board gives these answers.
        case other(answers: [FrameTemplate])
    }

    /// Which sign the numbers of its own channel have.
    enum Sign: Sendable { case any, negative, positive }

    /// How far bytes are a frame.
    enum Match: Equatable, Sendable {
        /// They are none.
        case none
        /// They may become one.
        case partial
        /// The first so many are one.
        case complete(Int)
        /// All of them are one unless another digit follows.
        case open(Int)
    }

    let content: Content
    let sign: Sign
    let fields: [FrameTemplate.Field]
    /// Which characteristic it comes by.
    let destination: UInt8
    /// Its first byte, where that is always the same.
    let first: UInt8?

    init(_ content: Content, _ template: FrameTemplate, _ sign: Sign) {
        self.content = content
        self.sign = sign
        fields = template.fields
        destination = template.destination
        first = if case .byte(let byte)? = template.fields.first { byte } else { nil }
    }

    /// The channel whose number a field without a name carries.
    var own: Channel {
        if case .one(let channel, _) = content { channel } else { Channel(0) }
    }

    /// Its length in bytes; nil: it has a number in text, whose length varies.
    var length: Int? {
        var length = 0
        for field in fields {
            switch field {
            case .byte, .sequence: length += 1
            case .checksum(let checksum): length += checksum.count
            case .number(let number, _): length += number.count
            case .time(let time):
                guard let number = time.number else { return nil }
                length += number.count
            case .decimal: return nil
            }
        }
        return length
    }

    /// The patterns of an arm; equal frames of both signs are one.
    static func all(of arm: Arm) -> [FramePattern] {
        var patterns: [FramePattern] = []
        if let frame = arm.frame { patterns.append(FramePattern(.all, frame, .any)) }
        if let halt = arm.halt { patterns.append(FramePattern(.halt, halt, .any)) }
        for bytes in arm.otherWrites {
            let template = FrameTemplate(bytes.bytes.map { .byte($0) })
            let reports = bytes == arm.reports.ask?.bytes ? arm.reports.positions : []
            let answers = (reports + arm.steps.answers(to: bytes)).map(\.template)
            patterns.append(FramePattern(.other(answers: answers), template, .any))
        }
        // A zero that several velocities share stops them all, as on a board that has one command for idle.
        let velocities = arm.profiles.list.filter { $0.mode == .velocity && $0.action == nil }
        let zeros = velocities.compactMap { $0.frames?.zero }
        for (index, zero) in zeros.enumerated() where zeros[..<index].contains(zero) {
            patterns.append(FramePattern(.halt, zero, .any))
        }
        for channel in arm.channels {
            guard let frames = arm.profiles[channel].frames, arm.frame == nil || arm.profiles[channel].action != nil
            else { continue }
            let range = arm.profiles[channel].range
            let low = range.bounds.lowerBound, high = range.bounds.upperBound
            func add(_ template: FrameTemplate, _ sign: Sign, _ value: Int32) {
                let hasNumber = template.fields.contains { field in
                    switch field {
                    case .number, .decimal: true
                    case .byte, .time, .sequence, .checksum: false
                    }
                }
                patterns.append(FramePattern(.one(channel, fixed: hasNumber ? nil : value), template, sign))
            }
            add(frames.positive, frames.negative == frames.positive ? .any : .positive, high)
            if let zero = frames.zero, zero != frames.positive { add(zero, .any, 0) }
            if frames.negative != frames.positive, frames.negative != frames.zero {
                add(frames.negative, .negative, low)
            }
        }
        return patterns
    }
}
