import ArgumentParser
import WaldoApp
import WaldoBlueZ
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTime

/// `waldo send`: sends one frame to a shield, to try an arm by hand.
struct SendCommand: EventLoopCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send one frame to a shield.",
        discussion: """
                waldo send 'R10>'                       # the arm moves at once
                waldo send 5231303e                     # the same, as bytes
                waldo send --override 'R10>'            # shown, not sent

            An argument that is an even number of hexadecimal digits is bytes, anything else is text as it stands. \
            The arm moves at once: keep clear of it.
            """)

    @OptionGroup(title: "Arm options") var shield: ShieldOptions

    @Flag(help: "Take the argument as text, whatever it looks like.")
    var text = false

    @Argument(help: "What to send: text, or bytes in hexadecimal.")
    var frame: String

    /// As long as `waldo scan` listens.
    private static let patience: TimeSpan = .seconds(8)

    func run() throws {
        Diagnostics.begin(verbosity: shield.verbose)
        let settings = try Settings.forCommand()
        let arm = try shield.connected(Library().arm(settings, given: shield.arm).value)
        let bytes = (text ? nil : HexText.bytes(of: frame)) ?? Array(frame.utf8)
        guard !bytes.isEmpty, bytes.count <= arm.link.max, let frame = Frame(bytes) else {
            throw Failure(
                .usage, "one write to the arm “\(arm.name)” holds 1 to \(arm.link.max) bytes, not \(bytes.count)"
            )
        }
        let digits = HexText.text(of: bytes, separator: " ")
        guard !shield.override else { return StandardStreams.writeOutput("would send \(digits)") }
        // A default shield is looked for, and not named.
        let named = shield.shield.flatMap { $0 == Settings.none ? nil : $0 }
        let options = PeripheralLink.Options(
            peripheral: named, usual: shield.shield == nil ? settings.value(.shield) : nil,
            adapter: settings.value(.adapter, given: shield.adapter), bonded: shield.bonded,
            stays: shield.stay, patience: Self.patience)
        switch arm.link {
        case .bluetooth(let profile):
            try OneTask.run { try await Self.send(frame, to: arm, profile, options) }
        case .serial(let profile): try OneTask.run { try await PortSending.send(frame, to: arm, profile) }
        }
        StandardStreams.writeOutput("sent \(digits)")
    }

    @LoopActor
    private static func send(
        _ frame: Frame, to arm: Arm, _ profile: BluetoothProfile, _ options: PeripheralLink.Options
    ) async throws {
        let link = PeripheralLink(
            profile: profile, pacing: arm.pacing, longestFrame: frame.count, options: options)
        let sending = Sending()
        link.delegate = sending
        link.start()
        defer { link.close() }
        while !sending.isSent || link.unsentBytes > 0 {
            if let failure = sending.failure { throw failure }
            if sending.isUp, !sending.isSent {
                sending.isSent = link.write(frame, isZero: false).isSent
            }
            try await Loop.sleep(for: .milliseconds(10))
        }
        guard sending.isUp else {
            throw Failure(.link, "the link was lost while sending: check what the arm did, and send it again")
        }
    }

    /// How far the frame has come.
    @LoopActor
    private final class Sending: PeripheralLinkDelegate {
        var isUp = false, isSent = false
        var failure: BlueZError?

        func link(_ link: PeripheralLink, didReport report: PeripheralLink.Report) {
            switch report {
            case .state(.up): isUp = true
            case .state(.connecting(let shield)): Diagnostics.write("Connecting to \(shield)")
            case .state(.scanning): Diagnostics.write("Looking for the shield")
            case .state(.waiting), .state(.lost), .gone: isUp = false
            case .refused: isSent = false
            case .missed(let wanted, let heard): Diagnostics.write(SendCommand.words(wanted, heard))
            case .failed(let error): failure = error
            case .opened, .ready, .flow, .notified, .heard: break
            }
        }
    }

    /// What is heard while the shield is not, for an operator who may have its name wrong.
    private static func words(_ wanted: String, _ heard: [Peripheral]) -> String {
        let seconds = patience.microseconds / 1_000_000
        guard !heard.isEmpty else { return "Nothing is heard yet; looking for \(seconds) seconds" }
        let names = heard.map(\.name).filter { !$0.isEmpty }
        return "No shield \(wanted) is heard yet, but \(heard.map(\.description).joined(separator: ", "))"
            + Spelling.hint(wanted, among: names + heard.map(\.address))
    }
}
