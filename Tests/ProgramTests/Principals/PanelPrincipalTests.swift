import Testing
import WaldoMeter
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// What a viewer and the driver can do with the arm at the panel of a drive, tried on the built program.
@Suite(.serialized) final class PanelPrincipalTests {
    private let record = AttemptRecord(of: "PanelPrincipalTests")
    private let drive: TokenDrive
    /// When a page that holds its slider beside another has said so last, and the longest time between.
    private var saidLast = ContinuousClock.now, longestSilence = Duration.zero

    init() async throws { drive = try await TokenDrive() }

    @Test func viewerAndDriverCanDoWhatThePageSays() async throws {
        let driver = try PanelPage(port: drive.port, token: TokenDrive.token, keepsHeard: true)
        let viewer = try PanelPage(port: drive.port, token: TokenDrive.token, keepsHeard: true)
        defer { for page in [driver, viewer] { page.close() } }
        try await self.viewer(viewer, beside: driver)
        try await self.driver(driver, beside: viewer)
        #expect(!drive.showsToken)
        try record.compareWithPage()
    }

    private func viewer(_ viewer: PanelPage, beside driver: PanelPage) async throws {
        try await record.add(
            .viewer, "move the arm", may: false, did: moves(viewer), "What his fingers do is ignored.")
        try await record.add(
            .viewer, "stop the arm", may: true, did: drive.reportsStop { viewer.pressStop() },
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
            let since = drive.child.lines.count
            try await pass(.milliseconds(400), page, #"{"do":"slider","control":0,"at":-1000}"#, beside: other)
            // The drive sends all pages what it has written, and prints it.
            let hasMoved =
                page.takeHeard().contains("\"423e\"")
                || drive.child.lines.dropFirst(since).contains { $0.contains("\"423e\"") }
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
}
