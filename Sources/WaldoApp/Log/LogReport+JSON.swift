internal import WaldoCore
internal import WaldoFiles
internal import WaldoTime

/// A drive's summary as one JSON object, for other programs; times in microseconds, as in the recording.
extension LogReport {
    /// The object, on one line.
    package var json: String {
        let channels = arm.channels.map { channel in
            let figures = summary.channels[channel]
            return (
                arm.profiles[channel].name,
                Self.object([
                    ("commands", "\(figures.commands)"), ("perSecond", Self.rate(figures.gaps)),
                    ("gaps", Self.spans(figures.gaps)),
                ])
            )
        }
        let halts = zip(HaltReason.allCases, summary.halts).filter { $1 > 0 }.map { ("\($0.word)", "\($1)") }
        return Self.object([
            ("file", Self.text(file)), ("waldo", Self.text(header.version)),
            ("started", "\(header.started)"), ("time", Self.text(WallTime(started: header.started).text(.clockStart))),
            ("duration", "\(summary.duration.microseconds)"), ("arm", Self.text(header.arm.name)),
            ("mapping", Self.text(header.mapping.name)), ("input", Self.text(header.input.name)),
            ("override", "\(summary.isOverride)"), ("simulation", simulation.map(Self.text) ?? "null"),
            ("torn", "\(isTorn)"),
            ("status", summary.status.map { "\($0)" } ?? "null"), ("steps", "\(summary.steps)"),
            ("commands", "\(summary.commands)"), ("channels", Self.object(channels)),
            ("writes", Self.spans(summary.writes)), ("lateness", Self.spans(summary.lateness)),
            ("refused", "\(summary.refused)"), ("gone", "\(summary.gone)"), ("dropped", "\(summary.drops)"),
            ("linkLosses", "\(summary.link.losses)"), ("linkDown", "\(summary.link.down.microseconds)"),
            ("halts", Self.object(halts)), ("stops", "\(summary.stops)"), ("resumes", "\(summary.resumes)"),
            ("inputLosses", "\(summary.inputLosses)"), ("resyncs", "\(summary.resyncs)"),
            ("notifications", "\(summary.notifications)"),
        ])
    }

    private var simulation: String? {
        if case .simulation(let options, _)? = header.link { options } else { nil }
    }

    private static func rate(_ spans: Histogram) -> String { spans.rate.map { "\($0)" } ?? "null" }

    private static func spans(_ spans: Histogram) -> String {
        func number(_ span: TimeSpan?) -> String { span.map { "\($0.microseconds)" } ?? "null" }
        return object([
            ("count", "\(spans.count)"), ("min", number(spans.least)), ("p50", number(spans.quantile(0.5))),
            ("p99", number(spans.quantile(0.99))),
            ("max", number(spans.greatest)),
        ])
    }

    /// Formats an object.
    /// - Parameter fields: keys that need no escaping, and values that are JSON already.
    private static func object(_ fields: [(String, String)]) -> String {
        "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    private static func text(_ text: String) -> String { JSONQuoting.text(text) }
}
