import Foundation
import Testing
import WaldoCore

@testable import WaldoFiles

/// What is refused before a file is read as an arm.
final class FileTextTests {
    private let directory = FileManager.default.temporaryDirectory
        .appending(path: "waldo-files-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: directory) }

    private func path(_ name: String, _ bytes: [UInt8]? = nil) throws -> String {
        let url = directory.appending(path: name)
        if let bytes { try Data(bytes).write(to: url) }
        return url.path
    }

    private func refusal(_ path: String) -> FileError? {
        do {
            _ = try Library(directory: nil).loadArm(path)
            return nil
        } catch { return error }
    }

    @Test func whatIsNoFileOfText() throws {
        #expect(refusal(try path("none.yaml"))?.sentence.contains("no such file") == true)
        #expect(refusal(directory.path)?.sentence.contains("a directory") == true)
        #expect(refusal("/dev/null")?.sentence.contains("not a regular file") == true)
        let fifo = try path("fifo.yaml")
        #expect(mkfifo(fifo, 0o600) == 0)
        #expect(refusal(fifo)?.sentence.contains("a FIFO") == true)
    }

    @Test func sizes() throws {
        let comment = Array(("#" + String(repeating: "x", count: 99) + "\n").utf8)
        let arm = Array(Samples.arm.utf8)
        let filler = Array(repeating: comment, count: 700).flatMap { $0 }
        let fits = arm + filler.prefix(64 * 1024 - arm.count)
        #expect(refusal(try path("fits.yaml", fits)) == nil)
        let error = try #require(refusal(try path("large.yaml", fits + [10])))
        #expect(error.sentence.contains("65537 bytes"))
    }

    @Test func bytesThatAreNotUTF8AreNamedByTheirPlace() throws {
        let file = try path("latin.yaml", Array("name: a\n# é".utf8) + [0xe9, 0x0a] + Array("x".utf8))
        let error = try #require(refusal(file))
        #expect(error.description.hasSuffix("latin.yaml:2:4: the text is not UTF-8 here; save the file as UTF-8"))
    }

    @Test(arguments: [
        ("", "1:1", "the file is empty"),
        ("# only a comment\n", "1:1", "the file is empty"),
        ("---\n", "2:1", "the file is empty"),
        ("--- ''\n", "1:5", "expected the keys"),
        ("[]\n", "1:1", "expected the keys"),
        ("name: a\n---\nname: b\n", "2:1", "a second document begins here"),
        ("name: &n a\n", "1:7", "anchors"),
        ("link: &l { a: b }\npacing: *l\n", "1:7", "anchors"),
        ("? &k name\n: a\n", "1:3", "anchors"),
        ("name: !!str a\n", "1:7", "tags (`tag:yaml.org,2002:str`)"),
        ("name: !robot a\n", "1:7", "tags (`!robot`)"),
        ("name: ! a\n", "1:7", "tags (`!`)"),
        ("link: !!map { a: b }\n", "1:7", "tags"),
        ("!robot name: a\n", "1:1", "tags (`!robot`)"),
        ("pacing: *nothing\n", "1:9", "aliases"),
        ("name: *-RH\n", "1:7", "a text that begins with `*` between quotes"),
        ("name: *-PM2.5\n", "1:12", "a text that begins with `*` or `&` between quotes"),
        ("name: a\n\tlink: b\n", "2:1", "there is a tab; indent by spaces instead of tabs"),
        ("name: a\nlink: [1, 2\n", "3:1", "close every bracket"),
        ("name: \"a\n", "2:1", "close the quote"),
        ("name:a\nlink: b\n", "2:5", "a space behind each colon"),
        ("name: a\nlink: b\n  write: c\n", "3:8", "indent the keys of a section alike"),
        ("name: @a\n", "1:7", "put the text between quotes"),
        ("\u{feff}nmae: a\n", "1:1", "did you mean `name`?"),
        ("name: a\u{0}b\n", "1:8", "control characters"),
        ("name: a\nname: b\n", "2:1", "stands more than once"),
        ("1: a\n", "1:1", "the key `1` is unknown"),
        ("? [a]\n: b\n", "1:3", "expected a key"),
        ("\u{1b}[2J: a", "1:1", "not valid YAML"),
        ("\"\\e[2J\": a", "1:1", "`\\u{1b}[2J`"),
    ])
    func structure(_ text: String, _ place: String, _ says: String) throws {
        let error = #expect(throws: FileError.self) { try ArmReader.arm(from: text, file: "F") }
        #expect(error?.description.hasPrefix("F:\(place): ") == true, "\(error as Any)")
        #expect(error?.sentence.contains(says) == true, "\(error as Any)")
    }

    /// A comment may speak of anything.
    @Test func starsInCommentsAreNoAliases() throws {
        let notes = (1...9).map { "# see *note\($0)\n" }.joined()
        _ = try ArmReader.arm(from: notes + Samples.arm, file: "F")
    }

    /// Each line doubles the one before: compared as keys, the last one would be 2^60 values.
    @Test(.timeLimit(.minutes(1))) func aBombOfAliasesIsRefusedUnopened() {
        var text = "a0: &a0 [x, x]\n"
        for level in 1...60 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        text += "? *a60\n: 1\n"
        let error = #expect(throws: FileError.self) { try ArmReader.arm(from: text, file: "F") }
        #expect(error?.sentence.contains("aliases") == true)
        #expect(error?.line == 1)
    }

    @Test(arguments: ["[", "{", "- ", "? ", "[{", "a:\n ", "{a: "]) func deepNestingIsRefused(_ opening: String) {
        let text = String(repeating: opening, count: 60_000 / opening.utf8.count)
        #expect(throws: FileError.self) { try ArmReader.arm(from: text, file: "F") }
        let closed = String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000)
        #expect(throws: FileError.self) { try ArmReader.arm(from: closed, file: "F") }
        let keys = String(repeating: "? ", count: 900) + "a"
        #expect(throws: FileError.self) { try ArmReader.arm(from: keys, file: "F") }
        let flow = String(repeating: "{? ", count: 900) + String(repeating: "}", count: 900)
        #expect(throws: FileError.self) { try ArmReader.arm(from: flow, file: "F") }
    }
}
