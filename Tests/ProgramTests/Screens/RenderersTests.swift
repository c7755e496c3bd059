import Testing
import WaldoCore
import WaldoLoop
import WaldoPanel
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp

/// The same recording, fed to every renderer of a drive: each says the same of its link, its halts and its stop.
@Suite(.onLoop, .serialized) struct RenderersTests {
    /// What is true at a moment, and what the last command was.
    private struct Moment {
        /// Microseconds of the recording.
        var at: Int64
        var link: String, isStopped = false
        var halts: [String], bytes: String
        var station: (link: StationFacts.Link, stop: StationFacts.Stop)
    }

    @Test func everyRendererSaysTheSameOfALinkThatIsLost() async throws {
        try await compare(
            "link-lost-in-a-held-slider",
            [
                Moment(at: 300_000, link: "connected", halts: [], bytes: "463e", station: (.up, .running)),
                Moment(at: 700_000, link: "lost", halts: ["link-lost"], bytes: "463e", station: (.down, .halted)),
                Moment(
                    at: 2_290_000, link: "connected", halts: ["link-lost", "link-back"], bytes: "533e",
                    station: (.up, .halted)),
                Moment(
                    at: 3_530_000, link: "connected", halts: ["link-lost", "link-back"], bytes: "463e",
                    station: (.up, .running)),
            ])
    }

    /// The hand turns until the base is at its end, lets go, and turns there again.
    @Test func aJointAtItsEndIsSaidByEveryRendererThatHasWordsForIt() async throws {
        let folder = try TemporaryFolder(), path = folder.path + "/turn.jsonl"
        let script = GoldenScript(name: "turn", arm: "mearm", mapping: "keyboard-hand") { drive in
            drive.begin()
            for _ in 0..<2 {
                drive.stick("hand", -1, 0)
                drive.wait(4_000)
                drive.stick("hand", 0, 0)
                drive.wait(500)
            }
        }
        try await script.record(to: path)
        let drive = try await RenderedDrive(path, in: folder)
        try await drive.play(to: 4_000_000)
        #expect(await drive.rows.contains { $0.contains("base at its end") })
        try await drive.play(to: .max)
        let lines = try await drive.lines().filter { $0.contains(#""event":"joint""#) }
        #expect(lines.map { $0.contains(#""state":"ended","name":"base""#) } == [true, false, true, false], "\(lines)")
        #expect(lines.map { $0.contains(#""state":"free","name":"base""#) } == [false, true, false, true], "\(lines)")
        let recorded = try readFile(path).split(separator: "\n").count { $0.contains(#""event":"joint""#) }
        #expect(recorded == 4)
        await drive.close()
    }

    private func compare(_ name: String, _ moments: [Moment]) async throws {
        let folder = try TemporaryFolder()
        let drive = try await RenderedDrive("\(GoldenRecordingTests.folder)/\(name).jsonl", in: folder)
        let page = try PanelPage(port: try #require(await drive.panel?.address.port), keepsHeard: true)
        let client = try FoxgloveClient(port: await drive.foxglove.address.port)
        client.say(#"{"op":"subscribe","subscriptions":[{"id":1,"channelId":2},{"id":2,"channelId":5}]}"#)
        try await waitUntil("a subscriber") { await drive.foxglove.isWanted(5) ? true : nil }
        for moment in moments {
            try await drive.play(to: moment.at)
            try await check(moment, of: drive, page, client)
        }
        await drive.close()
    }

    private func check(_ moment: Moment, of drive: RenderedDrive, _ page: PanelPage, _ client: FoxgloveClient)
        async throws
    {
        let status = await drive.status
        #expect(status.isStopped == moment.isStopped && status.halts == moment.halts.count)

        let rows = await drive.rows.joined(separator: "\n")
        #expect(rows.contains(moment.link) && rows.contains("STOPPED") == moment.isStopped, "\(rows)")

        var said = ""
        try await waitUntil("the page: \(moment)", instead: { said }) {
            page.say(#"{"do":"beat"}"#)
            said = page.takeHeard()
            let isRight = [
                "\"link\":\"\(moment.link)\"", "\"halts\":\(moment.halts.count)", "\"stopped\":\(moment.isStopped)",
            ]
            .allSatisfy(said.contains)
            return isRight ? true : nil
        }

        let lines = try await drive.lines()
        let halts = lines.filter { $0.contains("\"event\":\"halt\"") }
        #expect(halts.count == moment.halts.count && zip(halts, moment.halts).allSatisfy { $0.contains("\"\($1)\"") })
        #expect(lines.last { $0.contains("\"event\":\"link\"") }?.contains("\"\(moment.link)\"") == true)
        #expect(lines.last { $0.contains("\"bytes\"") }?.contains("\"\(moment.bytes)\"") == true)

        try await waitUntil("Foxglove: \(moment)") {
            _ = client.read()
            return moment.halts.allSatisfy(client.hasHeard) && client.hasHeard(moment.bytes) ? true : nil
        }
        let facts = await drive.facts
        #expect(facts.mode == .live && (facts.link, facts.stop) == moment.station, "\(facts)")
    }
}
