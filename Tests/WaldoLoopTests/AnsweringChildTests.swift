import Foundation
import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoLoop

/// A child that answers, and one that does not.
struct AnsweringChildTests {
    private func ask(
        _ script: String, _ request: String = "x", within patience: TimeSpan = .seconds(10), limit: Int = 100
    ) throws -> Result<AnsweringChild.Answer, AnsweringChild.Refusal> {
        let child = try AnsweringChild(["/bin/sh", "-c", script])
        do throws(AnsweringChild.Refusal) {
            return .success(try child.ask(Array(request.utf8), within: patience, limit: limit))
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
            let answer = try child.ask(Array(text.utf8), within: .seconds(10), limit: 100)
            #expect(answer == AnsweringChild.Answer(status: 65, bytes: Array("<\(text)>".utf8)))
        }
    }

    @Test func anAnswerIsHeldAgainstItsBound() throws {
        #expect(try ask("echo '0 5'; printf hello") == answer(0, "hello"))
        #expect(try ask("echo '0 5'; printf hello", limit: 4) == .failure(.wrong))
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
        let folder = try TemporaryFolder(), began = meteredNow()
        let script = "sleep 1000 & echo $! > \(folder.path)/pid; trap '' TERM; cat > /dev/null; sleep 1000"
        #expect(try ask(script, within: .milliseconds(500)) == .failure(.late))
        expectInTime(since: began, within: .seconds(5))
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

    /// Other tests of the process open files meanwhile, but not so many.
    @Test func noDescriptorIsLeftOfOne() throws {
        func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        let before = try count(), script = "exec 2>&-; echo '0 2'; printf ok"
        for _ in 0..<100 { #expect(try ask(script) == answer(0, "ok")) }
        #expect(try count() < before + 60)
    }

    @Test func itsEnvironmentIsWhatItIsGiven() throws {
        let child = try AnsweringChild(
            ["/bin/sh", "-c", "s=\"$A:$HOME:$TERM\"; echo \"0 ${#s}\"; printf %s \"$s\""], environment: ["A=b"])
        let given = try child.ask([], within: .seconds(10), limit: 100)
        #expect(given == AnsweringChild.Answer(status: 0, bytes: Array("b::".utf8)))
    }

    /// A process that was started under `ulimit -Sv` keeps to it.
    @Test func aLimitOfTheUsersIsNotRaisedAndComesBack() throws {
        func limit(_ resource: __rlimit_resource) -> rlimit {
            var limit = rlimit()
            getrlimit(CInt(resource.rawValue), &limit)
            return limit
        }
        let before = limit(RLIMIT_AS)
        var users = before
        // More than there is, so that nothing else of the test's process meets it.
        users.rlim_cur = min(1 << 50, before.rlim_max)
        setrlimit(CInt(RLIMIT_AS.rawValue), &users)
        defer {
            var before = before
            setrlimit(CInt(RLIMIT_AS.rawValue), &before)
        }
        ProcessLimits.limitMemory(to: 1 << 52)
        #expect(limit(RLIMIT_AS).rlim_cur == users.rlim_cur)
        ProcessLimits.limitMemory(to: 1 << 40)
        #expect(limit(RLIMIT_AS).rlim_cur < users.rlim_cur)
        ProcessLimits.liftMemory()
        #expect(limit(RLIMIT_AS).rlim_cur == users.rlim_cur && ProcessLimits.machineMemory > 1 << 28)
    }

    @Test func theTimeOfAThreadIsWhatItComputes() {
        let begin = ThreadTime.used()
        usleep(50_000)
        let slept = ThreadTime.used() - begin
        var number: UInt64 = 1
        while ThreadTime.used() - begin < .milliseconds(20) { for _ in 0..<1_000 { number = number &* 3 } }
        #expect(slept < .milliseconds(40) && number != 0)
    }
}
