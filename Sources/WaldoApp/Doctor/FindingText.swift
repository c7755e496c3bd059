import WaldoCore
import WaldoFiles

/// Findings as lines for people, and as one JSON document for programs.
package struct FindingText {
    /// The longest word of each column, and a space.
    private static let stateWidth = 9, checkWidth = 12

    /// Where lines are broken, in columns; nil: nowhere, for a reader that is a program.
    private let width: Int?
    private let hasColour: Bool

    /// - Parameters:
    ///   - width: the terminal's columns; nil: lines are not broken.
    ///   - hasColour: whether states are coloured.
    package init(width: Int? = nil, hasColour: Bool = false) {
        self.width = width
        self.hasColour = hasColour
    }

    /// A finding on one line; on a narrow terminal on more, which are indented.
    package func line(_ finding: Finding) -> String {
        let indent = Self.stateWidth + Self.checkWidth
        // The words of a command often have what fixes it in them.
        let fix = finding.fix.flatMap { finding.text.contains($0) ? nil : " (\($0))" } ?? ""
        let words = SafeText.escaped(finding.text + fix, upTo: .max)
        let head =
            colour(finding.state, (finding.state.rawValue + " ").padded(to: Self.stateWidth))
            + (finding.check.rawValue + " ").padded(to: Self.checkWidth)
        guard let width, width - indent >= 20 else { return head + words }
        return head
            + Self.wrapped(words, to: width - indent)
            .joined(separator: "\n" + String(repeating: " ", count: indent))
    }

    /// The last line: how many faults and warnings there are.
    package func summary(_ findings: [Finding]) -> String {
        func count(_ state: Finding.State) -> Int { findings.count { $0.state == state } }
        let parts = [(count(.fault), "fault"), (count(.warning), "warning")].filter { $0.0 > 0 }
        guard !parts.isEmpty else { return "Nothing is wrong." }
        return parts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ") + "."
    }

    /// The document: version, exit status, and the findings in their order.
    package static func json(_ findings: [Finding]) -> String {
        var document = JSONObject()
        document.add("waldo", Version.current)
        document.add("status", Int(findings.status.number))
        document.add(
            "findings",
            findings.map { finding in
                var object = JSONObject()
                object.add("check", finding.check.rawValue)
                object.add("state", finding.state.rawValue)
                object.add("text", finding.text, limit: .max)
                if let fix = finding.fix { object.add("fix", fix, limit: .max) }
                if finding.state == .fault { object.add("status", Int(finding.status.number)) }
                return object
            })
        return String(decoding: document.finish(), as: UTF8.self)
    }

    private func colour(_ state: Finding.State, _ text: String) -> String {
        guard hasColour else { return text }
        switch state {
        case .ok: return "\u{1b}[32m\(text)\u{1b}[0m"
        case .warning: return "\u{1b}[33m\(text)\u{1b}[0m"
        case .fault: return "\u{1b}[1;31m\(text)\u{1b}[0m"
        case .unknown: return text
        }
    }

    /// The text in lines of at most so many characters; a longer word has a line of its own.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = [""]
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
