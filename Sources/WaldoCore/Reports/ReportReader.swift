extension PerChannel where Value == Int32? {
    /// These numbers, with the newer ones in place of those that they have.
    public func updated(by newer: PerChannel) -> PerChannel {
        var all = self
        for channel in channels { if let number = newer[channel] { all[channel] = number } }
        return all
    }
}

/// Finds an arm's reports in the bytes that it sends. Lines may be split anywhere between notifications; they end with
/// a line feed, a carriage return or both.
public struct ReportReader: Sendable {
    /// What a line reports.
    public enum Report: Equatable, Sendable {
        /// Where channels stand, in units of 10^-decimals; nil: not in this line.
        case position(PerChannel<Int32?>)
        /// A fault, as the arm words it.
        case fault(String)
    }

    /// The longest line in bytes; a longer one is no report.
    static let longest = 256

    private let reports: ArmReports
    private let decimals: PerChannel<Int>
    private var line: [UInt8] = []
    private var isTooLong = false

    /// Creates a reader for an arm.
    public init(_ arm: Arm) {
        reports = arm.reports
        decimals = arm.decimals
        line.reserveCapacity(Self.longest)
    }

    /// Reads the bytes of a notification and returns the reports of the lines that end in it.
    public mutating func read(_ bytes: some Sequence<UInt8>) -> [Report] {
        var found: [Report] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                if !isTooLong, !line.isEmpty, let report = report(line[...]) { found.append(report) }
                line.removeAll(keepingCapacity: true)
                isTooLong = false
            } else if line.count < Self.longest {
                line.append(byte)
            } else {
                isTooLong = true
            }
        }
        return found
    }

    private func report(_ line: ArraySlice<UInt8>) -> Report? {
        for pattern in reports.faults where pattern.match(line, decimals: decimals) != nil {
            return .fault(SafeText.escaped(String(decoding: line, as: UTF8.self)))
        }
        for pattern in reports.positions {
            guard let match = pattern.match(line, decimals: decimals) else { continue }
            var numbers = PerChannel<Int32?>(repeating: nil, for: decimals.channels)
            for (channel, value) in match.numbers { numbers[channel] = value }
            return .position(numbers)
        }
        return nil
    }
}
