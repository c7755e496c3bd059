import WaldoCore
import WaldoSurvey
import WaldoTime

/// Lists what a sensor sends, for `waldo check`.
enum SensorCheck {
    static func text(_ sensor: Sensor) -> String {
        var lines = ["sensor “\(sensor.name)”"]
        if let service = sensor.hears.service {
            lines.append("  service   \(service)")
            for notify in sensor.hears.notify { lines.append("  notify    \(notify)") }
        } else {
            lines.append(
                sensor.hears.isFile ? "  notify    nothing: it is found in files" : "  notify    that of the arm")
        }
        for (word, bytes) in [("start", sensor.says?.start), ("stop", sensor.says?.stop)] {
            guard let bytes else { continue }
            let to = sensor.says?.characteristic.map { "to \($0)" } ?? "to the arm's shield"
            lines.append("  \(word.padded(to: 8))  \(HexText.text(of: bytes.bytes, separator: " ")) \(to)")
        }
        if let interval = sensor.interval { lines.append("  every     \(TimeText.text(interval))") }
        for format in sensor.messages {
            lines.append("  \(format.name): \(summary(format))")
            for (index, field) in format.fields.enumerated() { lines.append("    " + self.field(field, index, format)) }
        }
        for stream in sensor.streams { lines.append("  stream    " + self.stream(stream.description)) }
        if sensor.messages.contains(where: { $0.description != nil }) {
            lines.append("  stream    what the messages describe")
        }
        lines.append("  graph     \(sensor.graph ?? "none: streams are stored unchanged")")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func summary(_ format: MessageFormat) -> String {
        var parts: [String] = []
        if !format.begins.isEmpty { parts.append("begins with " + format.begins.map(mark).joined(separator: " or ")) }
        switch format.extent {
        case .bytes(let count): parts.append("\(count) bytes")
        case .mark(let bytes, let longest): parts.append("ends with \(mark(bytes)), at most \(longest) bytes")
        case .check(let longest): parts.append("ends behind its check, at most \(longest) bytes")
        case .notification(let longest): parts.append("one a notification, at most \(longest) bytes")
        }
        if let burst = format.burst {
            parts.append("up to \(burst.maxRows) rows, \(TimeText.text(burst.interval)) apart")
        }
        if let check = format.check {
            let name =
                switch check.checksum.kind {
                case .sum8: "sum8"
                case .xor8: "xor8"
                case .crc8: "crc8"
                case .sum16: "sum16"
                case .crc16: "crc16"
                }
            parts.append("\(name), wrong is \(check.keepsWrong ? "flagged" : "rejected")")
        }
        return parts.joined(separator: "; ")
    }

    private static func field(_ field: SensorField, _ index: Int, _ format: MessageFormat) -> String {
        let source =
            switch field.source {
            case .bits(let byte, let lowest, 1): "byte \(byte), bit \(lowest)"
            case .bits(let byte, let lowest, let count): "byte \(byte), bits \(lowest) to \(lowest + count - 1)"
            case .binary(let number, let byte): "byte \(byte), \(number.rawValue)"
            case .number(let column): "column \(column)"
            case .degreesMinutes(let column, let hemisphere): "columns \(column) and \(hemisphere), degrees and minutes"
            case .time(let format): time(format)
            case .word(let word, let column): "column \(column) is \(mark(word))"
            }
        var text = field.name.padded(to: 14) + "  " + source
        if !field.unit.isEmpty { text += ", in \(field.unit)" }
        if let range = field.range { text += ", from \(number(range.lowerBound)) to \(number(range.upperBound))" }
        if let condition = field.condition { text += ", if \(format.fields[condition].name)" }
        if index == format.time { text += ": when it was measured" }
        return text
    }

    private static func time(_ format: TimeFormat) -> String {
        let columns = format.timeColumn.map { "columns \(format.column) and \($0)" } ?? "column \(format.column)"
        let form =
            switch format.form {
            case .iso8601: "date and time"
            case .unix(1): "seconds since 1970"
            case .unix(let perSecond): "seconds since 1970 times \(number(perSecond))"
            case .digits(let date, let time):
                ([date] + [time].compactMap(\.self)).map(\.text).joined(separator: " and ")
            }
        let zone =
            switch format.zone {
            case .local: ", local"
            case .offset(0): ""
            case .offset(let seconds): ", \(number(Double(seconds) / 3_600)) h ahead of UTC"
            }
        return "\(columns), \(form)\(zone)"
    }

    private static func stream(_ stream: StreamDescription) -> String {
        var text = stream.name
        if !stream.unit.isEmpty { text += " in \(stream.unit)" }
        if let exposure = stream.exposure { text += ", over \(TimeText.text(exposure))" }
        if let interval = stream.interval { text += ", every \(TimeText.text(interval))" }
        if stream.isCompensated { text += ", dead time already corrected" }
        return text
    }

    private static func mark(_ bytes: [UInt8]) -> String {
        SafeText.plain(bytes).map { "`\($0)`" } ?? HexText.text(of: bytes, separator: " ")
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}
