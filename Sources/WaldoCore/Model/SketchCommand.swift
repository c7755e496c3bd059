/// A command of an arm whose frames are a letter, a number or none, and one end mark: what its letter does.
public struct SketchCommand: Equatable, Sendable {
    /// The letter.
    public var letter: UInt8
    /// The channel or action.
    public var channel: Channel
    /// The number that the letter stands for; nil: it follows as text.
    public var number: Int32?

    /// Creates a command.
    public init(letter: UInt8, channel: Channel, number: Int32?) {
        (self.letter, self.channel, self.number) = (letter, channel, number)
    }
}

extension Arm {
    /// What each letter does and the mark that ends all frames, where these are a letter, a number or none, and that
    /// mark; nil: they are not, and the sketch of the first arm could not read them.
    public var sketchCommands: (commands: [SketchCommand], end: UInt8)? {
        var commands: [SketchCommand] = [], end: UInt8?
        guard frame == nil else { return nil }
        for channel in channels {
            let range = profiles[channel].range
            for value in [range.bounds.lowerBound, 0, range.bounds.upperBound] {
                guard let fields = template(for: channel, value: value)?.fields else { continue }
                guard case .byte(let letter)? = fields.first, case .byte(let mark)? = fields.last,
                    (2...3).contains(fields.count), mark == end ?? mark
                else { return nil }
                end = mark
                var number: Int32? = value
                if fields.count == 3 {
                    guard case .decimal(_, nil) = fields[1], range.decimals == 0 else { return nil }
                    number = nil
                }
                let command = SketchCommand(letter: letter, channel: channel, number: number)
                if let known = commands.first(where: { $0.letter == letter }) {
                    guard known == command else { return nil }
                } else {
                    commands.append(command)
                }
            }
        }
        return end.map { (commands, $0) }
    }
}
