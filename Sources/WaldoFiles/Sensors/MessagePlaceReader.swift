import WaldoCore
import WaldoSurvey

/// Reads `place` and `stream` of a message.
enum MessagePlaceReader {
    static func place(_ value: YamlValue, _ names: [String]) throws(FileError) -> MessagePlace {
        let section = try value.section([
            "latitude", "longitude", "altitude", "valid", "none", "accuracy", "satellites", "hdop", "time",
        ])
        func field(_ key: String) throws(FileError) -> Int? {
            guard let value = section[key], value.text != "none" else { return nil }
            return try SensorFieldReader.index(of: value, names)
        }
        return MessagePlace(
            latitude: try SensorFieldReader.index(of: section.required("latitude"), names),
            longitude: try SensorFieldReader.index(of: section.required("longitude"), names),
            altitude: try field("altitude"), valid: try field("valid"), absent: try section["none"].map(absent),
            accuracy: try section["accuracy"].map { (value) throws(FileError) in try accuracy(value, names) },
            satellites: try field("satellites"), hdop: try field("hdop"))
    }

    /// `[0, 0]`: latitude and longitude.
    private static func absent(_ value: YamlValue) throws(FileError) -> MessagePlace.Absent {
        let expected = "the latitude and the longitude that mean no place, such as `[0, 0]`"
        let list = try value.list(expected: expected)
        guard list.count == 2, let latitude = list[0].number?.value, let longitude = list[1].number?.value else {
            throw value.mismatch(expected: expected)
        }
        return MessagePlace.Absent(latitude: latitude, longitude: longitude)
    }

    /// `5 m`, or `6 m x hdop`.
    private static func accuracy(_ value: YamlValue, _ names: [String]) throws(FileError) -> MessagePlace.Accuracy {
        let expected = "a length such as `5 m`, or one for each of a field such as `6 m x hdop`"
        let parts = try value.text(expected: expected).split(separator: " ")
        guard parts.count == 2 || parts.count == 4 && parts[2] == "x", parts[1] == "m",
            let metres = DecimalNumber(parts[0])?.value, metres > 0
        else { throw value.mismatch(expected: expected) }
        guard parts.count == 4 else { return .metres(metres) }
        guard let field = names.firstIndex(of: String(parts[3])) else {
            throw value.mismatch(String(parts[3]), among: names, expected: expected)
        }
        return .times(metres, field: field)
    }

    static func description(
        _ value: YamlValue, _ columns: MessageFormat.Columns?, _ names: [String]
    ) throws(FileError) -> SelfDescription {
        guard let columns else {
            throw value.error("`\(value.name)` is described by columns, and there is no `split`; add it")
        }
        let section = try value.section(["value", "name", "quantity", "unit", "thresholds"])
        func column(_ value: YamlValue) throws(FileError) -> Int {
            try value.integer(in: 0...(columns.counts.lowerBound - 1))
        }
        return SelfDescription(
            value: try SensorFieldReader.index(of: section.required("value"), names),
            name: try section.required("name").oneOrMore.map(column),
            quantity: try section["quantity"].map(column), unit: try section["unit"].map(column),
            thresholds: try section["thresholds"]?.oneOrMore.map(column) ?? [])
    }
}
