import Testing
import WaldoTestSupport

/// The rooms' imports, held to the table: arrows point down to the core and to C, never between sister rooms.
@Suite struct ImportsTests {
    static let standard: Set<String> = ["Glibc", "Synchronization"]

    /// What each room may import of the project and of others, beside the standard library.
    static let table: [String: Set<String>] = [
        "WaldoCore": [],
        "WaldoLoop": ["CWaldoShims"],
        "WaldoInput": ["CLibevdev", "CWaldoShims", "WaldoLoop", "WaldoCore"],
        "WaldoBus": ["CDBus", "CWaldoShims", "WaldoLoop"],
        "WaldoBlueZ": ["WaldoBus", "WaldoLoop", "WaldoCore"],
        "WaldoFiles": ["Yams", "CLibevdev", "WaldoLoop", "WaldoCore"],
        "WaldoTerminal": ["WaldoLoop", "WaldoCore"],
        "WaldoPanel": ["WaldoLoop", "WaldoCore"],
        "WaldoTeleop": ["WaldoCore", "WaldoLoop"],
        "WaldoApp": [
            "WaldoCore", "WaldoLoop", "WaldoInput", "WaldoBlueZ", "WaldoFiles", "WaldoTerminal", "WaldoTeleop",
            "WaldoPanel", "Logging",
        ],
        "waldo": [
            "WaldoApp", "WaldoCore", "WaldoLoop", "WaldoInput", "WaldoBlueZ", "WaldoFiles", "ArgumentParser",
        ],
    ]

    /// A fact that the table tells of single files.
    static let onlyIn: [(room: String, module: String, files: [String])] = [
        ("WaldoCore", "Glibc", ["Polar.swift"]),
        ("WaldoCore", "Synchronization", []),
        ("WaldoFiles", "CLibevdev", ["EvdevNames.swift"]),
        ("WaldoBlueZ", "CDBus", []),
    ]

    func rooms() throws -> [SourceRoom] { try SourceRoom.all() }

    @Test func everyRoomIsInTheTable() throws {
        let names = try rooms().filter { !$0.files.isEmpty }.map(\.name)
        #expect(Set(names) == Set(Self.table.keys))
    }

    @Test func noRoomImportsWhatItMayNot() throws {
        for room in try rooms() {
            guard let allowed = Self.table[room.name] else { continue }
            for file in room.files {
                let foreign = file.imports.subtracting(allowed).subtracting(Self.standard)
                #expect(foreign.isEmpty, "\(file.path) imports \(foreign.sorted())")
            }
        }
    }

    @Test func someModulesBelongToSingleFiles() throws {
        for (name, module, files) in Self.onlyIn {
            let room = try #require(try rooms().first { $0.name == name })
            let users = room.files.filter { $0.imports.contains(module) }.map(\.name)
            #expect(users.sorted() == files, "\(name) imports \(module)")
        }
    }

    @Test func onlyOneRoomSpeaksOfBlueZ() throws {
        for room in try rooms() where room.name != "WaldoBlueZ" {
            for file in room.files { #expect(!file.text.contains("org.bluez"), "\(file.path)") }
        }
    }
}
