import WaldoCore

extension RecordingParser {
    /// Parses the header; nil for a format that this version does not read.
    /// - Throws: that the line is not the first of a recording.
    static func header(_ bytes: UnsafeRawBufferPointer) throws(JSONFault) -> (format: Int, header: RecordingHeader?) {
        var cursor = JSONCursor(bytes)
        var format: Int?
        var texts: [String: String] = [:], numbers: [String: Int64] = [:], position: [Int32]?, isPlayed = false
        try cursor.object { (key, cursor) throws(JSONFault) in
            let name = String(decoding: key, as: UTF8.self)
            switch name {
            case "recording": format = try cursor.integer()
            case "waldo", "arm", "mapping", "input", "place", "arm file", "mapping file", "link", "simulation",
                "sensor", "sensor file", "rests":
                texts[name] = try cursor.string()
            case "started", "bus", "vendor", "product", "version": numbers[name] = try cursor.integer()
            case "played": isPlayed = try cursor.flag()
            case "position":
                var list: [Int32] = []
                try cursor.list { (cursor) throws(JSONFault) in list.append(try cursor.integer()) }
                guard (1...Channel.maxCount).contains(list.count) else {
                    throw cursor.fault("a number for each position channel")
                }
                position = list
            default: try cursor.skipValue()
            }
        }
        try cursor.end()
        guard let format else { throw cursor.fault("the `recording`'s format") }
        guard (1...RecordingHeader.format).contains(format) else { return (format, nil) }
        guard let arm = texts["arm file"], let mapping = texts["mapping file"] else {
            throw cursor.fault("the `arm file` and the `mapping file`")
        }
        func id(_ name: String) -> UInt16 { UInt16(truncatingIfNeeded: numbers[name] ?? 0) }
        let identity = InputIdentity(
            bus: id("bus"), vendor: id("vendor"), product: id("product"), version: id("version"),
            port: texts["place"] ?? "", name: texts["input"] ?? "")
        var header = RecordingHeader(
            version: texts["waldo"] ?? "", started: numbers["started"] ?? 0,
            arm: SourceText(name: texts["arm"] ?? "", text: arm),
            mapping: SourceText(name: texts["mapping"] ?? "", text: mapping), position: position, input: identity,
            isPlayed: isPlayed, link: try link(texts, cursor), learnsRests: texts["rests"] == "learned")
        header.format = format
        return (format, header)
    }

    /// What carried the commands; nil: the header does not state it.
    /// - Throws: that it is none of the links, or that a simulation has no options.
    private static func link(
        _ texts: [String: String], _ cursor: JSONCursor
    ) throws(JSONFault) -> RecordingHeader.Link? {
        guard texts["link"] == "simulation" || texts["simulation"] == nil else {
            throw cursor.fault("`link`: simulation, because there is a `simulation`")
        }
        switch texts["link"] {
        case nil: return nil
        case "shield": return .arm
        case "override": return .override
        case "simulation":
            guard let options = texts["simulation"] else { throw cursor.fault("the options of the `simulation`") }
            return .simulation(
                options: options,
                sensor: texts["sensor file"].map { SourceText(name: texts["sensor"] ?? "", text: $0) })
        default: throw cursor.fault("`link`: shield, override or simulation")
        }
    }
}
