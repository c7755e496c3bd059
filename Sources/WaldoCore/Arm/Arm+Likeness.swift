/// Whether bytes for something else on the arm's peripheral could be mistaken for a command.
extension Arm {
    /// The channel whose frame the arm could take the bytes for; nil: they are like none.
    ///
    /// They are like a frame if both agree from the first byte as far as the shorter one goes, whatever the frame's
    /// numbers are, or if a whole frame is somewhere inside: a serial shield hands on a stream of bytes. The `halt`
    /// frame counts as the first channel's.
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
        if agrees(with: bytes, from: 0, wholly: false) { return true }
        return bytes.indices.dropFirst().contains { agrees(with: bytes[$0...], from: 0, wholly: true) }
    }

    /// Whether the bytes agree with the fields from a place on, with any numbers.
    /// - Parameter wholly: whether the bytes have to hold all fields; else they may end before.
    private func agrees(with bytes: ArraySlice<UInt8>, from place: Int, wholly: Bool) -> Bool {
        guard place < fields.count else { return true }
        guard let first = bytes.first else { return !wholly }
        func goesOn(after count: Int) -> Bool {
            if count > bytes.count { return !wholly }
            return agrees(with: bytes.dropFirst(count), from: place + 1, wholly: wholly)
        }
        switch fields[place] {
        case .byte(let byte): return first == byte && goesOn(after: 1)
        case .sequence, .checksum: return goesOn(after: 1)
        case .number(let number, _): return goesOn(after: number.count)
        case .decimal:
            let longest = bytes.prefix { "-.0123456789".utf8.contains($0) }.count
            if longest == bytes.count, !wholly { return true }
            return longest > 0 && (1...longest).contains(where: goesOn)
        }
    }
}
