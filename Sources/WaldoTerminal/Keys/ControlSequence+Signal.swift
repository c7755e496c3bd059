extension ControlSequence {
    /// The key that makes a signal; nil: another one. The kitty protocol sends these keys as sequences, which the
    /// terminal driver does not turn into signals.
    var signal: KeyDecoder.SignalKey? {
        let control: Int32 = 4
        guard max(0, self[1] - 1) & control != 0 else { return nil }
        let sign = self[0] < 128 ? self[0] : self[0, 2]
        return switch sign {
        case Int32(UInt8(ascii: "c")): .interrupt
        case Int32(UInt8(ascii: "z")): .suspend
        case Int32(UInt8(ascii: "\\")): .quit
        default: nil
        }
    }
}
