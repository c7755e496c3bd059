import Foundation
import Glibc
import Testing
import WaldoMeter
import WaldoTestSupport
import WaldoTime

/// What a guest, a viewer and the driver can do at the panel of a drive, tried on the built program.
@Suite(.serialized) final class PanelPrincipalTests {
    private static let token = "open-sesame-12345", foxgloveToken = "open-sesame-67890"
    private let record = AttemptRecord(of: "PanelPrincipalTests")
    private let folder: TemporaryFolder
    private let drive: ChildProcess
    private let port: UInt16, foxglove: UInt16
    /// When a page that holds its slider beside another has said so last, and the longest time between.
    private var saidLast = ContinuousClock.now, longestSilence = Duration.zero

    init() async throws {
        folder = try TemporaryFolder()
        let file = try folder.write(Self.token + "\n", to: "token")
        let other = try folder.write(Self.foxgloveToken + "\n", to: "foxglove-token")
        for file in [file, other] { chmod(file, 0o600) }
        drive = try ChildProcess(
            try BuiltProgram.path("waldo"),
            [
                "drive", "--override", "--plain", "--input", "panel", "--panel", "127.0.0.1:0", "--panel-token-file",
                file, "--foxglove", "127.0.0.1:0", "--foxglove-token-file", other,
            ])
        port = try await Self.port(of: drive)
        foxglove = try await Self.port(of: drive, behind: "for Foxglove: ")
    }

    private static func port(of drive: ChildProcess, behind words: String = "the panel is at ") async throws -> UInt16 {
        let line = try await drive.waitForErrorLine(containing: words)
        let number = line.firstMatch(of: #/127\.0\.0\.1:([0-9]+)/#)?.1
        return try #require(number.flatMap { UInt16($0) }, "\(line)")
    }

    deinit { drive.close() }

    @Test func everybodyAtThePanelCanDoWhatThePageSays() async throws {
        try await guest()
        let driver = try PanelPage(port: port, token: Self.token, keepsHeard: true)
        let viewer = try PanelPage(port: port, token: Self.token, keepsHeard: true)
        defer { for page in [driver, viewer] { page.close() } }
        try await self.viewer(viewer, beside: driver)
        try await self.driver(driver, beside: viewer)
        try await surveys()
        #expect(!(drive.lines + drive.errorLines).contains { $0.contains(Self.token) })
        try record.compareWithPage()
    }

    private func socket(_ token: String?, host: String? = nil, origin: String? = nil) -> Int? {
        let target = "/drive" + (token.map { "?token=\($0)" } ?? "")
        return PanelRequest(target, port: port, isSocket: true, host: host, origin: origin).status()
    }

    // MARK: the guest

    private func guest() async throws {
        record.add(
            .guest, "load the panel's page", may: true, did: PanelRequest("/", port: port).status() == 200,
            "The page asks for the token, and shows nothing of the drive.")
        record.add(
            .guest, "connect without a token", may: false, did: socket(nil) == 101, "403 at once.")
        record.add(
            .guest, "connect with a guessed token", may: false, did: socket("open-sesame-12346") == 101,
            "403 after a second, for each connection; the operator is told once for each address.")
        record.add(
            .guest, "connect from a page of another origin, with the token", may: false,
            did: socket(Self.token, origin: "http://evil.example") == 101, "403.")
        record.add(
            .guest, "connect by a name that is not the panel's, with the token", may: false,
            did: socket(Self.token, host: "evil.example:\(port)", origin: "http://evil.example:\(port)") == 101, "421.")
        let assets = ["/roads.json", "/tile?z=1&x=1&y=1"].map { PanelRequest($0, port: port).status() }
        record.add(
            .guest, "fetch the map under a survey", may: false, did: assets != [403, 403], "403 without the token.")
        record.add(
            .guest, "keep out somebody with the token by guessing", may: false, did: !isLetInBesideGuesses(),
            "240 guesses from the same address at once; the right token is let in each of 30 times.")
        try await record.add(
            .guest, "stop the arm", may: false,
            did: hasEvent { sayStop(behind: PanelRequest("/drive?token=wrong", port: port, isSocket: true)) },
            "Nothing that comes without the token reaches the drive.")
        record.add(
            .guest, "occupy all places of Foxglove's server", may: false, did: !isLetIntoFoxgloveBesideGuests(),
            "40 connections without its token; all eight places go to those who have it.")
    }

    private func isLetIntoFoxgloveBesideGuests() -> Bool {
        func request(_ token: String) -> PanelRequest {
            PanelRequest(
                "/?token=" + token, port: foxglove, isSocket: true,
                headers: ["Sec-WebSocket-Protocol: foxglove.sdk.v1"])
        }
        var sockets = (0..<40).map { _ in request("wrong").send() }
        defer { for socket in sockets where socket >= 0 { close(socket) } }
        return (0..<8).allSatisfy { _ in
            let client = request(Self.foxgloveToken), socket = client.send()
            sockets.append(socket)
            return client.status(on: socket) == 101
        }
    }

    /// Sends what a page's STOP sends behind a request, without waiting for the answer.
    private func sayStop(behind request: PanelRequest) {
        let socket = request.send(), text = Array(#"{"do":"stop"}"#.utf8)
        let frame: [UInt8] = [0x81, 0x80 | UInt8(text.count), 0, 0, 0, 0] + text
        send(socket, frame, frame.count, CInt(MSG_NOSIGNAL))
        _ = request.status(on: socket)
        close(socket)
    }

    private func isLetInBesideGuesses() -> Bool {
        var guesses: [CInt] = []
        defer { for guess in guesses { close(guess) } }
        return (0..<30).allSatisfy { number in
            for other in 0..<8 {
                let target = "/drive?token=wrong-token-\(number)-\(other)"
                guesses.append(PanelRequest(target, port: port, isSocket: true).send())
            }
            return socket(Self.token) == 101
        }
    }

    // MARK: the viewer

    private func viewer(_ viewer: PanelPage, beside driver: PanelPage) async throws {
        try await record.add(
            .viewer, "move the arm", may: false, did: moves(viewer), "What his fingers do is ignored.")
        try await record.add(
            .viewer, "stop the arm", may: true, did: hasEvent { viewer.pressStop() },
            "An emergency stop, as by anybody who sees the arm.")
        viewer.say(#"{"do":"resume"}"#)
        try await record.add(
            .viewer, "release the stop and have the driver move", may: false, did: moves(driver),
            "Only the driver resumes.")
        driver.say(#"{"do":"resume"}"#)
        try await record.add(
            .viewer, "take over while the driver's finger is down", may: false, did: takesOver(viewer, from: driver),
            "The request is dropped.")
        driver.say(#"{"do":"let go","control":0}"#)
    }

    /// Whether a viewer takes over while the driver holds the slider.
    /// - Throws: `NoVerdict` if the driver's messages came too seldom: a page that is silent holds nothing.
    private func takesOver(_ viewer: PanelPage, from driver: PanelPage) async throws -> Bool {
        for _ in 0..<5 {
            driver.say(#"{"do":"drive"}"#)
            try #require(try await moves(driver, holding: true))
            longestSilence = .zero
            driver.say(#"{"do":"slider","control":0,"at":1000}"#)
            saidLast = ContinuousClock.now
            viewer.say(#"{"do":"drive"}"#)
            guard try await moves(viewer, beside: driver) else { return false }
            guard longestSilence > .milliseconds(200) else { return true }
        }
        throw NoVerdict("a finger that stays down", withheld: .milliseconds(200))
    }

    // MARK: the driver

    private func driver(_ driver: PanelPage, beside viewer: PanelPage) async throws {
        try await record.add(
            .driver, "move the arm", may: true, did: moves(driver), "Within the limits of the arm's file.")
        viewer.say(#"{"do":"stop"}"#)
        driver.say(#"{"do":"resume"}"#)
        try await record.add(
            .driver, "move the arm while another holds STOP", may: false, did: moves(driver), "STOP is held.")
        for message in ["let go of stop", "drive", "resume"] { viewer.say("{\"do\":\"\(message)\"}") }
        try await record.add(
            .driver, "keep others from taking over while his fingers are up", may: false, did: !moves(viewer),
            "Another page takes over.")
    }

    // MARK: surveys

    /// A viewer and the driver want something of a survey of the folder, in a drive with a sensor.
    private func surveys() async throws {
        let files = try SurveyFiles()
        try files.writeWalk(lines: 20)
        let made = try await files.survey("import", "walk.LOG", "--to", "walk.gpkg")
        try #require(made.status == 0, "\(made.errors)")
        let drive = try ChildProcess(
            try BuiltProgram.path("waldo"),
            ["drive", "--override", "--plain", "--input", "panel", "--sensor", "demo", "--panel", "127.0.0.1:0"],
            in: files.folder.path)
        defer { drive.close() }
        let port = try await Self.port(of: drive)
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

    // MARK: what happens

    /// Whether the arm is moved by a page that holds the slider, after it was let go of for long enough.
    /// - Parameters:
    ///   - holding: whether the finger stays down.
    ///   - other: a page that goes on holding the slider half way, and must not be mistaken for it.
    private func moves(_ page: PanelPage, holding: Bool = false, beside other: PanelPage? = nil) async throws -> Bool {
        // A drive that is about to move has moved after a second; a change of the driver takes half of one.
        for _ in 0..<3 {
            page.say(#"{"do":"let go","control":0}"#)
            try await pass(.milliseconds(400), page, #"{"do":"beat"}"#, beside: other)
            _ = page.takeHeard()
            let since = drive.lines.count
            try await pass(.milliseconds(400), page, #"{"do":"slider","control":0,"at":-1000}"#, beside: other)
            // The drive sends all pages what it has written, and prints it.
            let hasMoved =
                page.takeHeard().contains("\"423e\"")
                || drive.lines.dropFirst(since).contains { $0.contains("\"423e\"") }
            if !holding || !hasMoved { page.say(#"{"do":"let go","control":0}"#) }
            if hasMoved { return true }
        }
        return false
    }

    /// Has a page say something again and again for so long, and each time until the drive has answered: it has then
    /// done what follows from it, however slow the machine is.
    private func pass(
        _ span: Duration, _ page: PanelPage, _ message: String, beside other: PanelPage?
    ) async throws {
        let begin = ContinuousClock.now
        var answers = 0
        while answers < 8 || ContinuousClock.now - begin < span {
            page.say(message)
            if let other {
                other.say(#"{"do":"slider","control":0,"at":1000}"#)
                longestSilence = max(longestSilence, ContinuousClock.now - saidLast)
                saidLast = ContinuousClock.now
            }
            try #require(page.ping())
            answers += 1
            try await Task.sleep(for: .milliseconds(50))
        }
        // What was done last comes with the next state.
        for _ in 0..<4 {
            try #require(page.ping())
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Whether the drive reports a stop after this was done.
    private func hasEvent(_ act: () -> Void) async throws -> Bool {
        let since = drive.lines.count
        act()
        for _ in 0..<20 {
            if drive.lines.dropFirst(since).contains(where: { $0.contains("\"event\":\"stop\"") }) { return true }
            try await Task.sleep(for: .milliseconds(25))
        }
        return false
    }
}
