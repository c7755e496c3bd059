import WaldoCore
public import WaldoSurvey

/// Writes a sensor's messages as its file describes them: what `SensorDecoder` reads. Once warm it does not allocate.
public struct SensorEncoder: Sendable {
    /// The format of the messages.
    public let format: MessageFormat
    /// The bytes of a binary message, or the columns of a text.
    let count: Int, columns: Int

    /// Creates an encoder.
    /// - Throws: what the format has that is not simulated: a burst, a binary message without a length, text in binary
    ///   or the reverse.
    public init(_ format: MessageFormat) throws(SimulationOptionError) {
        self.format = format
        columns = format.columns?.counts.lowerBound ?? 0
        if case .bytes(let bytes) = format.extent { count = bytes } else { count = 0 }
        func error(_ sentence: String) -> SimulationOptionError {
            SimulationOptionError("`\(SafeText.escaped(format.name))` messages \(sentence)")
        }
        guard format.burst == nil else {
            throw error("have several rows of measurements, which are not simulated; use another sensor")
        }
        if let columns = format.columns {
            try checkText(columns, error)
        } else {
            guard count > 0, count <= Frame.capacity else {
                throw error("are binary and of no fixed length up to \(Frame.capacity) bytes; use another sensor")
            }
            guard format.fields.allSatisfy({ $0.source.column == nil }), format.check?.location ?? .end == .end
            else { throw error("have text in a binary message, which is not simulated; use another sensor") }
        }
    }

    private func checkText(
        _ columns: MessageFormat.Columns, _ error: (String) -> SimulationOptionError
    ) throws(SimulationOptionError) {
        guard format.extent != .bytes(count), format.check?.location != .end else {
            throw error("are text of a fixed length, which is not simulated; let them end with a mark")
        }
        let begins = format.begins.first ?? []
        // What stands in a column of the mark is the mark's.
        let free =
            begins.count { $0 == columns.separator } + (begins.last ?? columns.separator == columns.separator ? 0 : 1)
        for field in format.fields {
            guard let column = field.source.column else {
                throw error("have bits in a text, which are not simulated; use another sensor")
            }
            guard column >= free else {
                throw error("have a field in the mark that they begin with; use another sensor")
            }
        }
    }

    /// Adds the message with these numbers to the bytes, one number for each field in its unit. A whole number is the
    /// nearest that its encoding has, a number in text has three decimals; a field whose condition does not hold is
    /// written as zero, or in text not at all, as is NaN.
    public func write(_ values: [Double], to bytes: inout [UInt8]) {
        if let columns = format.columns { return writeText(values, columns.separator, &bytes) }
        message(values).withBytes { bytes.append(contentsOf: $0) }
    }

    /// A binary message.
    private func message(_ values: [Double]) -> Frame {
        var bytes = InlineArray<64, UInt8>(repeating: 0)
        if let begins = format.begins.first {
            for (index, byte) in begins.enumerated() { bytes[index] = byte }
        }
        for (index, field) in format.fields.enumerated() {
            if let condition = field.condition, values[condition] == 0 { continue }
            let raw = (values[index] - field.offset) * field.divisor / field.multiplier
            switch field.source {
            case .bits(let byte, let lowest, let count):
                let limit = UInt32(1) << UInt32(count) - 1
                bytes[byte] |= UInt8(truncatingIfNeeded: whole(raw, 0...Double(limit)) << Int64(lowest))
            case .binary(let number, let byte): write(raw, as: number, at: byte, &bytes)
            case .number, .degreesMinutes, .time, .word: break
            }
        }
        var frame = Frame()
        let covered = count - (format.check?.checksum.count ?? 0)
        for index in 0..<covered { frame.append(bytes[index]) }
        if let check = format.check {
            for byte in check.checksum.bytes(over: (0..<covered).map { bytes[$0] }[...]) { frame.append(byte) }
        }
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
        for index in 0..<number.count {
            let shift = UInt64(8 * (number.isBigEndian ? number.count - 1 - index : index))
            bytes[byte + index] = UInt8(truncatingIfNeeded: bits >> shift)
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

extension SensorField.Source {
    /// The first column of a field in text; nil: it is in binary.
    fileprivate var column: Int? {
        switch self {
        case .bits, .binary: nil
        case .number(let column), .degreesMinutes(let column, _), .word(_, let column): column
        case .time(let format): min(format.column, format.timeColumn ?? format.column)
        }
    }
}
