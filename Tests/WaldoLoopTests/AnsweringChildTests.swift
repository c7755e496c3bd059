import Glibc
import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoLoop

/// A child that answers, and one that does not.
struct AnsweringChildTests {
    private func ask(
        _ script: String, _ request: String = "x", within patience: TimeSpan = .seconds(10), most: Int = 100
    ) throws -> Result<AnsweringChild.Answer, AnsweringChild.Refusal> {
        let child = try AnsweringChild(["/bin/sh", "-c", script])
        do throws(AnsweringChild.Refusal) {
            return .success(try child.ask(Array(request.utf8), within: patience, most: most))
        } catch { return .failure(error) }
    }

    private func answer(_ status: CInt, _ text: String) -> Result<AnsweringChild.Answer, AnsweringChild.Refusal> {
        .success(AnsweringChild.Answer(status: status, bytes: Array(text.utf8)))
    }

    @Test func oneRequestAfterTheOtherIsAnswered() throws {
        let child = try AnsweringChild(
            [
                "/bin/sh", "-c",
                "while read n; do a=$(dd bs=1 count=$n 2>/dev/null); echo \"65 $((n + 2))\"; printf '<%s>' \"$a\"; done",
            ])
        for text in ["one", "and two"] {
            let answer = try child.ask(Array(text.utf8), within: .seconds(10), most: 100)
            #expect(answer == AnsweringChild.Answer(status: 65, bytes: Array("<\(text)>".utf8)))
        }
    }

    @Test func anAnswerIsHeldAgainstItsBound() throws {
        #expect(try ask("echo '0 5'; printf hello") == answer(0, "hello"))
        #expect(try ask("echo '0 5'; printf hello", most: 4) == .failure(.wrong))
        #expect(try ask("echo '0 4'; printf hello; sleep 60") == .failure(.wrong))
        #expect(try ask("echo '0 99999999999999999999'") == .failure(.wrong))
        #expect(try ask("echo '0 -1'") == .failure(.wrong))
        #expect(try ask("yes | tr -d '\\n'") == .failure(.wrong))
        #expect(try ask("head -c 1000000 /dev/zero >&2; echo '0 0'") == answer(0, ""))
    }

    @Test func oneThatEndsSaysHow() throws {
        #expect(try ask("exit 7") == .failure(.ended(7)))
        #expect(try ask("kill -9 $$") == .failure(.ended(137)))
        #expect(try ask("echo '0 5'; printf he") == .failure(.ended(0)))
        #expect(throws: SystemFailure.self) { try AnsweringChild(["/nowhere/waldo"]) }
    }

    @Test func oneThatDoesNotAnswerIsKilledWithItsChildren() async throws {
        let folder = try TemporaryFolder(), began = Monotonic.now()
        let script = "sleep 1000 & echo $! > \(folder.path)/pid; trap '' TERM; cat > /dev/null; sleep 1000"
        #expect(try ask(script, within: .milliseconds(500)) == .failure(.late))
        #expect(Monotonic.now() - began < .seconds(5))
        let pid = try #require(pid_t(try folder.read("pid").split(separator: "\n")[0]))
        // The signal takes effect once the child runs, and init reaps it later.
        try await waitUntil("the end of its child") {
            kill(pid, 0) != 0 || (try? readFile("/proc/\(pid)/stat"))?.contains(") Z ") != false ? true : nil
        }
    }

    @Test func aRequestIsWrittenHoweverSlowlyItIsRead() throws {
        let request = String(repeating: "y", count: 300_000)
        let script = "sleep 0.2; read n; dd bs=1000 count=300 2>/dev/null | wc -c > /dev/null; echo '0 2'; printf ok"
        #expect(try ask(script, request) == answer(0, "ok"))
    }

    @Test func aLimitOfMemoryIsLiftedAgain() throws {
        func limit() -> UInt64 {
            var limit = rlimit()
            getrlimit(CInt(RLIMIT_AS.rawValue), &limit)
            return UInt64(limit.rlim_cur)
        }
        ProcessLimits.limitMemory(to: 1 << 40)
        #expect(limit() < 1 << 50)
        ProcessLimits.liftMemory()
        #expect(limit() > 1 << 50 && ProcessLimits.machineMemory > 1 << 28)
    }
}
