import ArgumentParser
import WaldoApp
import WaldoFiles

/// The options of every command that takes samples of a time.
struct TimeWindowOptions: ParsableArguments {
    @Option(
        help: "Only samples from this time on, in UTC, such as 2026-11-21 or 2026-11-21T07:15:00Z. Default: all.",
        transform: UTCTime.parse)
    var from: UTCTime?

    @Option(help: "Only samples before this time, in the same form. Default: all.", transform: UTCTime.parse)
    var until: UTCTime?

    /// The times.
    var window: UTCWindow { UTCWindow(from: from?.utc, until: until?.utc) }

    func validate() throws {
        if let from, let until, from.utc >= until.utc {
            throw ValidationError("--from is not before --until, so that no sample is left; exchange them")
        }
    }
}

/// A time in UTC on the command line.
struct UTCTime {
    /// In microseconds since 1970.
    let utc: Int64

    /// Parses a time.
    /// - Throws: why it is refused.
    @Sendable static func parse(_ argument: String) throws -> UTCTime {
        guard let utc = UTCText.utc(argument) else {
            throw ValidationError("no time; give UTC as 2026-11-21 or 2026-11-21T07:15:00Z")
        }
        return UTCTime(utc: utc)
    }
}
