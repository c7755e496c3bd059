import Foundation
import Testing
import WaldoTestSupport

@testable import WaldoFiles

/// Defaults of options: which wins, and what is refused.
struct SettingsTests {
    private func file(_ text: String, home: String? = "/home/ann") throws(FileError) -> SettingsFile {
        try SettingsFile(text, path: "F", home: home)
    }

    /// The template with every key set.
    static var filledTemplate: String {
        SettingsTemplate.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let isKey = SettingKey.allCases.contains { line.hasPrefix("#\($0.rawValue): ") }
            return isKey ? String(line.dropFirst()) : String(line)
        }.joined(separator: "\n")
    }

    @Test func anOptionWinsThenAVariableThenTheFileThenWhatIsBuiltIn() throws {
        let file = try file("arm: one\nsensor: airbeam\nadapter: hci1\n")
        let settings = try Settings(environment: ["WALDO_ARM": "two", "WALDO_ADAPTER": ""], file: file)
        #expect(settings.setting(.arm, given: "three") == Setting("three", from: .option))
        #expect(settings.setting(.arm) == Setting("two", from: .variable("WALDO_ARM")))
        #expect(settings.setting(.sensor) == Setting("airbeam", from: .file(path: "F", line: 2)))
        #expect(settings.setting(.adapter) == Setting("hci1", from: .file(path: "F", line: 3)), "empty is not set")
        #expect(settings.setting(.panel) == Setting(nil, from: .builtIn))
        #expect(settings.arm() == "two" && Settings.builtIn.arm() == "robot")
    }

    @Test func noneTurnsADefaultOffAtEachLevel() throws {
        let file = try file("panel: 127.0.0.1:8713\narm: rover\nrecord: none\n")
        let settings = try Settings(environment: ["WALDO_PANEL": "none"], file: file)
        #expect(settings.setting(.panel) == Setting(nil, from: .variable("WALDO_PANEL")))
        #expect(settings.value(.panel, given: "0.0.0.0:1") == "0.0.0.0:1")
        #expect(settings.value(.arm, given: "none") == nil && settings.arm(given: "none") == "robot")
        #expect(settings.setting(.record) == Setting(nil, from: .file(path: "F", line: 3)))
    }

    /// A default, and an option that turns it off, are not what a safeguard asks for.
    @Test func onlyAnOptionNames() throws {
        let settings = try Settings(environment: ["WALDO_ARM": "two"], file: file("shield: Arm\n"))
        #expect(settings.setting(.arm, given: "two").isNamed)
        #expect(!settings.setting(.arm).isNamed && !settings.setting(.shield).isNamed)
        #expect(!settings.setting(.arm, given: "none").isNamed && !settings.setting(.panel).isNamed)
    }

    @Test func directoriesAreCompleteAndNoPathDependsOnTheWorkingDirectory() throws {
        let file = try file("record: ~/drives\nsurvey: /srv/s/\narm: ~/a.yaml\n")
        let settings = try Settings(file: file)
        #expect(settings.value(.record) == "/home/ann/drives/" && settings.value(.survey) == "/srv/s/")
        #expect(settings.value(.arm) == "/home/ann/a.yaml")
        let homeless = #expect(throws: FileError.self) { try self.file("record: ~/x\n", home: nil) }
        #expect(homeless?.description.contains("HOME does not say") == true)
        for (name, value) in [
            ("WALDO_ARM", "./a.yaml"), ("WALDO_ARM", "a.yaml"), ("WALDO_RECORD", "drives"), ("WALDO_INPUT", "demo"),
            ("WALDO_PANEL", "8713"), ("WALDO_SHIELD", "a\u{1b}[2Jb"),
        ] {
            let error = #expect(throws: SettingsError.self) {
                try Settings(environment: [name: value], file: nil)
            }
            #expect(error?.description.hasPrefix("the environment variable \(name) is `") == true)
            #expect(error?.description.contains("\u{1b}") == false)
        }
    }

    @Test(arguments: Fault.ofSettings) func aFileIsRefused(_ fault: Fault) throws {
        try #require(fault.text != fault.base)
        let error = #expect(throws: FileError.self) { try file(fault.text) }
        let text = try #require(error?.description)
        #expect(text.hasPrefix("F:\(fault.place): "), "\(text)")
        #expect(text.contains(fault.says), "\(text)")
        #expect(!text.contains("\n"))
    }

    @Test func theTemplateSetsNothingAndEachOfItsExamplesIsRight() throws {
        for text in ["", "# nothing\n", "---\n", SettingsTemplate.text] { #expect(try file(text).entries.isEmpty) }
        #expect(try Set(file(Self.filledTemplate).entries.keys) == Set(SettingKey.allCases))
    }

    @Test func theFileIsTheOperatorsAlone() throws {
        let folder = try TemporaryFolder()
        #expect(try Settings.file(directory: folder.path) == nil)
        #expect(try Settings.file(directory: nil) == nil)
        let path = try folder.write("arm: rover\n", to: "config.yaml")
        chmod(path, 0o644)
        #expect(try Settings.file(directory: folder.path)?.entries[.arm]?.value == "rover")
        chmod(path, 0o666)
        let error = #expect(throws: SettingsError.self) { try Settings.file(directory: folder.path) }
        #expect(error?.description.contains("chmod go-w") == true)
        let read = SettingsRead(directory: folder.path)
        #expect(read.error == error && read.settings == Settings.builtIn && !read.hasFile)
    }

    @Test func itIsNoMapping() throws {
        let folder = try TemporaryFolder()
        chmod(try folder.write("arm: rover\n", to: "config.yaml"), 0o644)
        let library = Library(directory: folder.path, rows: SDLRowSources())
        #expect(!library.mappings().contains { $0.name == "config" })
        #expect(throws: FileError.self) { try library.mapping("config") }
        #expect(throws: FileError.self) { try MappingFile("config", in: library) }
        #expect(MappingFile.name(for: "Config") == "my-pad")
        let report = try library.check("config")[0].report
        #expect(report == "\(folder.path)/config.yaml: defaults\n  arm       rover\n")
        #expect(try library.check(folder.path + "/config.yaml")[0].report == report)
        #expect(library.problems(known: KnownSensors(directory: nil)).isEmpty)
    }

    @Test func whateverTheBytesThereIsAValueOrAnErrorWithAPlace() {
        var generator = SeededGenerator(11)
        let tokens = [
            "arm: ", "shield", ":", "\n", "none", "~/", "/", "- ", "{", "}", "[", "&a ", "*a", "!!str ", "\"", "'", "#",
            "panel: ", "1:2", "\u{0}", "\u{1b}", "\u{2028}", "---\n", "record: ", ".yaml", "demo", "\t", "|\n", "é",
        ]
        var (values, errors) = (0, 0)
        func read(_ bytes: [UInt8]) {
            do throws(FileError) {
                let file = try SettingsFile(try FileText.decode(bytes, "F"), path: "F", home: "/h")
                values += 1
                for (key, entry) in file.entries {
                    #expect(entry.line >= 1 && entry.value != "none" && entry.value?.isEmpty != true)
                    if [.record, .survey].contains(key), let path = entry.value {
                        #expect(path.hasPrefix("/") && path.hasSuffix("/"))
                    }
                }
            } catch {
                errors += 1
                #expect((error.line ?? 1) >= 1 && (error.column ?? 1) >= 1 && !error.description.contains("\n"))
            }
        }
        for _ in HostileTime.rounds(3_000) {
            read((0..<Int.random(in: 0...80, using: &generator)).map { _ in .random(in: 0...255, using: &generator) })
            let count = Int.random(in: 1...12, using: &generator)
            read((0..<count).flatMap { _ in Array(tokens.randomElement(using: &generator)!.utf8) })
            var bytes = Array(Samples.settings.utf8)
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let end = min(bytes.count, place + 4)
            bytes.replaceSubrange(place..<end, with: tokens.randomElement(using: &generator)!.utf8)
            read(bytes)
        }
        #expect(values > 300 && errors > 3_000)
    }
}
