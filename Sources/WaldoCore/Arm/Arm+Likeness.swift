/// Whether bytes for something else on the arm's peripheral could be mistaken for a command.
extension Arm {
    /// The channel whose frame the arm could mistake the bytes for; nil: there is none.
    ///
    /// From any byte on, the bytes match a frame if the two agree over the length of the shorter, whatever numbers the
    /// frame carries: a serial shield forwards a byte stream without the boundaries of writes. The `halt` frame counts
    /// as the first channel's.
    public func channelLike(_ bytes: [UInt8]) -> String? {
        if halt?.isLike(bytes[...]) == true { return profiles[Channel(0)].name }
        let channel = channels.first { channel in
            [-1, 0, 1].contains { template(for: channel, value: $0)?.isLike(bytes[...]) == true }
        }
        return channel.map { profiles[$0].name }
    }
}

extension FrameTemplate {
    fileprivate func isLike(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.indices.contains { agrees(with: bytes[$0...], from: 0) }
    }

    /// Whether the bytes agree with the fields from an index on, with any numbers, as far as both go.
    private func agrees(with bytes: ArraySlice<UInt8>, from index: Int) -> Bool {
        guard index < fields.count, let first = bytes.first else { return true }
        func goesOn(after count: Int) -> Bool { agrees(with: bytes.dropFirst(count), from: index + 1) }
        switch fields[index] {
        case .byte(let byte): return first == byte && goesOn(after: 1)
        case .sequence: return goesOn(after: 1)
        case .checksum(let checksum): return goesOn(after: checksum.count)
        case .number(let number, _): return goesOn(after: number.count)
        case .time(let field) where field.number != nil: return goesOn(after: field.count)
        case .decimal, .time:
            let longest = bytes.prefix { "-.0123456789".utf8.contains($0) }.count
            return longest == bytes.count || longest > 0 && (1...longest).contains(where: goesOn)
        }
    }
}
