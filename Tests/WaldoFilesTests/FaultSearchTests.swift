import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoFiles

/// `waldo check` tells every fault of a file, and none that is not one.
struct FaultSearchTests {
    private static let catalogue =
        [(Fault.ofArms + Fault.ofPoses + Fault.ofModels, YamlDocument.Subject.arm), (Fault.ofMappings, .mapping)]
        + [(Fault.ofGraphs, .graph)]

    private func read(_ subject: YamlDocument.Subject) -> (YamlValue) throws(FileError) -> Void {
        switch subject {
        case .arm: { (tree) throws(FileError) in _ = try ArmReader.arm(at: tree) }
        case .mapping: { (tree) throws(FileError) in _ = try MappingReader.mapping(at: tree) }
        case .sensor: { (tree) throws(FileError) in _ = try SensorReader.sensor(at: tree) }
        case .graph: { (tree) throws(FileError) in _ = try GraphReader.graph(at: tree) }
        case .settings: { (tree) throws(FileError) in _ = try SettingsFile(at: tree, path: "F", home: nil) }
        case .fence: { (tree) throws(FileError) in _ = try FenceReader().fence(tree) }
        }
    }

    /// The faults of a text; nil: it is no YAML.
    private func faults(_ text: String, _ subject: YamlDocument.Subject) -> [FileError]? {
        guard let root = try? YamlDocument.root(of: text, file: "F") else { return nil }
        return FaultSearch.faults(in: root, reading: read(subject))
    }

    @Test func aFaultInEachSectionIsTold() throws {
        let text = """
            nam: Test arm
            link:
              service: ffe
              write: ffe1
              respnse: true
            pacing: { interval: 20, zero repeats: 0 }
            channels:
              slider: { mode: speed, range: [-100, 100], heartbeat: 100 ms, frame: [0xA5, i8, sum8], send: x }
              zx: { mode: position, range: [-100], frame: "X{value}", colour: red }

            """
        let told = try #require(faults(text, .arm)).map { "\($0.line ?? 0):\($0.column ?? 0) \($0.sentence)" }
        let expected = [
            "1:1 the key `nam`", "3:12 `link.service`", "5:3 the key `respnse`", "6:21 `pacing.interval`",
            "6:39 `pacing.zero repeats`", "8:19 `channels.slider.mode`", "9:32 `channels.zx.range`",
            "9:59 the key `colour`",
        ]
        for fault in expected { #expect(told.contains { $0.hasPrefix(fault) }, "\(fault): \(told)") }
        #expect(told == told.sorted { $0.split(separator: ":").first! < $1.split(separator: ":").first! })
    }

    @Test func everyWrongDefaultIsTold() throws {
        let told = try #require(faults("arm: [1]\npanl: x\nrecord: relative\n", .settings))
        #expect(told.map { $0.line } == [1, 2, 2, 3], "\(told)")
    }

    @Test func aRightFileHasNone() throws {
        for shipped in ShippedFiles.arms { #expect(faults(shipped.text, .arm) == [], "\(shipped.name)") }
        for shipped in ShippedFiles.mappings { #expect(faults(shipped.text, .mapping) == [], "\(shipped.name)") }
        for shipped in ShippedFiles.sensors { #expect(faults(shipped.text, .sensor) == [], "\(shipped.name)") }
        for shipped in ShippedFiles.graphs { #expect(faults(shipped.text, .graph) == [], "\(shipped.name)") }
    }

    /// The fault that a drive refuses the file for is always among those that are told, in the same words.
    @Test func theFirstFaultIsTheReadersOwn() {
        var (files, count) = (0, 0)
        for (catalogue, subject) in Self.catalogue {
            for fault in catalogue {
                guard let root = try? YamlDocument.root(of: fault.text, file: "F") else { continue }
                var first: FileError?
                do throws(FileError) { try read(subject)(root) } catch { first = error }
                let told = FaultSearch.faults(in: root, reading: read(subject))
                #expect(first.map(told.contains) ?? told.isEmpty, "\(fault): \(told)")
                files += 1
                count += told.count
            }
        }
        // What follows from a fault alone is none of its own. One of the files has two.
        #expect(files > 200 && count == files + 1, "\(count) faults in \(files) files")
    }

    /// Two faults of one file are told both as a rule, and nothing that neither of them causes alone.
    @Test func twoFaultsAreToldAndNoThird() {
        var generator = SeededGenerator(1), pairs = 0, both = 0
        var wrong: [String] = []
        for (catalogue, subject) in Self.catalogue {
            for one in catalogue {
                // A fault whose text the first one has replaced cannot be found beside it.
                let others = catalogue.filter { $0.base == one.base && !one.new.contains($0.old) }
                guard let other = others.randomElement(using: &generator) else { continue }
                let text = Fault(one.text, other.old, other.new, "", "").text
                guard text != one.text, let alone = faults(one.text, subject), !alone.isEmpty,
                    let beside = faults(other.text, subject), !beside.isEmpty, let told = faults(text, subject)
                else { continue }
                pairs += 1
                let sentences = Set(told.map(\.sentence))
                let known = Set((alone + beside).map(\.sentence))
                if sentences.contains(where: { $0.contains(one.says) }),
                    sentences.contains(where: { $0.contains(other.says) })
                {
                    both += 1
                }
                if told.count > 1, !sentences.subtracting(known).isEmpty {
                    wrong.append("\(one) and \(other): \(sentences.subtracting(known))")
                }
            }
        }
        #expect(pairs > 200 && both * 2 > pairs)
        #expect(wrong == [])
    }

    @Test func itEndsWhateverTheFileIs() {
        var generator = SeededGenerator(2), count = 0
        let sources =
            ShippedFiles.arms.map { ($0.text, YamlDocument.Subject.arm) }
            + ShippedFiles.mappings.map { ($0.text, .mapping) }
            + ShippedFiles.sensors.map { ($0.text, .sensor) } + ShippedFiles.graphs.map { ($0.text, .graph) }
        for _ in 0..<600 {
            let (text, subject) = sources.randomElement(using: &generator)!
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = lines.indices.randomElement(using: &generator)!
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: lines.remove(at: place)
                case 1: lines.insert(lines.randomElement(using: &generator)!, at: place)
                case 2: lines[place] = lines[place].prefix { $0 != ":" } + ": 7"
                default: lines.swapAt(place, lines.indices.randomElement(using: &generator)!)
                }
                if lines.isEmpty { break }
            }
            guard let told = faults(lines.joined(separator: "\n"), subject) else { continue }
            count += 1
            #expect(told.count <= 100 && Set(told.map(\.description)).count == told.count)
        }
        #expect(count > 100)
    }
}
