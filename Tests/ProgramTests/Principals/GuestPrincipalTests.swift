import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

/// What a guest can do at the panel of a drive, tried on the built program.
@Suite(.serialized) struct GuestPrincipalTests {
    private let record = AttemptRecord(of: "GuestPrincipalTests")
    private let drive: TokenDrive

    init() async throws { drive = try await TokenDrive() }

    @Test func aGuestCanDoWhatThePageSays() async throws {
        record.add(
            .guest, "load the panel's page", may: true, did: PanelRequest("/", port: drive.port).status() == 200,
            "The page asks for the token, and shows nothing of the drive.")
        record.add(
            .guest, "connect without a token", may: false, did: socket(nil) == 101, "403 at once.")
        record.add(
            .guest, "connect with a guessed token", may: false, did: socket("open-sesame-12346") == 101,
            "403 after a second, for each connection; one message to the operator for each address.")
        record.add(
            .guest, "connect from a page of another origin, with the token", may: false,
            did: socket(TokenDrive.token, origin: "http://evil.example") == 101, "403.")
        let other = "evil.example:\(drive.port)"
        record.add(
            .guest, "connect by a name that is not the panel's, with the token", may: false,
            did: socket(TokenDrive.token, host: other, origin: "http://\(other)") == 101, "421.")
        let assets = ["/roads.json", "/tile?z=1&x=1&y=1"].map { PanelRequest($0, port: drive.port).status() }
        record.add(
            .guest, "fetch the map under a survey", may: false, did: assets != [403, 403], "403 without the token.")
        record.add(
            .guest, "keep out somebody with the token by guessing", may: false, did: !isLetInBesideGuesses(),
            "240 guesses from the same address at once; the right token is let in each of 30 times.")
        try await record.add(
            .guest, "stop the arm", may: false,
            did: drive.reportsStop {
                sayStop(behind: PanelRequest("/drive?token=wrong", port: drive.port, isSocket: true))
            },
            "Nothing that comes without the token reaches the drive.")
        record.add(
            .guest, "occupy all places of Foxglove's server", may: false, did: !isLetIntoFoxgloveBesideGuests(),
            "40 connections without its token; all eight places go to those who have it.")
        #expect(!drive.showsToken)
        try record.compareWithPage()
    }

    private func socket(_ token: String?, host: String? = nil, origin: String? = nil) -> Int? {
        let target = "/drive" + (token.map { "?token=\($0)" } ?? "")
        return PanelRequest(target, port: drive.port, isSocket: true, host: host, origin: origin).status()
    }

    private func isLetIntoFoxgloveBesideGuests() -> Bool {
        func request(_ token: String) -> PanelRequest {
            PanelRequest(
                "/?token=" + token, port: drive.foxglove, isSocket: true,
                headers: ["Sec-WebSocket-Protocol: foxglove.sdk.v1"])
        }
        var sockets = (0..<40).map { _ in request("wrong").send() }
        defer { for socket in sockets where socket >= 0 { close(socket) } }
        return (0..<8).allSatisfy { _ in
            let client = request(TokenDrive.foxgloveToken), socket = client.send()
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
                guesses.append(PanelRequest(target, port: drive.port, isSocket: true).send())
            }
            return socket(TokenDrive.token) == 101
        }
    }
}
