import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// What `waldo survey check` finds: each thing that was changed, by the row that has it.
struct CheckTests {
    /// The samples of stream 0: 0 in the world, 1 in the arm's workspace, 2 without a place.
    private static let world: Int64 = 1024 << 32, arm: Int64 = 1024 << 32 | 1, nowhere: Int64 = 1024 << 32 | 2

    @Test(arguments: [
        ("UPDATE sample_world SET value = value + 1", "row \(world) of sample_world differs from its sample: value"),
        (
            "UPDATE sample_world SET time = '2026-11-22T17:00:09.500Z'",
            "row \(world) of sample_world differs from its sample: time"
        ),
        ("UPDATE sample_arm SET geom = zeroblob(29)", "row \(arm) of sample_arm differs from its sample: place"),
        (
            "UPDATE sample_arm SET geom = (SELECT geom FROM sample_world), sigma = NULL",
            "row \(arm) of sample_arm differs from its sample: place, sigma"
        ),
        (
            "UPDATE sample_world SET unit = 'Sv/h', stream = 'place'",
            "row \(world) of sample_world differs from its sample: stream, unit"
        ),
        (
            "UPDATE sample_world SET flags = 0, flag_names = ''",
            "row \(world) of sample_world differs from its sample: flags"
        ),
        (
            "UPDATE sample_world SET accuracy = 0.1, run = 2",
            "row \(world) of sample_world differs from its sample: accuracy, run"
        ),
        ("DELETE FROM sample_world", "sample \(world) is missing in sample_world"),
        ("UPDATE sample_arm SET id = \(nowhere)", "row \(nowhere) of sample_arm belongs to no sample of this layer"),
        ("UPDATE sample_arm SET id = 5", "row 5 of sample_arm belongs to no sample of this layer"),
        ("UPDATE sample SET x = x + 1 WHERE seq = 0", "row \(world) of sample_world differs from its sample: place"),
        (
            "UPDATE sample SET utc = utc + 1000000 WHERE seq = 1",
            "row \(arm) of sample_arm differs from its sample: time"
        ),
        (
            "UPDATE run SET sensor = 's: 2'",
            "run 1: its hash does not match its sensor, graph, arm, rules for places and version"
        ),
        (
            "UPDATE run SET version = '9'",
            "run 1: its hash does not match its sensor, graph, arm, rules for places and version"
        ),
        (
            "UPDATE run SET graph = NULL",
            "run 1: its hash does not match its sensor, graph, arm, rules for places and version"
        ),
        (
            "UPDATE run SET hash = upper(hash)",
            "run 1: its hash does not match its sensor, graph, arm, rules for places and version"
        ),
        ("UPDATE survey SET graph = 'other'", "survey 1: its sensor, graph or arm is not that of run 1"),
    ]) func aDifferenceIsFound(_ statement: String, _ finding: String) throws {
        let store = try TamperedStore()
        #expect(try StoreReader(path: try store.copy([])).check() == [])
        let findings = try StoreReader(path: try store.copy([statement])).check()
        #expect(findings.contains(finding), "\(findings)")
    }

    @Test func theFirstRowsAreNamedAndTheRestIsCounted() throws {
        let folder = try TemporaryFolder()
        let store = try HandDrivenStore(in: folder)
        store.writer.stream(0, Fixtures.streams[0])
        for number in 0..<100 { store.writer.sample(Fixtures.sample(Int64(number), place: Fixtures.fix.place)) }
        try store.finish()
        let editor = try StoreEditor(path: store.path)
        for number in 1...4 {
            try editor.connection.execute("DROP TRIGGER rtree_sample_world_geom_update\(number)")
        }
        try editor.connection.execute("UPDATE sample_world SET value = -1")
        try editor.close()
        var parts: [Double] = []
        let findings = try StoreReader(path: store.path).check { parts.append($0) }
        #expect(
            findings
                == (0..<5).map { "row \(Self.world + Int64($0)) of sample_world differs from its sample: value" }
                + ["95 more rows of sample_world are wrong in such a way"])
        #expect(parts.count >= 100 && parts == parts.sorted() && parts.last == 1)
    }
}
