import Foundation
import Testing
import WaldoTestSupport
import WaldoTesting

/// What a viewer and the driver can do with surveys at the panel of a drive with a sensor, tried on the built program.
@Suite(.serialized) struct PanelSurveyPrincipalTests {
    private let record = AttemptRecord(of: "PanelSurveyPrincipalTests")

    @Test func viewerAndDriverCanDoWhatThePageSays() async throws {
        let files = try SurveyFiles()
        try files.writeWalk(lines: 20)
        let made = try await files.survey("import", "walk.LOG", "--to", "walk.gpkg")
        try #require(made.status == 0, "\(made.errors)")
        let drive = try ChildProcess(
            try BuiltProgram.path("waldo"),
            ["drive", "--override", "--plain", "--input", "panel", "--sensor", "demo", "--panel", "127.0.0.1:0"],
            in: files.folder.path)
        defer { drive.close() }
        let port = try await drive.loopbackPort()
        let driver = try PanelPage(port: port, keepsHeard: true), viewer = try PanelPage(port: port, keepsHeard: true)
        defer { for page in [driver, viewer] { page.close() } }
        let list = try await answer(of: "surveys", to: #"{"do":"surveys"}"#, driver)
        let number = try #require(list.firstMatch(of: #/"list":([0-9]+)/#)?.1, "\(list)")
        try await share(#""list":\#(number),"item":0"#, driver, viewer)
        let export = #"{"do":"export","list":\#(number),"item":0,"as":"csv"}"#
        func exported() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: files.folder.path).count { $0.hasSuffix(".csv") }
        }
        let refusal = try await answer(of: "said", to: export, viewer)
        try #require(refusal.contains("only the page that drives"), "\(refusal)")
        record.add(
            .viewer, "export a survey", may: false, did: try exported() > 0, "Only the page that drives exports.")
        for _ in 0..<24 { _ = try await answer(of: "said", to: export, driver) }
        try #require(try exported() >= 20)
        record.add(
            .driver, "fill the disk by exports", may: false, did: try exported() > 20,
            "20 in a drive, one at a time, while twice the survey's size and 100 MB stay free.")
        try record.compareWithPage()
    }

    /// A viewer disturbs the driver's surveys and alarms.
    private func share(_ item: String, _ driver: PanelPage, _ viewer: PanelPage) async throws {
        let open = #"{"do":"open",\#(item),"slot":1}"#
        func isRefused(_ messages: [String], _ words: String) async throws -> Bool {
            for message in messages {
                guard try await answer(of: "said", to: message, viewer).contains(words) else { return false }
            }
            return true
        }
        let opens = [open, #"{"do":"close","slot":1}"#], words = "only that page opens and closes surveys"
        try await record.add(
            .viewer, "open another survey for all pages, or close one", may: false, did: !isRefused(opens, words),
            "While a page drives, only that one opens and closes surveys.")
        try await record.add(
            .viewer, "acknowledge an alarm for all pages", may: false,
            did: !isRefused([#"{"do":"acknowledge","alarm":"high"}"#], "only that page acknowledges alarms"),
            "While a page drives, only that one acknowledges.")
        _ = try await answer(of: "streams", to: open, driver)
        let route = #"{"do":"route","slot":1,"stream":0,"fx":0,"fy":0,"tx":1000,"ty":1000,"dose":1000,"time":100}"#
        var refusals: [String] = []
        for number in 1...4 {
            viewer.say(route, times: 40)
            viewer.say(#"{"do":"surveys"}"#, times: 40)
            try #require(viewer.ping())
            let said = try await answer(of: "said", to: #"{"do":"note",\#(item),"text":"\#(number)"}"#, driver)
            if !said.contains("note \(number) added") { refusals.append(said) }
        }
        record.add(
            .viewer, "keep the driver from his surveys by asking for routes and lists", may: false,
            did: !refusals.isEmpty,
            "Of 40 at once one waits, and what the driver asks for goes before it: each of 4 notes is added.")
    }

    /// Sends a message, and waits for the next text of this kind.
    private func answer(of kind: String, to message: String, _ page: PanelPage) async throws -> String {
        _ = page.takeHeard()
        page.say(message)
        var heard = ""
        return try await waitUntil("an answer to \(message)", within: .seconds(30)) {
            guard page.ping() else { return nil }
            heard += page.takeHeard()
            return heard.contains("\"kind\":\"\(kind)\"") ? heard : nil
        }
    }
}
