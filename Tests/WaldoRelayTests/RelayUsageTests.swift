import Testing
import WaldoTestSupport

/// What `waldo-relay` says of a wrong command line, and to a reader that goes away.
@Suite struct RelayUsageTests {
    @Test(arguments: [
        (["psuh"], "waldo-relay: there is no command `psuh`; did you mean `push`? There are push, "),
        (["help", "psuh"], "waldo-relay: there is no command `psuh`; did you mean `push`? There are push, "),
        (["push", "a", "b", "--follw"], "Error: Unknown option '--follw'. Did you mean '--follow'?"),
    ])
    func whatWasMeantIsSuggested(arguments: [String], says: String) async throws {
        let relay = try ChildProcess(BuiltProgram.path("waldo-relay"), arguments)
        defer { relay.close() }
        #expect(try await relay.exitStatus() == 64)
        #expect(relay.errorLines.first?.hasPrefix(says) == true, "\(relay.errorLines)")
    }

    /// Its status is that of lost output, and it says nothing.
    @Test func whoReadsTheSchemaNoFurtherGetsNoMessage() async throws {
        let command = "{ \"$0\" schema; echo \"status $?\" >&2; } | head -n 1"
        let relay = try ChildProcess("/bin/sh", ["-c", command, try BuiltProgram.path("waldo-relay")])
        defer { relay.close() }
        #expect(try await relay.exitStatus() == 0)
        #expect(relay.lines == ["BEGIN;"] && relay.errorLines == ["status 74"], "\(relay.errorLines)")
    }
}
