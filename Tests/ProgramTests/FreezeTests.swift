import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// A process that is frozen gets no signal when it thaws: only the age of an input event shows that it was.
@Suite(.serialized) struct FreezeTests {
    /// An idle drive with a pad that stamps its events as the kernel does.
    private final class IdleDrive {
        let program: MockedProgram
        private let folder: TemporaryFolder

        init() async throws {
            folder = try TemporaryFolder()
            program = try await MockedProgram(
                ["drive", "--override", "--plain"], inputs: [MockInput()],
                preload: PreloadedLibrary.build("Tests/FaultMatrix/Stage/stamped_input.c", in: folder))
            try await open("slider")
            try await open("joystick")
            // An event that is no older than the last step is not late, so the drive must have been idle for a while.
            try await Task.sleep(for: .milliseconds(400))
        }

        deinit { program.close() }

        func open(_ control: String) async throws {
            try await program.child.waitForLine {
                $0.contains("\"control\":\"\(control)\"") && $0.contains("\"state\":\"open\"")
            }
        }

        /// The deflection that waited causes a halt and moves nothing; only one made after a rest moves the arm.
        func expectHaltAndNoMotion() async throws {
            try await program.child.waitForLine { $0.contains("\"halt\"") && $0.contains("\"late\"") }
            try await program.child.waitForLine(containing: "\"release\":\"ABS_RZ\"")
            #expect(program.lines.count { $0.contains("463e") } == 0, "\(program.lines)")
            program.touch([.axis(Code.rz, 0)], at: Monotonic.now())
            try await open("slider")
            program.touch([.axis(Code.rz, 255)], at: Monotonic.now())
            try await program.child.waitForLine(containing: "463e")
        }
    }

    @Test(arguments: [300, 900, 1_100, 5_000, 3_600_000].map { TimeSpan.milliseconds($0) })
    func anEventThatHasWaitedMovesNothing(age: TimeSpan) async throws {
        let drive = try await IdleDrive()
        // A machine that has just booted has no time an hour ago.
        drive.program.touch([.axis(Code.rz, 255)], at: max(1, Monotonic.now() - age))
        try await drive.expectHaltAndNoMotion()
    }

    @Test func aFreshEventMoves() async throws {
        let drive = try await IdleDrive()
        drive.program.touch([.axis(Code.rz, 255)], at: Monotonic.now())
        try await drive.program.child.waitForLine(containing: "463e")
        #expect(!drive.program.lines.contains { $0.contains("\"halt\"") })
    }

    @Test(.enabled(if: Freezer.isThere, "no cgroup can be made and frozen here"))
    func whatWaitedInAFrozenGroupMovesNothing() async throws {
        let drive = try await IdleDrive()
        let freezer = try Freezer(holding: drive.program.pid)
        try await freezer.freeze()
        drive.program.touch([.axis(Code.rz, 255)], at: Monotonic.now())
        // This long the freeze lasts.
        try await Task.sleep(for: .milliseconds(1_500))
        try freezer.thaw()
        try await drive.expectHaltAndNoMotion()
    }
}

/// A cgroup (version 2) of the test's own, whose processes can be frozen.
private final class Freezer {
    private static let root = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].first {
        access($0 + "/cgroup.controllers", F_OK) == 0
    }

    /// Whether such a group can be made.
    static let isThere: Bool = (try? Freezer()) != nil

    private let path: String

    private init() throws {
        guard let root = Self.root else { throw DidNotHappen("no cgroup of version 2") }
        path = "\(root)/waldo-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        guard mkdir(path, 0o755) == 0 else { throw DidNotHappen("mkdir \(path)") }
        try write("0", to: "cgroup.freeze")
    }

    /// Puts a process into a new group.
    convenience init(holding pid: pid_t) throws {
        try self.init()
        try write("\(pid)", to: "cgroup.procs")
    }

    /// Moves its processes back to the root group.
    deinit {
        for pid in ((try? readFile(path + "/cgroup.procs")) ?? "").split(separator: "\n") {
            try? Self.write("\(pid)", to: (Self.root ?? "") + "/cgroup.procs")
        }
        try? thaw()
        rmdir(path)
    }

    func freeze() async throws {
        try write("1", to: "cgroup.freeze")
        try await waitUntil("the freeze") {
            try readFile(path + "/cgroup.events").contains("frozen 1") ? true : nil
        }
    }

    func thaw() throws { try write("0", to: "cgroup.freeze") }

    private func write(_ text: String, to name: String) throws { try Self.write(text, to: path + "/" + name) }

    private static func write(_ text: String, to file: String) throws {
        let descriptor = open(file, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, Glibc.write(descriptor, text, text.utf8.count) > 0 else {
            throw DidNotHappen("\(file): \(String(cString: strerror(errno)))")
        }
    }
}
