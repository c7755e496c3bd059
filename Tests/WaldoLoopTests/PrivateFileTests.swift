import Foundation
import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport

/// The one way in which files are created.
@Suite(.serialized) struct PrivateFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func mode(_ name: String) -> mode_t? {
        var status = stat()
        return lstat("\(folder.path)/\(name)", &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    @Test(arguments: [0o000, 0o022, 0o277] as [mode_t]) func itIsTheOwnersAlone(mask: mode_t) {
        let before = umask(mask)
        defer { umask(before) }
        let written = PrivateFile.create("\(folder.path)/a")
        #expect(written >= 0 && write(written, "x", 1) == 1 && close(written) == 0)
        PrivateFile.ensure("\(folder.path)/b")
        #expect(mode("a") == 0o600 && mode("b") == 0o600)
    }

    @Test func whatIsThereIsLeftAsItIs() throws {
        let path = try folder.write("kept", to: "a")
        chmod(path, 0o644)
        symlink("\(folder.path)/nowhere", "\(folder.path)/link")
        #expect(PrivateFile.create(path) == -1 && errno == EEXIST)
        #expect(PrivateFile.create("\(folder.path)/link") == -1 && errno == EEXIST)
        PrivateFile.ensure(path)
        PrivateFile.ensure("\(folder.path)/link")
        #expect(try folder.read("a") == "kept" && mode("a") == 0o644 && mode("nowhere") == nil)
    }

    @Test func oneWithoutANameVanishes() throws {
        let file = PrivateFile.createNameless(in: folder.path)
        defer { close(file) }
        var byte: UInt8 = 0
        #expect(write(file, "x", 1) == 1 && pread(file, &byte, 1, 0) == 1 && byte == UInt8(ascii: "x"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(PrivateFile.createNameless(in: "\(folder.path)/nowhere") == -1 && errno == ENOENT)
    }

    @Test func aNameReplacesNothing() throws {
        let passing = try folder.write("new", to: "a.new"), path = try folder.write("kept", to: "a")
        symlink("\(folder.path)/nowhere", "\(folder.path)/link")
        for taken in [path, "\(folder.path)/link"] {
            #expect(!PrivateFile.setName(passing, taken) && errno == EEXIST)
        }
        #expect(try folder.read("a") == "kept" && folder.read("a.new") == "new")
        #expect(PrivateFile.setName(passing, "\(folder.path)/b"))
        #expect(try folder.read("b") == "new" && mode("a.new") == nil)
    }

    /// As after a kill between any two steps: the old file is there, and what was left behind is in nobody's way.
    @Test func aFileThatIsReplacedIsThereAtEveryStep() throws {
        let path = try folder.write("kept", to: "a"), passing = PrivateFile.passingName(of: path)
        chmod(path, 0o644)
        let number = PrivateFile.create(passing)
        defer { close(number) }
        #expect(try folder.read("a") == "kept")
        #expect(write(number, "ne", 2) == 2)
        #expect(try folder.read("a") == "kept")
        #expect(fsync(number) == 0)
        #expect(try folder.read("a") == "kept")
        try PrivateFile.write(Array("next".utf8), to: path, replaces: true)
        #expect(try folder.read("a") == "next" && mode("a") == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
    }

    @Test func aFileThatCannotBeWrittenLeavesEverythingAsItWas() throws {
        let path = try folder.write("kept", to: "a"), taken = "\(folder.path)/taken"
        mkdir(taken, 0o700)
        let isThere = #expect(throws: SystemFailure.self) {
            try PrivateFile.write([1], to: path, replaces: false)
        }
        #expect(isThere?.code == EEXIST)
        let isFolder = #expect(throws: SystemFailure.self) {
            try PrivateFile.write([1], to: taken, replaces: true)
        }
        #expect(isFolder?.code == EISDIR)
        #expect(try folder.read("a") == "kept")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a", "taken"])
    }
}
