internal import ArgumentParser
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop

/// `waldo replay`: a recording once more.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Send a recording again, or prove it.",
        discussion: """
            --verify takes every recorded step again and compares what would be sent today, byte for byte and microsecond \
            for microsecond, with what was: 0 when it is the same, 1 with the first difference.
            """)

    @Argument(help: "A recording of `waldo drive --record`.")
    var file: String

    @Flag(help: "Send nothing: compare the recording with what would be sent today.")
    var verify = false

    @Flag(help: "With --verify: every difference and not only the first.")
    var all = false

    func run() throws {
        if verify {
            Signals.unblock()
            return try ReplayVerification(path: file, showsAll: all).run()
        }
    }
}
