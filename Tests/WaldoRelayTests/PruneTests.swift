import Glibc
import Testing
import WaldoStore
import WaldoTestSupport

@testable import WaldoRelay

/// `waldo survey prune` beside a relay's ledger.
@Suite struct PruneTests {
    private func prune(_ path: String, _ arguments: String...) async throws -> (status: CInt, says: String) {
        let waldo = try ChildProcess(
            try BuiltProgram.path("waldo"), ["survey", "prune", path, "--survey", "1", "--yes"] + arguments)
        defer { waldo.close() }
        return (try await waldo.exitStatus(), (waldo.errorLines + waldo.lines).joined())
    }

    private func acknowledge(_ sample: SampleSurvey, but missing: Int64 = 0) throws {
        let ledger = try RelayLedger(path: RelayLedger.path(for: sample.path))
        try ledger.setStatus("mqtt://a:1883", RelayLedger.Status())
        for batch in try sample.batches(rows: 100_000) {
            try ledger.setCursor("mqtt://a:1883", of: sample.survey.text, batch.stream, batch.last - missing)
        }
    }

    @Test func withoutALedgerNothingIsAsked() async throws {
        let sample = try SampleSurvey(samples: 20)
        #expect(try await prune(sample.path).status == 0)
        #expect(access(RelayLedger.path(for: sample.path), F_OK) != 0)
    }

    @Test func whatNoDatabaseHasIsKept() async throws {
        let sample = try SampleSurvey(samples: 20)
        try acknowledge(sample, but: 1)
        let refused = try await prune(sample.path)
        #expect(refused.status == 64 && refused.says.contains("5 raw rows"), "\(refused)")
        #expect(try StoreReader(path: sample.path).surveys().first?.pruned == nil)
        let forced = try await prune(sample.path, "--even-unacknowledged")
        #expect(forced.status == 0, "\(forced)")
    }

    @Test func whatADatabaseHasIsDeleted() async throws {
        let sample = try SampleSurvey(samples: 20)
        try acknowledge(sample)
        let done = try await prune(sample.path)
        #expect(done.status == 0, "\(done)")
    }

    @Test func aDamagedLedgerIsNoProof() async throws {
        let sample = try SampleSurvey(samples: 20)
        try sample.folder.write(String(repeating: "no database ", count: 500), to: "s.relay")
        let refused = try await prune(sample.path)
        #expect(refused.status == 65 && refused.says.contains("ledger is damaged"), "\(refused)")
        #expect(try await prune(sample.path, "--even-unacknowledged").status == 0)
    }
}
