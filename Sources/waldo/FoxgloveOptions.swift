import ArgumentParser
import WaldoApp

/// The options of every command that has live data.
struct FoxgloveOptions: ParsableArguments {
    @Option(help: "Serve live data for Foxglove at this address, HOST:PORT, such as 127.0.0.1:8765; read-only.")
    var foxglove: String?

    @Option(
        help: """
            What Foxglove has to show, as ?token= in its address; others see it in a list of processes. Default: none on \
            this machine alone, else one that is made.
            """)
    var foxgloveToken: String?

    @Option(
        help: "The file that holds that token; or put it into the environment as WALDO_FOXGLOVE_TOKEN.",
        completion: .file())
    var foxgloveTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "The origin of a viewer's web page that may connect, besides Foxglove's own; may be repeated.",
            valueName: "https://host"))
    var foxgloveOrigin: [String] = []

    /// What was asked for; nil: nothing.
    func plan() throws -> FoxglovePlan? {
        try FoxglovePlan(
            foxglove, token: .chosen(of: "foxglove", argument: foxgloveToken, file: foxgloveTokenFile),
            origins: foxgloveOrigin)
    }

    /// The first option that was given; nil: none.
    var given: String? {
        let given = [
            ("foxglove", foxglove != nil), ("foxglove-token", foxgloveToken != nil),
            ("foxglove-token-file", foxgloveTokenFile != nil), ("foxglove-origin", !foxgloveOrigin.isEmpty),
        ]
        return given.first(where: \.1)?.0
    }
}
