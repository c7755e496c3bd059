import WaldoCore

/// A line that gpsd sends: one JSON object (gpsd_json(5)).
enum GPSDLine: Equatable {
    /// Which protocol it speaks; always its first line.
    case version(major: Int)
    /// Where a receiver is.
    case position(GPSDPosition)
    /// The dilution of precision, and how many satellites are used; nil: not stated.
    case sky(device: UInt64, hdop: Double?, used: Int?)
    /// An object of another class.
    case other

    /// All fields that are used, of whichever class.
    private struct Fields {
        var kind: UnsafeRawBufferPointer?
        var major: Int?
        var position = GPSDPosition()
        var hdop: Double?, used: Int?, listed: Int?
    }

    /// Parses a line; nil: it is no object of gpsd, or a number in it is none or out of range.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var cursor = JSONCursor(bytes)
        guard let fields = try? Self.fields(&cursor), let kind = fields.kind else { return nil }
        switch kind {
        case "VERSION":
            guard let major = fields.major else { return nil }
            self = .version(major: major)
        case "TPV":
            guard fields.position.latitude.map({ (-90...90).contains($0) }) ?? true,
                fields.position.longitude.map({ (-180...180).contains($0) }) ?? true
            else { return nil }
            self = .position(fields.position)
        case "SKY":
            self = .sky(device: fields.position.device, hdop: fields.hdop, used: fields.used ?? fields.listed)
        default: self = .other
        }
    }

    private static func fields(_ cursor: inout JSONCursor) throws(JSONFault) -> Fields {
        var fields = Fields()
        try cursor.object { (key, cursor) throws(JSONFault) in
            if cursor.takesNull() { return }
            switch key {
            case "class": fields.kind = try cursor.rawString()
            case "proto_major": fields.major = try cursor.integer()
            case "device": fields.position.device = hash(try cursor.rawString())
            case "mode": fields.position.mode = try cursor.integer()
            case "lat": fields.position.latitude = try number(&cursor)
            case "lon": fields.position.longitude = try number(&cursor)
            case "altHAE": fields.position.heightAboveEllipsoid = try number(&cursor)
            case "altMSL": fields.position.heightAboveSea = try number(&cursor)
            case "alt": fields.position.height = try number(&cursor)
            case "epx": fields.position.epx = try error(&cursor)
            case "epy": fields.position.epy = try error(&cursor)
            case "epv": fields.position.epv = try error(&cursor)
            case "eph": fields.position.eph = try error(&cursor)
            case "hdop": fields.hdop = try dilution(&cursor)
            case "uSat": fields.used = Int(try cursor.integer(UInt16.self))
            case "satellites": fields.listed = try usedSatellites(&cursor)
            default: try cursor.skipValue()
            }
        }
        try cursor.end()
        return fields
    }

    private static func number(_ cursor: inout JSONCursor) throws(JSONFault) -> Double {
        let (units, decimals) = try cursor.decimal()
        return Double(units) / .ten(to: decimals)
    }

    /// An error estimate; zero and less is none.
    private static func error(_ cursor: inout JSONCursor) throws(JSONFault) -> Double? {
        let value = try number(&cursor)
        return value > 0 ? value : nil
    }

    /// A dilution of precision; receivers write 99 and more for an unknown one.
    private static func dilution(_ cursor: inout JSONCursor) throws(JSONFault) -> Double? {
        let value = try number(&cursor)
        return value > 0 && value < 99 ? value : nil
    }

    /// How many satellites of a list are used; versions before 3.20 state no count.
    private static func usedSatellites(_ cursor: inout JSONCursor) throws(JSONFault) -> Int {
        var count = 0
        try cursor.list { (cursor) throws(JSONFault) in
            try cursor.object { (key, cursor) throws(JSONFault) in
                if "used" ~= key { if try cursor.flag() { count += 1 } } else { try cursor.skipValue() }
            }
        }
        return count
    }

    /// FNV-1a of a device's path, which stands for it: receivers are only compared.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
