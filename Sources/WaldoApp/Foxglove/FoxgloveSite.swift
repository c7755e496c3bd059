import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel
import WaldoTeleop

/// Live data for Foxglove: its server, and what feeds it. Nothing is computed while nobody is subscribed.
@LoopActor
final class FoxgloveSite: FoxgloveServerDelegate {
    private let wanted: FoxglovePlan
    private let server: FoxgloveServer
    /// The drive's topics; nil: there is no drive.
    private(set) var drive: FoxgloveDrive?
    /// The survey's topics; nil: there is no survey.
    private(set) var survey: FoxgloveSurvey?

    /// Starts to listen.
    /// - Parameter name: what Foxglove shows as the server's name.
    /// - Throws: why it cannot listen at the address.
    init(_ wanted: FoxglovePlan, name: String) throws(Failure) {
        self.wanted = wanted
        do {
            server = try FoxgloveServer(
                wanted.address, name: "waldo \(Version.current), \(name)",
                session: "\(WallClock.now())", token: wanted.token, origins: wanted.origins)
        } catch {
            throw Failure(
                .output, error.sentence(listeningAt: wanted.address, for: "Foxglove", option: "--foxglove"))
        }
        server.delegate = self
    }

    /// Tells the operator what to open in Foxglove.
    func invite() { for line in wanted.invitation(at: server.address.reachable) { Diagnostics.write(line) } }

    /// Feeds it with a drive, whose topics appear when its mapping is known.
    func addDrive() -> FoxgloveDrive {
        let drive = FoxgloveDrive(server)
        self.drive = drive
        return drive
    }

    /// Feeds it with a survey, whose topics appear with its streams.
    func addSurvey(_ survey: LiveSurvey) {
        let topics = FoxgloveSurvey(server, of: survey)
        self.survey = topics
        survey.add(topics)
    }

    func subscribed(to channel: Int) {
        drive?.subscribed(to: channel)
        survey?.subscribed(to: channel)
    }

    func noticed(_ sentence: String) { Diagnostics.write("waldo: warning: \(sentence)") }

    /// Sends what is left, and closes all connections.
    func close() {
        survey?.close()
        server.close()
    }
}

extension MessageTopic {
    /// The topic as a channel of a Foxglove server.
    var channel: FoxgloveChannel { FoxgloveChannel(topic: name, schemaName: type, schema: schema) }
}
