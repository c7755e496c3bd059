import Glibc
import Testing
import WaldoTestSupport

@Suite struct TestRunTests {
    @Test func theEndOfARunTakesItsOwnFoldersAlone() throws {
        let one = TestRun(named: nil), other = TestRun(named: nil)
        defer { other.end() }
        #expect(one.name.hasPrefix("waldo-run-\(getpid())-") && one.name != other.name)
        for run in [one, other] {
            let deep = try run.makeFolder("test") + "/a"
            mkdir(deep, 0o700)
            close(creat(deep + "/b", 0o600))
            mkdir(run.memory + "/c", 0o700)
        }
        one.end()
        #expect(access(one.folder, F_OK) != 0 && access(one.memory, F_OK) != 0)
        #expect(access(other.folder, F_OK) == 0 && access(other.memory + "/c", F_OK) == 0)
    }

    @Test func aRunIsJoinedByItsNameAndOutlivesThoseWhoJoin() throws {
        let run = TestRun(named: nil)
        defer { run.end() }
        let member = TestRun(named: run.name)
        #expect(member.folder == run.folder && member.memory == run.memory && member.environment == run.environment)
        let made = try member.makeFolder("test")
        member.end()
        #expect(access(made, F_OK) == 0)
    }

    @Test func aRunThatHasEndedTakesNothingMore() throws {
        let run = TestRun(named: nil)
        run.end()
        #expect(throws: DidNotHappen.self) { _ = try TestRun(named: run.name).makeFolder("test") }
    }

    /// A database runs as another user, and has its socket in the run.
    @Test func otherUsersPassThroughAndSocketsFit() throws {
        let run = TestRun(named: nil)
        defer { run.end() }
        for folder in [run.folder, run.memory] {
            var found = stat()
            #expect(stat(folder, &found) == 0 && found.st_mode & 0o777 == 0o711)
        }
        // The longest names of sockets in it are umockdev's; sun_path has 108 bytes.
        let longest = run.memory + "/umockdev.XXXXXX/ioctl/_dev_input_event10"
        #expect(longest.utf8.count < 108)
    }

    @Test func theseTestsBelongToARun() throws {
        let folder = try TemporaryFolder()
        #expect(folder.path.hasPrefix(TestRun.current.folder + "/"))
        #expect(MockInput.environment["TMPDIR"] == TestRun.current.memory)
    }
}
