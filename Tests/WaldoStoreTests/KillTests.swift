import Glibc
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// What a process leaves that is killed while it writes.
struct KillTests {
    /// A process that writes a reading a millisecond, killed after some; and what it had handed over by then.
    private func killed(_ folder: TemporaryFolder) async throws -> [(number: Int, at: Int64)] {
        let child = try ChildProcess(try BuiltProgram.path("waldo-store-probe"), ["steady", folder.path + "/s.gpkg"])
        try await child.waitForLine { $0.hasPrefix("400 ") }
        child.send(signal: SIGKILL)
        _ = try await child.exit()
        return child.lines.compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let number = Int(words[0]), let at = Int64(words[1]) else { return nil }
            return (number, at)
        }
    }

    @Test func killingLosesAtMost100MillisecondsAndLeavesAPrefix() async throws {
        // The bound is the store's; a machine that does not run its thread can break it, but not three times.
        var lost: [Int64] = []
        for _ in 0..<3 {
            let folder = try TemporaryFolder()
            let given = try await killed(folder)
            let reader = try StoreReader(path: folder.path + "/s.gpkg")
            #expect(try reader.check() == [])
            var stored = 0, first = true
            try reader.events(of: 1) { event, at in
                if first {
                    first = false
                    return event == .clock(utc: 1_795_366_800_000_000)
                }
                let bytes = (0..<4).map { UInt8(truncatingIfNeeded: stored >> ($0 * 8)) }
                #expect(event == .bytes(channel: 0, bytes))
                if stored < given.count { #expect(at.microseconds == given[stored].at) }
                stored += 1
                return true
            }
            let session = try #require(try reader.surveys().first?.sessions.first)
            #expect(session.ending == .open && session.accounts.first?.stored == Int64(stored) * 4)
            // Samples lie between the readings in the ring: one for each ten, without any of the lost readings.
            let samples = try #require(session.runs.first?.samples)
            #expect((Int64(stored) / 10...Int64(stored) / 10 + 1).contains(samples))
            let last = try #require(given.last)
            lost.append(stored < given.count ? last.at - given[stored].at : 0)
            if lost.last! <= 100_000 { break }
        }
        #expect(lost.min()! <= 100_000, "lost \(lost) us")
    }

    @Test func aKilledFileIsContinuedAndThenWhole() async throws {
        let folder = try TemporaryFolder()
        _ = try await killed(folder)
        var description = Fixtures.description
        (description.arm, description.graph, description.sensor) = (nil, nil, .init(name: "probe", text: "probe"))
        description.method = nil
        let writer = try StoreWriter.append(path: folder.path + "/s.gpkg", description: description)
        #expect(writer.recovered && writer.session == 2)
        #expect(writer.finish(within: .seconds(60)))
        let reader = try StoreReader(path: folder.path + "/s.gpkg")
        let sessions = try #require(try reader.surveys().first?.sessions)
        #expect(sessions.map(\.ending) == [.unclean, .clean] && sessions[0].end != nil)
        #expect(try reader.check() == [])
        #expect(access(folder.path + "/s.gpkg-wal", F_OK) != 0)
    }
}
