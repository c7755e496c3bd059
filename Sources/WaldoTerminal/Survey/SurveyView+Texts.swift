import WaldoCore

/// A piece of text with its ink.
typealias InkedText = (text: String, ink: Ink)

/// The facts of a survey in words.
extension SurveyView {
    /// All raised alarms in one text; empty: none.
    var alarmText: String { alarms.map(\.text).joined(separator: "; ") }

    /// The ink of the bar that names the alarms.
    var alarmInk: Ink { alarms.contains(where: \.halts) ? .alarmBar : .warningBar }

    /// The age of the last message.
    var ageText: InkedText {
        switch (age, isSilent) {
        case (nil, false): ("no message yet", .plain)
        case (nil, true): ("no message at all", .warning)
        case (let age?, false): ("\(age) s ago", .plain)
        case (let age?, true): ("silent for \(age) s", .warning)
        }
    }

    /// The link, where it is not as it should be.
    var linkText: InkedText? {
        switch link.phase {
        case .connected, .absent: nil
        case .waiting, .noPort, .scanning, .connecting, .stalled, .lost: (link.phase.label, link.phase.ink)
        }
    }

    /// Messages, gaps and rejected bytes. The latter two are there only if there are some.
    var countTexts: [InkedText] {
        var texts: [InkedText] = [(Self.count(messages, "message"), .plain)]
        if gaps > 0 { texts.append((Self.count(gaps, "gap"), .warning)) }
        if rejectedBytes > 0 { texts.append((Self.count(rejectedBytes, "byte") + " rejected", .warning)) }
        return texts
    }

    /// Where the survey is kept, and what is not.
    var storeText: InkedText {
        guard let store else { return ("nowhere", .faint) }
        if store.hasFailed { return ("FAILED: nothing more is stored in \(store.name)", .bad) }
        if store.lostRows > 0 { return ("\(Self.count(store.lostRows, "row")) lost, too slow: \(store.name)", .bad) }
        guard !stream.isEmpty else { return (store.name, .plain) }
        return ("\(store.name), \(stream)", isStreamTroubled ? .warning : .plain)
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}

extension SurveyView.Stream {
    /// The ink of its number; that of a sensor which is silent belongs to the past.
    func ink(isSilent: Bool) -> Ink {
        switch validity {
        case .invalid: .bad
        case .valid, .restricted: isSilent || number.isEmpty ? .faint : .strong
        }
    }

    /// Its number and unit; a dash where there is none yet.
    var numberAndUnit: String {
        guard !number.isEmpty else { return "-" }
        return unit.isEmpty ? number : "\(number) \(unit)"
    }
}
