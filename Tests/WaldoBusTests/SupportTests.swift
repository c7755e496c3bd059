import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// The helpers that other tests depend on.
@Suite(.serialized, .onLoop)
struct SupportTests {
    @Test func childGetsItsInputEnvironmentAndFolder() async throws {
        let child = try ChildProcess(
            "/bin/sh", ["-c", "read line; echo \"$line $WORD\"; pwd; echo trouble >&2; exit 3"],
            environment: ["WORD": "there"], in: "/")
        try child.write(line: "hello")
        #expect(try await child.waitForLine(containing: "hello") == "hello there")
        #expect(try await child.exitStatus() == 3)
        #expect(child.lines == ["hello there", "/"])
        #expect(child.errorLines == ["trouble"])
    }

    @Test func childHasDefaultSignalsAndGoesWithItsGroup() async throws {
        let child = try ChildProcess("/bin/sh", ["-c", "sleep 100 & echo $!; wait"])
        let grandchild = try #require(pid_t(try await child.waitForLine { !$0.isEmpty }))
        child.send(signal: SIGTERM)
        #expect(try await waitUntil("the shell's end") { child.exitNow } == .signal(SIGTERM))
        child.close()
        try await waitUntil("the grandchild's end") { kill(grandchild, 0) != 0 ? true : nil }
    }

    @Test func missingProgramIsReported() throws {
        #expect(throws: SystemFailure.self) { try ChildProcess("/no/such/program") }
        #expect(throws: DidNotHappen.self) { try BuiltProgram.path("no-such-product") }
    }

    @LoopActor
    @Test func loopRunsOnItsOwnThread() async throws {
        let before = Monotonic.now()
        try await Loop.sleep(for: .milliseconds(2))
        #expect(Monotonic.now() - before >= .milliseconds(2))
        #expect(Loop.turns > 0)
    }

    @Test func privateBusAnswersAndComesBack() async throws {
        let bus = try await PrivateBus()
        let again = try await bus.restarted()
        let client = try ChildProcess(
            "dbus-send",
            ["--system", "--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.GetId"],
            environment: again.environment)
        #expect(try await client.exitStatus() == 0)
        #expect(client.lines.contains { $0.contains("string") })
    }
}
