extension PerChannel where Value == Int32? {
    /// These numbers, with the newer ones in place of those that they have.
    public func updated(by newer: PerChannel) -> PerChannel {
        var all = self
        for channel in channels { if let number = newer[channel] { all[channel] = number } }
        return all
    }
}

/// Finds an arm's reports in the bytes that it sends. They may be split anywhere between notifications. Lines end with
/// a line feed, a carriage return or both; messages of bytes may begin and end anywhere.
public struct ReportReader: Sendable {
    /// What the arm reports.
    public enum Report: Equatable, Sendable {
        /// Where channels stand, in units of 10^-decimals; nil: not in this report.
        case position(PerChannel<Int32?>)
        /// A fault, as the arm words it.
        case fault(String)
        /// Answers that the arm's steps or motions wait for; one message can be several.
        case answer([ReportPattern])
    }

    /// The longest line in bytes; a longer one is no report.
    static let longest = 256

    private let reports: ArmReports
    private let answers: [ReportPattern]
    private let decimals: PerChannel<Int>
    /// The length of the longest message of bytes; 0: the arm has none.
    private let longestMessage: Int
    private var line: [UInt8] = []
    private var isTooLong = false
    /// The newest bytes.
    private var newest: [UInt8] = []

    /// Creates a reader for an arm.
    public init(_ arm: Arm) {
        reports = arm.reports
        let each = arm.reports.answers.map { [$0.each] } ?? []
        answers = each.filter { !arm.steps.expected.contains($0) } + arm.steps.expected
        decimals = arm.decimals
        longestMessage = (reports.positions + reports.faults + answers).reduce(0) { longest, pattern in
            if case .bytes(let message) = pattern { max(longest, message.count) } else { longest }
        }
        line.reserveCapacity(Self.longest)
        newest.reserveCapacity(longestMessage + 1)
    }

    /// Reads the bytes of a notification and returns the reports that end in it.
    public mutating func read(_ bytes: some Sequence<UInt8>) -> [Report] {
        var found: [Report] = []
        for byte in bytes {
            message(endingWith: byte, &found)
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                if !isTooLong, !line.isEmpty { read(line: line[...], &found) }
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

    /// Reads the message of bytes that ends with this one, if one does.
    private mutating func message(endingWith byte: UInt8, _ found: inout [Report]) {
        guard longestMessage > 0 else { return }
        if newest.count == longestMessage { newest.removeFirst() }
        newest.append(byte)
        let answers = answers.filter { pattern in
            if case .bytes(let message) = pattern { numbers(of: message) != nil } else { false }
        }
        let report = messageReport()
        if let report { found.append(report) }
        if !answers.isEmpty { found.append(.answer(answers)) }
        if report != nil || !answers.isEmpty { newest.removeAll(keepingCapacity: true) }
    }

    /// What the newest bytes report; nil: nothing.
    private func messageReport() -> Report? {
        for pattern in reports.faults {
            guard case .bytes(let message) = pattern, numbers(of: message) != nil else { continue }
            return .fault(HexText.text(of: newest.suffix(message.count), separator: " "))
        }
        for pattern in reports.positions {
            guard case .bytes(let message) = pattern, let numbers = numbers(of: message) else { continue }
            return .position(numbers)
        }
        return nil
    }

    private func numbers(of message: BytePattern) -> PerChannel<Int32?>? {
        guard newest.count >= message.count else { return nil }
        return message.numbers(in: newest.suffix(message.count), decimals: decimals)
    }

    private func read(line: ArraySlice<UInt8>, _ found: inout [Report]) {
        if let report = report(line) { found.append(report) }
        let answers = answers.filter { pattern in
            if case .line(let pattern) = pattern { pattern.match(line, decimals: decimals) != nil } else { false }
        }
        if !answers.isEmpty { found.append(.answer(answers)) }
    }

    private func report(_ line: ArraySlice<UInt8>) -> Report? {
        for pattern in reports.faults {
            guard case .line(let pattern) = pattern, pattern.match(line, decimals: decimals) != nil else { continue }
            return .fault(SafeText.escaped(String(decoding: line, as: UTF8.self)))
        }
        for pattern in reports.positions {
            guard case .line(let pattern) = pattern, let match = pattern.match(line, decimals: decimals) else {
                continue
            }
            var numbers = PerChannel<Int32?>(repeating: nil, for: decimals.channels)
            for (channel, value) in match.numbers { numbers[channel] = value }
            return .position(numbers)
        }
        return nil
    }
}
