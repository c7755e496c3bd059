/// What the comment lines of a bGeigie log state. A log holds several headers where its device was switched on again.
public struct BGeigieHeader: Equatable, Sendable {
    /// What fields 13 and 14 of a `$BNRDD` line are. The bGeigie Nano changed their order with version 1.0.3.
    public enum Order: String, Equatable, Sendable {
        /// Satellites, then the HDOP times 100: version 1.1.0 and later, and every other device.
        case satellitesFirst = "satellites first"
        /// The HDOP times 100, then satellites: before version 1.0.3.
        case dilutionFirst = "hdop first"
        /// Version 1.0.3, which has either order.
        case either
    }

    /// What follows `# format=`, such as `1.3.4nano`; nil: not stated.
    public var format: String?
    /// Whether the counts a minute are corrected for dead time, from `# deadtime=`; nil: not stated.
    public var isDeadTimeCorrected: Bool?

    /// Creates a header from its parts.
    public init(format: String? = nil, isDeadTimeCorrected: Bool? = nil) {
        self.format = format
        self.isDeadTimeCorrected = isDeadTimeCorrected
    }

    /// The order of the fields 13 and 14 in this format.
    public var order: Order {
        guard let format, format.hasSuffix("nano") else { return .satellitesFirst }
        let parts = format.dropLast(4).split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let major = parts[0], let minor = parts[1], let patch = parts[2] else {
            return .satellitesFirst
        }
        guard (major, minor) == (1, 0) else { return (major, minor) < (1, 0) ? .dilutionFirst : .satellitesFirst }
        return patch < 3 ? .dilutionFirst : patch == 3 ? .either : .satellitesFirst
    }

    /// Reads a comment line, without its end.
    mutating func read(_ line: UnsafeRawBufferPointer) {
        if line.elementsEqual("# NEW LOG".utf8) {
            self = BGeigieHeader()
        } else if let value = Self.value(of: "# format=", in: line) {
            format = value
        } else if let value = Self.value(of: "# deadtime=", in: line) {
            isDeadTimeCorrected = value == "on" ? true : value == "off" ? false : nil
        }
    }

    private static func value(of key: String, in line: UnsafeRawBufferPointer) -> String? {
        guard line.starts(with: key.utf8), line.count <= 256 else { return nil }
        return String(decoding: line.dropFirst(key.utf8.count), as: UTF8.self)
    }
}
