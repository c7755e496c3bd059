import Testing

@testable import WaldoFiles

/// What the parser of arguments suggests for an unknown option is shown where it is near.
struct ParserHintTests {
    @Test(arguments: [
        ("over", "yes", false), ("fault", "baud", false), ("simulat", "simulate", true), ("amr", "arm", true),
    ])
    func aHintIsShownWhereItIsNear(option: String, hint: String, isShown: Bool) {
        let rest = "\nUsage: waldo drive [<options>]", bare = "Error: Unknown option '--\(option)'"
        let text = bare + ". Did you mean '--\(hint)'?" + rest
        #expect(Program.withoutFarHint(text) == (isShown ? text : bare + rest))
    }

    @Test(arguments: ["", "Error: Missing value for '--arm <arm>'\nUsage: x", "Error: Unknown option '-q'"])
    func anyOtherTextStays(text: String) { #expect(Program.withoutFarHint(text) == text) }
}
