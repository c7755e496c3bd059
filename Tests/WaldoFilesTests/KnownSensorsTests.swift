import Glibc
import Testing
import WaldoFiles
import WaldoTestSupport

/// The peripherals that sensors were heard from, as a file.
struct KnownSensorsTests {
    private let first = "E0:5A:1B:22:07:4C", second = "D3:11:9C:40:7E:02"

    @Test func oneASensorIsRemembered() throws {
        let folder = try TemporaryFolder()
        let known = KnownSensors(directory: folder.path)
        #expect(try known.list().isEmpty && known.address(of: "airbeam") == nil)
        try known.remember(first.lowercased(), for: "airbeam")
        try known.remember(second, for: "own unit")
        #expect(try folder.read("sensors.list") == "airbeam \(first)\nown unit \(second)\n")
        #expect(try known.address(of: "airbeam") == first)
        try known.remember(second, for: "airbeam")
        #expect(
            try known.list() == [
                KnownSensor(sensor: "own unit", address: second), KnownSensor(sensor: "airbeam", address: second),
            ])
    }

    @Test func oneThatIsForgottenIsGoneOnce() throws {
        let folder = try TemporaryFolder()
        let known = KnownSensors(directory: folder.path)
        #expect(try !known.forget("airbeam"))
        try known.remember(first, for: "airbeam")
        try known.remember(second, for: "bgeigie")
        #expect(try known.forget("airbeam"))
        #expect(try !known.forget("airbeam"))
        #expect(try known.list() == [KnownSensor(sensor: "bgeigie", address: second)])
    }

    @Test func linesThatCannotBeReadArePassedOverAndKept() throws {
        let folder = try TemporaryFolder()
        let odd = "# mine\n\nairbeam\n\(first)\nbgeigie \(first)0\nbgeigie E0-5A-1B-22-07-4C\n"
        try folder.write(odd + "airbeam \(first.lowercased())\nairbeam \(second)", to: "sensors.list")
        let known = KnownSensors(directory: folder.path)
        #expect(try known.list() == [KnownSensor(sensor: "airbeam", address: first)])
        #expect(try known.forget("airbeam"))
        let lines = odd.split(separator: "\n").map { $0 + "\n" }.joined()
        #expect(try folder.read("sensors.list") == lines)
    }

    @Test func theFileIsTheOperatorsAlone() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "sensors.list")
        chmod("\(folder.path)/sensors.list", 0o666)
        let known = KnownSensors(directory: folder.path)
        try known.remember(first, for: "airbeam")
        var status = stat()
        #expect(stat("\(folder.path)/sensors.list", &status) == 0 && status.st_mode & 0o777 == 0o600)
        let stream = try #require(opendir(folder.path))
        defer { closedir(stream) }
        var count = 0
        while readdir(stream) != nil { count += 1 }
        #expect(count == 3, "only the file, `.` and `..`")
    }

    @Test func theDirectoryIsMade() throws {
        let folder = try TemporaryFolder()
        let known = KnownSensors(directory: "\(folder.path)/state/waldo")
        try known.remember(first, for: "airbeam")
        #expect(try known.address(of: "airbeam") == first)
        unlink("\(folder.path)/state/waldo/sensors.list")
        for name in ["state/waldo", "state"] { rmdir("\(folder.path)/\(name)") }
    }

    @Test(arguments: ["", "a\nb", " a", "a  b", "\u{1b}"]) func aNameThatALineCannotHoldIsRefused(name: String) throws {
        let folder = try TemporaryFolder()
        let known = KnownSensors(directory: folder.path)
        #expect(throws: FileError.self) { try known.remember(first, for: name) }
        #expect(try known.list().isEmpty)
    }

    @Test func whatIsNoAddressIsRefused() throws {
        let folder = try TemporaryFolder()
        let known = KnownSensors(directory: folder.path)
        for address in ["", "AirBeam", "E0:5A:1B:22:07", "E0:5A:1B:22:07:4C:00", "E0:5A:1B:22:07:4G"] {
            #expect(throws: FileError.self) { try known.remember(address, for: "airbeam") }
        }
    }

    @Test func withoutADirectoryNothingIsRememberedAndTheReasonIsNamed() throws {
        let known = KnownSensors(directory: nil)
        #expect(try known.list().isEmpty && known.address(of: "airbeam") == nil)
        #expect(try !known.forget("airbeam"))
        #expect {
            try known.remember(first, for: "airbeam")
        } throws: {
            "\($0)".contains("XDG_STATE_HOME")
        }
    }

    @Test func whatCannotBeReadIsAnError() throws {
        let folder = try TemporaryFolder()
        mkdir("\(folder.path)/sensors.list", 0o700)
        defer { rmdir("\(folder.path)/sensors.list") }
        let known = KnownSensors(directory: folder.path)
        #expect(throws: FileError.self) { try known.list() }
        #expect(throws: FileError.self) { try known.remember(first, for: "airbeam") }
    }

    /// Whatever the file holds, reading it neither fails nor invents an entry that a line cannot hold.
    @Test func anyTextIsRead() throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(16)
        let pieces = ["airbeam", " ", "\n", first, second, "E0:5A", ":", "\u{7f}", "é", "\t", "  ", "a b"]
        for _ in HostileTime.rounds(300) {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in pieces.randomElement(using: &random)! }
            try folder.write(text.joined(), to: "sensors.list")
            let known = KnownSensors(directory: folder.path)
            let before = try known.list()
            #expect(Set(before.map(\.sensor)).count == before.count)
            #expect(before.allSatisfy { $0.address == first || $0.address == second })
            try known.remember(first, for: "bgeigie")
            #expect(
                try known.list() == before.filter { $0.sensor != "bgeigie" } + [
                    .init(sensor: "bgeigie", address: first)
                ])
        }
    }
}
