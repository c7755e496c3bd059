import WaldoStore

/// How an import marks its sessions: in place of a boot they have the hash of the file.
extension SessionSummary {
    private static let log = "log ", local = "local ", recording = "recording "

    /// Whether it is an imported log, each of whose readings is a line or a piece of one.
    var isLog: Bool { boot.hasPrefix(Self.log) }

    /// Whether its times are those of a local clock, as its lines have them, in a zone that nobody has stated.
    var hasUnknownZone: Bool { boot.hasPrefix(Self.log + Self.local) }

    /// Whether it is an imported file, during which nothing was driven.
    var isImported: Bool { isLog || boot.hasPrefix(Self.recording) }

    /// What stands in place of the boot.
    static func mark(isLog: Bool, hash: String, hasUnknownZone: Bool) -> String {
        (isLog ? log : recording) + (hasUnknownZone ? local : "") + hash
    }
}

extension SurveySummary {
    /// Whether its times are those of a local clock in an unknown zone.
    var hasUnknownZone: Bool { sessions.contains(where: \.hasUnknownZone) }

    /// What stands behind a time of it: `Z`, or nothing where the zone is not known.
    func dated(_ text: String) -> String { hasUnknownZone && text.hasSuffix("Z") ? String(text.dropLast()) : text }
}
