import Foundation
import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoFiles

/// Time zones, and what a local clock shows in them. Python's zoneinfo has computed the numbers.
@Suite struct LocalZoneTests {
    private static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// A file of a zone, RFC 8536: a block of version 1 without anything, and one of version 2.
    private static func file(
        _ changes: [(at: Int, type: Int)], offsets: [Int], rule: String, version: Character = "2"
    ) -> [UInt8] {
        func block(_ changes: [(at: Int, type: Int)], _ offsets: [Int], _ size: Int) -> [UInt8] {
            var bytes = Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
            for count in [0, 0, 0, changes.count, offsets.count, 4] { bytes += bigEndian(count, 4) }
            bytes += changes.flatMap { bigEndian($0.at, size) } + changes.map { UInt8($0.type) }
            bytes += offsets.flatMap { bigEndian($0, 4) + [0, 0] }
            return bytes + Array("XXX\0".utf8)
        }
        if version == "\0" { return block(changes, offsets, 4) }
        return block([], [0], 4) + block(changes, offsets, 8) + Array("\n\(rule)\n".utf8)
    }

    /// Berlin's changes of 2025, and its rule.
    static let berlin = file(
        [(1_743_296_400, 1), (1_761_440_400, 0)], offsets: [3_600, 7_200], rule: "CET-1CEST,M3.5.0,M10.5.0/3")

    private static let hour: Int64 = 3_600_000_000

    private func utc(_ text: String) throws -> Int64 { try #require(CalendarTime.utc(text.utf8, zone: 0)) }

    @Test func offsetsFollowTheFileAndThenItsRule() throws {
        let zone = try #require(ZoneFile(Self.berlin))
        for (at, offset) in [
            (0, 3_600), (1_743_296_399, 3_600), (1_743_296_400, 7_200), (1_761_440_399, 7_200), (1_761_440_400, 3_600),
            (1_782_864_000, 7_200), (1_796_083_200, 3_600), (2_540_246_400, 7_200),
        ] {
            #expect(zone.offset(at: at) == offset, "\(at)")
        }
        // Without a rule the last change holds for good, as in files of version 1.
        let old = try #require(
            ZoneFile(Self.file([(1_743_296_400, 1)], offsets: [3_600, 7_200], rule: "", version: "\0")))
        #expect(old.offset(at: 1_743_296_399) == 3_600 && old.offset(at: 2_540_246_400) == 7_200)
    }

    @Test(
        arguments: [
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", [39_600, 36_000, 36_000, 39_600]),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", [0, 3_600, 3_600, 3_600]),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", [-7_200, -3_600, -3_600, -3_600]),
            ("<+0330>-3:30", [12_600, 12_600, 12_600, 12_600]),
            ("EST5EDT,M3.2.0,M11.1.0", [-18_000, -14_400, -14_400, -14_400]),
            ("EST5EDT,M3.2.0/2:00:00,J305", [-18_000, -14_400, -14_400, -14_400]), ("UTC0", [0, 0, 0, 0]),
            ("XXX0YYY1,0,59", [-3_600, 0, 0, 0]),
        ] as [(String, [Int])]) func rules(text: String, offsets: [Int]) throws
    {
        let rule = try #require(ZoneRule(text.utf8))
        // The fifteenth of January, April, July and October 2050, at noon.
        #expect([2_525_860_800, 2_533_636_800, 2_541_499_200, 2_549_448_000].map(rule.offset(at:)) == offsets)
    }

    @Test(arguments: [
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", [(2_532_528_000, 36_000), (2_548_252_800, 39_600)]),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", [(2_531_955_600, -3_600), (2_550_704_400, -7_200)]),
        ("EST5EDT,M3.2.0,M11.1.0", [(2_530_767_600, -14_400), (2_551_327_200, -18_000)]),
    ]) func changesOfARuleAreToTheSecond(text: String, changes: [(Int, Int)]) throws {
        let rule = try #require(ZoneRule(text.utf8))
        for (place, (at, offset)) in changes.enumerated() {
            #expect(rule.offset(at: at) == offset && rule.offset(at: at - 1) == changes[1 - place].1)
        }
    }

    @Test(arguments: [
        "", "CE-1", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
        "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/3x", "CET-25", "CET-1:60", "<>0", "<AB0",
        "CET-1CEST,J0,J366",
        "CET-1CEST,366,1", "CET-1CEST,M3.5.0/168,M10.5.0",
    ]) func whatIsNoRule(_ text: String) { #expect(ZoneRule(text.utf8) == nil) }

    // MARK: local clocks

    @Test(arguments: [
        ("01:59:59", ["25T23:59:59"]), ("02:00:00", ["26T00:00:00", "26T01:00:00"]),
        ("02:59:59", ["26T00:59:59", "26T01:59:59"]), ("03:00:00", ["26T02:00:00"]),
    ])
    func anHourThatAClockShowsTwiceIsTwoTimes(shown: String, expected: [String]) throws {
        let zone = try #require(LocalZone(Self.berlin, name: "Europe/Berlin"))
        let found = zone.times(showing: try utc("2025-10-26T\(shown)"))
        let times = try expected.map { try utc("2025-10-\($0)") }
        #expect(found.first == times[0] && found.later == (times.count > 1 ? times[1] : nil))
    }

    @Test func anHourThatClocksPassOverCountsOnFromBeforeIt() throws {
        let zone = try #require(LocalZone(Self.berlin, name: "Europe/Berlin"))
        let shown = ["01:59:00", "02:10:00", "02:50:00", "03:10:00"]
        let found = try shown.map { zone.times(showing: try utc("2025-03-30T\($0)")) }
        let expected = try ["00:59:00", "01:10:00", "01:50:00", "01:10:00"].map { try utc("2025-03-30T\($0)") }
        #expect(found.map(\.first) == expected && found.allSatisfy { $0.later == nil })
    }

    @Test(
        arguments: [
            ("utc", 0), ("UTC", 0), ("Z", 0), ("+02:00", 2), ("-0930", -9.5), ("+05:45", 5.75),
        ] as [(String, Double)])
    func fixedOffsets(name: String, hours: Double) throws {
        let found = try LocalZone(name).times(showing: 20 * Self.hour)
        #expect(found.first == 20 * Self.hour - Int64(hours * Double(Self.hour)) && found.later == nil)
    }

    @Test(arguments: [
        "", "Europe/Berln", "../../../etc/passwd", "/etc/passwd", "Europe/", "Europe", "+2", "+25:00", "a b",
    ])
    func whatIsNoZone(_ name: String) {
        #expect {
            try LocalZone(name)
        } throws: { error in
            // A directory has a name of a zone and is none.
            error is FileError && (name == "Europe" || "\(error)".contains("such as +02:00 or -03:30"))
        }
    }

    private static let hasZones = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/America/New_York")

    /// The system's own files against Foundation's.
    @Test(
        .enabled(if: hasZones, "there is no /usr/share/zoneinfo"),
        arguments: ["Europe/Berlin", "America/New_York", "Australia/Sydney", "Asia/Kathmandu"])
    func theSystemsZones(_ name: String) throws {
        let zone = try LocalZone(name), other = try #require(TimeZone(identifier: name))
        var generator = SeededGenerator(5)
        for _ in 0..<2_000 {
            let second = Int64.random(in: 946_684_800...2_145_916_800, using: &generator)
            let expected = other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
            #expect(zone.offset(at: second * 1_000_000) == expected, "\(name) \(second)")
        }
    }

    // MARK: anything

    @Test(arguments: [UInt64](1...4)) func fuzz(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        var values = 0, faults = 0
        let rules = ["CET-1CEST,M3.5.0,M10.5.0/3", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "XXX0YYY1,0,59", ""]
        for _ in HostileTime.rounds(3_000, cases: 4) {
            var bytes = Self.file(
                [(1_743_296_400, 1), (1_761_440_400, 0)], offsets: [3_600, 7_200],
                rule: rules.randomElement(using: &generator)!)
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = .random(in: 0...255, using: &generator)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 8))
                default: bytes.insert(contentsOf: bytes[..<place].suffix(9), at: place)
                }
                if bytes.isEmpty { break }
            }
            guard let zone = LocalZone(bytes, name: "fuzz") else {
                faults += 1
                continue
            }
            values += 1
            for _ in 0..<20 {
                let shown = Int64.random(in: CalendarTime.span, using: &generator)
                let found = zone.times(showing: shown)
                #expect((found.first - shown).magnitude <= UInt64(27 * Self.hour))
                #expect(((found.later ?? shown) - shown).magnitude <= UInt64(27 * Self.hour))
            }
        }
        #expect(values > 100 && faults > 100, "\(values) \(faults)")
    }
}
