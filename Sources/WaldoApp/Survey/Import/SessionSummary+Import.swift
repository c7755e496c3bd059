internal import WaldoStore

/// How an import marks its sessions: in place of a boot they have the hash of the file.
extension SessionSummary {
    private static let log = "log ", recording = "recording "

    /// Whether it is an imported log, each of whose readings is a line or a piece of one.
    var isLog: Bool { boot.hasPrefix(Self.log) }

    /// Whether it is an imported file, during which nothing was driven.
    var isImported: Bool { isLog || boot.hasPrefix(Self.recording) }

    /// What stands in place of the boot.
    static func mark(isLog: Bool, hash: String) -> String { (isLog ? log : recording) + hash }
}
