import Glibc
import WaldoCore

/// The time zone of a local clock.
public struct LocalZone: Equatable, Sendable {
    private enum Rules: Equatable, Sendable {
        case fixed(Int)
        case file(ZoneFile)
    }

    /// What the operator has called it.
    public let name: String
    private let rules: Rules

    /// Where the system keeps its zones.
    private static let directory = "/usr/share/zoneinfo"
    /// The largest file of a zone is that of 1,500 changes.
    private static let longestFile = 1 << 16

    /// Finds a zone: `Europe/Berlin` of the system's time zone database, `utc`, or an offset such as `+02:00` or
    /// `-03:30`.
    /// - Throws: that there is none of this name, or its file cannot be read.
    public init(_ name: String) throws(FileError) {
        self.name = name
        if let offset = name.lowercased() == "utc" ? 0 : CivilTime.offset(name) {
            rules = .fixed(offset)
            return
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isName = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy(Self.isOfName)
        }
        let path = "\(Self.directory)/\(name)"
        guard isName, access(path, R_OK) == 0 else {
            throw FileError(
                file: SafeText.escaped(name),
                access(Self.directory, R_OK) == 0
                    ? "no time zone has this name; give one such as Europe/Berlin, utc, or an offset such as +02:00 or -03:30"
                    : "this machine has no time zones in \(Self.directory); give an offset such as +02:00 or -03:30, or install tzdata"
            )
        }
        let bytes = try FileText.bytes(of: InputFile.open(path), path, limit: Self.longestFile)
        guard let file = ZoneFile(bytes) else { throw FileError(file: path, "this is no file of a time zone") }
        rules = .file(file)
    }

    /// A zone by the contents of its file; nil where they are none.
    init?(_ bytes: [UInt8], name: String) {
        guard let file = ZoneFile(bytes) else { return nil }
        self.name = name
        rules = .file(file)
    }

    /// Whether a byte may be in a zone's name.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// By how many seconds its clocks are ahead of UTC at a time.
    /// - Parameter utc: microseconds since 1970.
    func offset(at utc: Int64) -> Int {
        switch rules {
        case .fixed(let offset): offset
        case .file(let file): file.offset(at: Int(floorDivide(utc, by: 1_000_000)))
        }
    }

    private func floorDivide(_ number: Int64, by divisor: Int64) -> Int64 {
        number / divisor - (number % divisor < 0 ? 1 : 0)
    }
}
