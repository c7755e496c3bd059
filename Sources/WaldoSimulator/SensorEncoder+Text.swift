import WaldoCore
import WaldoSurvey

/// Messages of text: columns, with a check behind them where the format has one.
extension SensorEncoder {
    /// What a message that describes its own stream states of it.
    private static let described = (name: "Simulated", quantity: "Dose rate", unit: "uSv/h")

    /// Adds the message of text with these numbers to the bytes.
    func writeText(_ values: [Double], _ separator: UInt8, _ bytes: inout [UInt8]) {
        let first = bytes.count, begins = format.begins.first ?? []
        // The mark is the beginning of the first columns; behind a separator the next one begins.
        bytes.append(contentsOf: begins)
        let begun = begins.count { $0 == separator }
        for column in begun..<columns {
            if column > begun { bytes.append(separator) }
            write(column, values, &bytes)
        }
        if case .hexadecimal(let mark)? = format.check?.location, let check = format.check {
            let sum = check.checksum.number(over: bytes[first...])
            bytes.append(mark)
            for index in (0..<2 * check.checksum.count).reversed() {
                let digit = UInt8(sum >> UInt16(4 * index) & 15)
                bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
            }
        }
        switch format.extent {
        case .mark(let mark, _): bytes.append(contentsOf: mark)
        case .check: bytes.append(UInt8(ascii: "\n"))
        case .bytes, .notification: break
        }
    }

    private func write(_ column: Int, _ values: [Double], _ bytes: inout [UInt8]) {
        if let description = format.description { write(description, column, &bytes) }
        for (index, field) in format.fields.enumerated() {
            let value = values[index]
            guard !value.isNaN else { continue }
            if let condition = field.condition, values[condition].isNaN || values[condition] == 0 { continue }
            let raw = (value - field.offset) * field.divisor / field.multiplier
            switch field.source {
            case .number(let at) where at == column: write(raw, &bytes)
            case .degreesMinutes(let at, _) where at == column: writeDegrees(raw.magnitude, &bytes)
            case .degreesMinutes(_, let at) where at == column:
                let isLatitude = index == format.place?.latitude
                let letters: StaticString = isLatitude ? "SN" : "WE"
                bytes.append(letters.utf8Start[raw < 0 ? 0 : 1])
            case .time(let format) where format.column == column || format.timeColumn == column:
                write(raw, format, column, &bytes)
            case .word(let word, let at) where at == column:
                if raw == 0 { bytes.append(Self.other(word)) } else { bytes.append(contentsOf: word) }
            case .bits, .binary, .number, .degreesMinutes, .time, .word: continue
            }
            return
        }
    }

    /// A stream's name, unit and thresholds: what a message of an AirBeam has beside its value.
    private func write(_ description: SelfDescription, _ column: Int, _ bytes: inout [UInt8]) {
        if column == description.name.first { bytes.append(contentsOf: Self.described.name.utf8) }
        if column == description.quantity { bytes.append(contentsOf: Self.described.quantity.utf8) }
        if column == description.unit { bytes.append(contentsOf: Self.described.unit.utf8) }
        if let index = description.thresholds.firstIndex(of: column) {
            DecimalText.write(Int64(index), decimals: 0) { bytes.append($0) }
        }
    }

    /// A column that is not the word; `V` is what receivers write for a fix that is void.
    private static func other(_ word: [UInt8]) -> UInt8 {
        word == [UInt8(ascii: "V")] ? UInt8(ascii: "A") : UInt8(ascii: "V")
    }

    /// A date and time, or the part of it that is in this column.
    private func write(_ seconds: Double, _ format: TimeFormat, _ column: Int, _ bytes: inout [UInt8]) {
        switch format.form {
        case .iso8601: DateText.write(microseconds(seconds), decimals: 0) { bytes.append($0) }
        case .unix(let perSecond): write(seconds * perSecond, &bytes)
        case .digits(let date, let time):
            var shown = microseconds(seconds)
            if case .offset(let ahead) = format.zone { shown += Int64(ahead) * 1_000_000 }
            if format.column == column { date.write(shown) { bytes.append($0) } }
            if format.timeColumn == column { time?.write(shown) { bytes.append($0) } }
        }
    }

    /// A number with three decimals at most, and no zeros behind them; a great one without decimals.
    private func write(_ raw: Double, _ bytes: inout [UInt8]) {
        guard raw.magnitude < 1e12 else {
            let whole = min(max(raw.rounded(), -9e18), 9e18)
            return DecimalText.write(Int64(whole), decimals: 0) { bytes.append($0) }
        }
        var units = Int64((raw * 1_000).rounded(.toNearestOrAwayFromZero)), decimals = 3
        while decimals > 0, units % 10 == 0 { (units, decimals) = (units / 10, decimals - 1) }
        DecimalText.write(units, decimals: decimals) { bytes.append($0) }
    }

    /// `ddmm.mmmm`.
    private func writeDegrees(_ degrees: Double, _ bytes: inout [UInt8]) {
        let units = Int64((min(degrees, 180) * 600_000).rounded()), minutes = units % 600_000
        let number = units / 600_000 * 1_000_000 + minutes
        if number < 10_000_000 { bytes.append(UInt8(ascii: "0")) }
        DecimalText.write(number, decimals: 4) { bytes.append($0) }
    }

    private func microseconds(_ seconds: Double) -> Int64 {
        Int64(min(max(seconds.rounded(.down), -6e10), 2.5e11)) * 1_000_000
    }
}
