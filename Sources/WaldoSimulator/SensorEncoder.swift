public import WaldoCore

/// Writes a sensor's binary messages of a fixed length, as its file describes them: what `SensorDecoder` reads. Once
/// warm it does not allocate.
public struct SensorEncoder: Sendable {
    /// The format of the messages.
    public let format: MessageFormat
    private let count: Int

    /// Creates an encoder; nil: the format is no binary one of a fixed length that fits into one notification.
    public init?(_ format: MessageFormat) {
        guard case .bytes(let count) = format.extent, count <= Frame.capacity, format.columns == nil,
            format.burst == nil, format.description == nil
        else { return nil }
        if let check = format.check, check.place != .lastByte { return nil }
        for field in format.fields {
            switch field.source {
            case .bits, .binary: continue
            case .number, .degreesMinutes, .time, .word: return nil
            }
        }
        self.format = format
        self.count = count
    }

    /// The message with these numbers, one for each field in its unit. A whole number is the nearest that its encoding
    /// has; a field whose condition does not hold is written as zero.
    public func message(_ values: [Double]) -> Frame {
        var bytes = InlineArray<64, UInt8>(repeating: 0)
        if let begins = format.begins.first {
            for (index, byte) in begins.enumerated() { bytes[index] = byte }
        }
        for (index, field) in format.fields.enumerated() {
            if let condition = field.condition, values[condition] == 0 { continue }
            let raw = (values[index] - field.offset) * field.divisor / field.multiplier
            switch field.source {
            case .bits(let byte, let lowest, let count):
                let most = UInt32(1) << UInt32(count) - 1
                bytes[byte] |= UInt8(truncatingIfNeeded: whole(raw, 0...Double(most)) << Int64(lowest))
            case .binary(let number, let byte): write(raw, as: number, at: byte, &bytes)
            case .number, .degreesMinutes, .time, .word: break
            }
        }
        var frame = Frame()
        let covered = format.check == nil ? count : count - 1
        for index in 0..<covered { frame.append(bytes[index]) }
        if let check = format.check { frame.append(check.checksum.over(frame)) }
        return frame
    }

    private func whole(_ raw: Double, _ limits: ClosedRange<Double>) -> Int64 {
        raw.isNaN ? 0 : Int64(min(max(raw, limits.lowerBound), limits.upperBound).rounded(.toNearestOrAwayFromZero))
    }

    private func write(
        _ raw: Double, as number: BinaryNumber, at byte: Int, _ bytes: inout InlineArray<64, UInt8>
    ) {
        let bits: UInt64 =
            switch number {
            case .f32le, .f32be: UInt64(Float(raw).bitPattern)
            default: UInt64(bitPattern: whole(raw, number.limits))
            }
        for place in 0..<number.count {
            let shift = UInt64(8 * (number.isBigEndian ? number.count - 1 - place : place))
            bytes[byte + place] = UInt8(truncatingIfNeeded: bits >> shift)
        }
    }
}

extension BinaryNumber {
    /// The numbers that it can encode.
    fileprivate var limits: ClosedRange<Double> {
        switch self {
        case .u8: 0...255
        case .i8: -128...127
        case .u16le, .u16be: 0...65_535
        case .i16le, .i16be: -32_768...32_767
        case .u24le, .u24be: 0...16_777_215
        case .u32le, .u32be: 0...4_294_967_295
        case .i32le, .i32be: -2_147_483_648...2_147_483_647
        case .f32le, .f32be: -Double(Float.greatestFiniteMagnitude)...Double(Float.greatestFiniteMagnitude)
        }
    }
}
