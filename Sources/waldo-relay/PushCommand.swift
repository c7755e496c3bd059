import ArgumentParser
import Glibc
import WaldoCore
import WaldoFiles
import WaldoRelay

/// `waldo-relay push FILE URL`: sends a survey's file until the database has it.
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Send surveys from a file to a broker or a database, until the database has acknowledged them.",
        discussion: """
                waldo-relay push walk.gpkg mqtts://broker.example --follow
                waldo-relay push walk.gpkg postgres://collector@db.example/waldo

            The file is only read, also while `waldo survey` writes it. What the database has is noted in a file beside it, \
            walk.relay for walk.gpkg, so the folder must be writable; from there the next push goes on. A broker that takes a row is no proof: only what \
            the collector has committed counts, and everything else is sent again.

            A survey that is marked as not for upload is never sent, and nothing is sent on a metered network without \
            --metered.
            """)

    @Argument(
        help: "A file of `waldo survey --to` or `waldo survey import`; for https:// a bGeigie log, too.",
        completion: .file(extensions: ["gpkg", "log", "LOG"]))
    var file: String

    @Argument(
        help: ArgumentHelp(
            """
            The broker: mqtts://HOST[:PORT], or mqtt:// without encryption; or the database: \
            postgres://USER@HOST/DATABASE; or an import of bGeigie logs: https://HOST/PATH.
            """,
            valueName: "url"))
    var to: String

    @Flag(help: "Go on with what is added to the file, until it is interrupted.")
    var follow = false

    @Option(help: ArgumentHelp("The survey's number or UUID. Default: all of the file.", valueName: "survey"))
    var survey: String?

    @Option(
        help: ArgumentHelp(
            "The name of the station. Default: the user of --credentials, or without it the name of this machine.",
            valueName: "name"))
    var station: String?

    @Flag(help: "Send surveys of a simulated sensor, too.")
    var evenSimulated = false

    @Flag(help: "Send on a metered network, too.")
    var metered = false

    @Option(help: ArgumentHelp("Give up after so long without an acknowledgement, unless it follows.", valueName: "s"))
    var patience = 60

    @Option(help: ArgumentHelp("Read lines of JSON about the station from standard input: `-`.", valueName: "file"))
    var state: String?

    @Flag(help: "Print how it stands each second as a JSON object.")
    var json = false

    @Flag(help: "Print how it stands as lines without control characters.")
    var plainProgress = false

    @Option(help: "A file of mode 0600 with the key of the https:// interface in its only line.", completion: .file())
    var apiKey: String?

    @OptionGroup var broker: BrokerOptions

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard state ?? "-" == "-" else { throw ValidationError("--state takes `-` alone: standard input") }
        guard patience > 0 else { throw ValidationError("--patience is a number of seconds above 0") }
        guard !json || !plainProgress else { throw ValidationError("choose one of --json and --plain-progress") }
    }

    func run() throws {
        guard !UploadAddress.isOne(to) else { return try upload() }
        guard apiKey == nil else { throw Failure(.usage, "--api-key belongs to an https:// address") }
        let destination = try destination
        let station = try destination.station(named: station)
        let isFree = metered || destination.isLoopback
        // What follows waits for another network.
        if !follow { try requireCheapNetwork(isLoopback: destination.isLoopback) }
        Interruption.watch(within: 1)
        MemoryLimit.set()
        let progress = PushProgress(json: json, plain: plainProgress, destination: destination.description)
        var plan = PushPlan(
            path: file, to: destination, follows: follow, survey: survey, includesSimulated: evenSimulated,
            readsState: state != nil, patience: patience, station: station)
        if !isFree { plan.isMetered = { NetworkCost.isMetered() } }
        let session = try PushSession(plan) { progress.say($0) }
        session.onChange = { progress.show($0) }
        defer { progress.end() }
        try session.run()
        progress.finish(file)
    }

    private func requireCheapNetwork(isLoopback: Bool) throws(Failure) {
        guard metered || isLoopback || !NetworkCost.isMetered() else {
            throw Failure(
                .link, "the network is metered, so nothing was sent; --metered sends all the same")
        }
    }

    /// Sends bGeigie logs to an interface of HTTP.
    private func upload() throws {
        let address = try UploadAddress(to)
        guard !follow, state == nil, station == nil, !evenSimulated, broker.credentials == nil, broker.cert == nil,
            broker.key == nil
        else {
            throw Failure(
                .usage, "an upload by https:// takes --survey, --api-key, --ca and --metered alone")
        }
        guard let apiKey else {
            throw Failure(.usage, "\(address) wants a key; give a file with it by --api-key")
        }
        let upload = try LogUpload(file, survey: survey, to: address, key: apiKey, authorities: broker.ca)
        try requireCheapNetwork(isLoopback: address.isLoopback)
        Interruption.watch(within: 1)
        try upload.run { print($0) }
    }

    private var destination: PushDestination {
        get throws(Failure) {
            guard DatabaseAddress.isOne(to) else { return .broker(try broker.plan(to)) }
            guard broker.isEmpty else {
                throw Failure(
                    .usage,
                    "--credentials, --ca, --cert and --key belong to a broker; a database has --passfile and its URL")
            }
            return .database(try DatabasePlan(to, for: .storing, passwords: database.passwords))
        }
    }
}
