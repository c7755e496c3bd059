import Glibc
import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoFiles

/// Where the wizard's mappings are written, and how.
@Suite struct MappingFileTests {
    private let folder: TemporaryFolder
    private let library: Library

    init() throws {
        folder = try TemporaryFolder()
        library = Library(directory: folder.path + "/waldo", rows: SDLRowSources(environment: ""))
    }

    private func clear(_ names: String...) {
        for name in names { unlink("\(folder.path)/waldo/\(name)") }
        rmdir("\(folder.path)/waldo")
    }

    private static let text = try! readFile(SourceModule.projectFolder + "/Mappings/gamepad.yaml")

    @Test(arguments: [
        ("Microsoft X-Box 360 pad", "microsoft-x-box-360-pad"), ("  Ünï  ", "n"), ("", "my-pad"), ("///", "my-pad"),
        ("../../etc/passwd", "etc-passwd"), (String(repeating: "a", count: 99), String(repeating: "a", count: 40)),
    ]) func aNameIsMadeOfTheInputs(input: String, name: String) throws {
        #expect(MappingFile.name(for: input) == name)
        _ = try MappingFile(name, in: library)
    }

    @Test(arguments: ["two words", "", "-x", "é", "a.b", ".hidden"]) func whatIsNoNameIsRefused(name: String) {
        #expect(throws: FileError.self) { try MappingFile(name, in: library) }
    }

    @Test func itIsWrittenWholeForItsOwnerAloneAndFoundByItsName() throws {
        defer { clear("mine.yaml") }
        let file = try MappingFile("mine", in: library)
        try file.write(Self.text, replaces: false)
        #expect(try library.mappingText("mine") == Self.text)
        var status = stat()
        try #require(stat(file.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        let names = try #require(opendir(folder.path + "/waldo"))
        defer { closedir(names) }
        var count = 0
        while readdir(names) != nil { count += 1 }
        #expect(count == 3, "something is left beside the file, `.` and `..`")
    }

    @Test func whatIsNoRegularFileIsNeverReplaced() throws {
        let path = folder.path + "/pipe.yaml"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let file = try MappingFile(path, in: library)
        #expect(throws: FileError.self) { try file.check(replaces: true) }
        #expect(throws: FileError.self) { try file.write(Self.text, replaces: true) }
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test func aFileIsKeptUnlessItMayBeReplaced() throws {
        defer { clear("mine.yaml") }
        let file = try MappingFile("mine", in: library)
        try file.write("first\n", replaces: false)
        #expect(throws: FileError.self) { try file.write("second\n", replaces: false) }
        #expect(try readFile(file.path) == "first\n")
        try file.write("second\n", replaces: true)
        #expect(try readFile(file.path) == "second\n")
    }

    @Test func aFreeNameIsNeitherTakenNorAShippedOne() throws {
        defer { clear("mine.yaml") }
        try MappingFile("mine", in: library).write(Self.text, replaces: false)
        #expect(try MappingFile.free("mine", in: library).path.hasSuffix("/mine-2.yaml"))
        #expect(try MappingFile.free("gamepad", in: library).path.hasSuffix("/gamepad-2.yaml"))
    }

    /// A link planted there may not lead the text elsewhere.
    @Test func aLinkIsReplacedAndNotFollowed() throws {
        defer { clear("mine.yaml") }
        mkdir(folder.path + "/waldo", 0o700)
        let victim = try folder.write("keep\n", to: "victim")
        try #require(symlink(victim, folder.path + "/waldo/mine.yaml") == 0)
        let file = try MappingFile("mine", in: library)
        #expect(file.exists)
        #expect(throws: FileError.self) { try file.write("x\n", replaces: false) }
        try file.write("x\n", replaces: true)
        let texts = try [readFile(victim), readFile(file.path)]
        #expect(texts == ["keep\n", "x\n"])
    }

    @Test func aDirectoryThatOthersMayWriteIsRefused() throws {
        defer { clear("mine.yaml") }
        mkdir(folder.path + "/waldo", 0o700)
        chmod(folder.path + "/waldo", 0o777)
        let error = #expect(throws: FileError.self) {
            try MappingFile("mine", in: library).write(Self.text, replaces: false)
        }
        #expect(error?.description.contains("chmod go-w") == true)
        #expect(access(folder.path + "/waldo/mine.yaml", F_OK) != 0, "what cannot be used is not left there")
    }

    @Test func aPathIsWrittenWhereItIs() throws {
        let file = try MappingFile(folder.path + "/here.yaml", in: library)
        try file.write("x\n", replaces: false)
        #expect(try folder.read("here.yaml") == "x\n")
        let nowhere = try MappingFile(folder.path + "/no/such.yaml", in: library)
        #expect(throws: FileError.self) { try nowhere.write("x\n", replaces: false) }
    }

    // MARK: what is written

    private static let pad = InputDescription(
        identity: InputIdentity(bus: 3, vendor: 0x810, product: 1, version: 1, port: "", name: "A \"pad\"\\"),
        kind: .gamepad, axes: [], keyCodes: [])

    @Test func everythingFoundIsRead() throws {
        let findings = WizardFindings(
            controls: [
                (WizardControl("slider", .slider("slider")), .slider(.axis(AxisSource(1, centre: -700, invert: true)))),
                (
                    WizardControl("joystick", .joystick(x: "zx", y: "zy")),
                    .joystick(.axes(x: AxisSource(3), y: AxisSource(4, centre: 131, invert: true)))
                ),
            ], deadZones: [5, 10], stop: 0x131, resume: 0x13b, recentre: nil, park: 0x130)
        let made = WizardMapping(findings, of: Self.pad, arm: "Robot\n# evil: true")
        let mapping = try made.mapping(file: "x")
        #expect(mapping.slider.source == .axis(AxisSource(1, centre: -700, invert: true)), "\(made.text)")
        #expect(mapping.joystick?.source == .axes(x: AxisSource(3), y: AxisSource(4, centre: 131, invert: true)))
        #expect(mapping.keys.stop == [0x131] && mapping.keys.resume == [0x13b] && mapping.keys.recentre.isEmpty)
        #expect(mapping.keys.park == [0x130])
        #expect(mapping.match.vendor == 0x810 && mapping.match.products == [1] && mapping.match.bus == 3)
    }

    @Test func theChannelsOfAnyArmAreMovedByTheirNames() throws {
        let controls = WizardControl.list(for: .eight)
        let sources: [WizardFindings.Source?] = [
            .slider(.halves(forward: AxisSource(5, rest: .minimum), backward: AxisSource(2, rest: .maximum))),
            .joystick(.keys(up: [0x220], down: [0x221], left: [0x222], right: [0x223])),
            .slider(.keys(forward: [0x130], backward: [0x133])), nil, .slider(.axis(AxisSource(0))), nil, nil,
        ]
        let findings = WizardFindings(
            controls: zip(controls, sources).map { ($0, $1) }, deadZones: [8, 10, 5, 5, 5, 5, 5], stop: 0x131,
            resume: 0x13b,
            recentre: 0x13a)
        let mapping = try WizardMapping(findings, of: Self.pad, arm: "eight").mapping(file: "x")
        #expect(mapping.controls.map(\.name) == ["slider", "joystick", "left", "lift"])
        #expect(Arm.eight.problem(with: mapping) == nil)
        let moved = mapping.controls.flatMap { $0.references.map(\.channel) }
        #expect(moved == ["slider", "zx", "zy", "left", "lift"].map { ChannelReference.name($0) })
        guard case .slider(let slider, _) = mapping.controls[0].kind else { return #expect(Bool(false)) }
        #expect(slider.shaping.deadZone == 0.08)
        #expect(slider.source == findings.controls[0].source.flatMap { if case .slider(let s) = $0 { s } else { nil } })
    }

    /// Of every shipped arm with a hand that can be moved.
    @Test func theDirectionsOfAHandAreReadAsTheyWereWritten() throws {
        var names: [String] = []
        for entry in Library(directory: nil).arms() {
            let arm = try entry.content.get()
            guard let controls = WizardControl.hand(of: arm) else { continue }
            names.append(entry.name)
            let sources: [WizardFindings.Source] = controls.indices.map { index in
                let code = UInt16(2 * index)
                return controls[index].isJoystick
                    ? .joystick(.axes(x: AxisSource(code), y: AxisSource(code + 1, invert: true)))
                    : .slider(.axis(AxisSource(code)))
            }
            let findings = WizardFindings(
                controls: zip(controls, sources).map { ($0, $1) }, deadZones: controls.map { _ in 10 }, stop: 0x131,
                resume: 0x13b, recentre: nil)
            let mapping = try WizardMapping(findings, of: Self.pad, arm: arm.name).mapping(file: "x")
            #expect(mapping.controls.map(\.name) == controls.map(\.name))
            #expect(arm.problem(with: mapping) == nil && arm.mismatches(with: mapping).isEmpty, "\(entry.name)")
            let moved = mapping.controls.flatMap { $0.references.map(\.channel) }
            #expect(moved.starts(with: [.hand(.turn, rate: -40), .hand(.reach, rate: 60), .hand(.height, rate: 60)]))
        }
        #expect(names.contains("mearm") && names.contains("so101") && !names.contains("robot"), "\(names)")
    }
}
