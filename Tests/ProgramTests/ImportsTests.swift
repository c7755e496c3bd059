import Testing
import WaldoTestSupport

/// Checks the modules' imports against the table: arrows point down to the core, to times and to C, never between
/// sister modules.
@Suite struct ImportsTests {
    static let standard: Set<String> = ["Glibc", "Synchronization"]

    /// What each module may import from the project and from elsewhere, besides the standard library.
    static let table: [String: Set<String>] = [
        "WaldoTime": [],
        "WaldoCore": ["WaldoTime"],
        "WaldoSurvey": ["WaldoCore", "WaldoTime"],
        "WaldoLoop": ["CWaldoShims", "WaldoTime"],
        "WaldoInput": ["CLibevdev", "CWaldoShims", "WaldoLoop", "WaldoCore", "WaldoTime"],
        "WaldoBus": ["CDBus", "CWaldoShims", "WaldoLoop", "WaldoTime"],
        "WaldoBlueZ": ["WaldoBus", "WaldoLoop", "WaldoCore", "WaldoSurvey", "WaldoTime"],
        "WaldoSerial": ["CWaldoShims", "WaldoLoop", "WaldoCore", "WaldoTime"],
        "WaldoFiles": ["CLibevdev", "CYaml", "WaldoLoop", "WaldoCore", "WaldoSurvey", "WaldoTime"],
        "WaldoStore": ["CSQLite", "CWaldoShims", "WaldoLoop", "WaldoCore", "WaldoSurvey", "WaldoTime"],
        "WaldoTerminal": ["WaldoLoop", "WaldoCore", "WaldoTime"],
        "WaldoPanel": ["CWaldoPanel", "CZlib", "WaldoLoop", "WaldoCore", "WaldoTime"],
        "WaldoTeleop": ["WaldoCore", "WaldoLoop", "WaldoTime"],
        "WaldoSimulator": ["WaldoCore", "WaldoSurvey", "WaldoTime"],
        "WaldoMap": ["CZlib", "WaldoCore", "WaldoSurvey", "WaldoTime"],
        "WaldoApp": [
            "WaldoCore", "WaldoLoop", "WaldoInput", "WaldoBlueZ", "WaldoFiles", "WaldoTerminal", "WaldoTeleop",
            "WaldoPanel", "WaldoMap", "WaldoSerial", "WaldoSimulator", "WaldoStore", "WaldoSurvey", "WaldoTime",
            "Logging",
        ],
        "WaldoRelay": [
            "CCurl", "CMosquitto", "CPQ", "WaldoBus", "WaldoCore", "WaldoFiles", "WaldoLoop", "WaldoStore",
            "WaldoSurvey", "WaldoTerminal", "WaldoTime",
        ],
        "WaldoCommands": ["WaldoCore", "WaldoFiles", "ArgumentParser"],
        "waldo-relay": [
            "WaldoCommands", "WaldoCore", "WaldoFiles", "WaldoLoop", "WaldoRelay", "WaldoTerminal", "ArgumentParser",
        ],
        "waldo": [
            "WaldoApp", "WaldoCommands", "WaldoCore", "WaldoLoop", "WaldoInput", "WaldoBlueZ", "WaldoFiles",
            "WaldoMap", "WaldoSerial", "WaldoSimulator", "WaldoSurvey", "WaldoTime", "ArgumentParser",
        ],
    ]

    /// What the table says about single files.
    static let onlyIn: [(module: String, imported: String, files: [String])] = [
        ("WaldoCore", "Glibc", ["AxialSnap.swift", "Polar.swift"]),
        ("WaldoCore", "Synchronization", []),
        ("WaldoSurvey", "Glibc", []),
        ("WaldoSurvey", "Synchronization", []),
        ("WaldoTime", "Glibc", []),
        ("WaldoTime", "Synchronization", []),
        ("WaldoSimulator", "Glibc", []),
        ("WaldoSimulator", "Synchronization", []),
        ("WaldoFiles", "CLibevdev", ["EvdevNames.swift"]),
        ("WaldoFiles", "CYaml", ["YamlParser.swift"]),
        ("WaldoMap", "CZlib", ["PNGFile.swift"]),
        ("WaldoPanel", "CWaldoPanel", ["PanelPage.swift"]),
        ("WaldoPanel", "CZlib", ["Gzip.swift"]),
        ("WaldoBlueZ", "CDBus", []),
    ]

    func modules() throws -> [SourceModule] { try SourceModule.all() }

    @Test func everyModuleIsInTheTable() throws {
        let names = try modules().filter { !$0.files.isEmpty }.map(\.name)
        #expect(Set(names) == Set(Self.table.keys))
    }

    @Test func aModuleImportsWhatTheTableNamesAndNothingElse() throws {
        for module in try modules() {
            guard let allowed = Self.table[module.name] else { continue }
            for file in module.files {
                let foreign = file.imports.subtracting(allowed).subtracting(Self.standard)
                #expect(foreign.isEmpty, "\(file.path) imports \(foreign.sorted())")
            }
            let unused = allowed.subtracting(module.files.flatMap(\.imports))
            #expect(unused.isEmpty, "\(module.name) does not import \(unused.sorted())")
        }
    }

    @Test func someModulesBelongToSingleFiles() throws {
        for (name, imported, files) in Self.onlyIn {
            let module = try #require(try modules().first { $0.name == name })
            let users = module.files.filter { $0.imports.contains(imported) }.map(\.name)
            #expect(users.sorted() == files, "\(name) imports \(imported)")
        }
    }

    @Test func onlyOneModuleSpeaksOfBlueZ() throws {
        for module in try modules() where module.name != "WaldoBlueZ" {
            for file in module.files { #expect(!file.text.contains("org.bluez"), "\(file.path)") }
        }
    }
}
