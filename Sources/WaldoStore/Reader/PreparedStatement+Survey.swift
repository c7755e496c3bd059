internal import WaldoCore
internal import WaldoTime

/// Rows of `SELECT *` as values. The rows keep to the rules of their tables (`Connection.rows`).
extension PreparedStatement {
    /// A row of `StoreReader.runColumns`.
    var runDescription: RunDescription {
        RunDescription(
            arm: optionalText(5), sensor: text(6),
            graph: optionalText(8).map { SurveyDescription.File(name: text(7), text: $0) },
            location: optionalText(9), startPosition: optionalText(10), version: text(2))
    }

    /// A row of `stream`.
    var streamDescription: StreamDescription {
        StreamDescription(
            name: text(3), quantity: optionalText(4), unit: text(5),
            exposure: optionalInt(6).map { .microseconds($0) }, interval: optionalInt(7).map { .microseconds($0) },
            isCompensated: int(8) != 0, thresholds: (9..<14).compactMap { optionalDouble($0) })
    }

    /// A row of `sample`.
    /// - Parameter stream: its stream's number in the run.
    func sample(stream: Int) -> Sample {
        Sample(
            stream: stream, sequence: int(3), value: optionalDouble(4), low: optionalDouble(5),
            high: optionalDouble(6), from: instant(8), to: instant(9), utc: optionalInt(10),
            flags: SampleFlags(rawValue: Int32(truncatingIfNeeded: int(12))), place: samplePlace)
    }

    private var samplePlace: Place? {
        guard let system = optionalInt(16).flatMap({ Place.System(rawValue: Int32(truncatingIfNeeded: $0)) }),
            let x = optionalDouble(13), let y = optionalDouble(14)
        else { return nil }
        return Place(
            system: system, x: x, y: y, z: optionalDouble(15), accuracy: optionalDouble(17),
            verticalAccuracy: optionalDouble(18))
    }

    /// A row of `fix`.
    var fix: Fix {
        Fix(
            source: Fix.Source(rawValue: text(4)) ?? .fixed, at: instant(5),
            place: Place(
                system: Place.System(rawValue: Int32(truncatingIfNeeded: int(9))) ?? .world,
                x: optionalDouble(6) ?? .nan, y: optionalDouble(7) ?? .nan, z: optionalDouble(8),
                accuracy: optionalDouble(10), verticalAccuracy: optionalDouble(11)),
            isValid: int(12) != 0, satellites: optionalInt(13).map(Int.init), hdop: optionalDouble(14))
    }

    /// A row of `alarm`.
    var alarm: AlarmChange {
        AlarmChange(
            node: text(3), at: instant(4), cause: optionalText(5).flatMap { AlarmChange.Cause(rawValue: $0) },
            value: optionalDouble(6), halts: int(7) != 0)
    }

    /// A row of `gap`.
    var gap: Gap {
        Gap(
            from: instant(3), to: instant(4), cause: Gap.Cause(rawValue: text(5)) ?? .session,
            missing: optionalInt(6).map(Int.init))
    }

    /// A row of `reject`.
    var reject: Reject {
        Reject(
            at: instant(3), channel: Int(int(4)), bytes: bytes(5), reason: Reject.Reason(rawValue: text(6)) ?? .stray,
            field: optionalText(7))
    }

    func instant(_ column: Int) -> Instant { Instant(microseconds: int(column)) }
}
