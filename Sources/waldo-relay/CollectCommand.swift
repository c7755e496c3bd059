import ArgumentParser
import Glibc
import WaldoFiles
import WaldoRelay

/// `waldo-relay collect --from mqtts://... --to postgres://...`: stores what stations publish.
struct CollectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collect",
        abstract: "Store what stations publish to a broker in a database, until it is interrupted.",
        discussion: """
                waldo-relay collect --from mqtts://broker.example \\
                    --to postgres://collector@db.example/waldo

            It keeps nothing itself: any number of collectors may run, each with its shards, and one that is killed is \
            started again. Stations learn from it what the database has committed, and send again what it has not. While \
            the database is gone it takes nothing from the broker, and goes on by itself when the database is back.

            The database needs the schema (`waldo-relay schema URL`), and the user the role waldo_collector.
            """)

    @Option(help: ArgumentHelp("The broker: mqtts://HOST[:PORT], or mqtt:// without encryption.", valueName: "url"))
    var from: String

    @Option(help: ArgumentHelp("The database: postgres://USER@HOST/DATABASE.", valueName: "url"))
    var to: String

    @Option(help: "The surveys to take, by the first hexadecimal digits of their UUIDs: 0-7, or 0-3,c-f. Default: all.")
    var shards: String?

    @Flag(help: "Print the account each second as a JSON object.")
    var json = false

    @OptionGroup var broker: BrokerOptions

    @OptionGroup var database: DatabaseOptions

    func run() throws {
        Interruption.watch(within: 2)
        MemoryLimit.set()
        let broker = try broker.plan(from, client: Self.client)
        let plan = try DatabasePlan(to, for: .storing, passwords: database.passwords)
        let shards = try shards.map { text throws(Failure) in try Shards(text) } ?? .every
        try CollectRun(from: broker, to: plan, shards: shards, json: json).run()
    }

    /// A name that no other client has, nor can foresee: a broker ends the connection of the first of two.
    private static var client: String { "waldo-collect-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))" }
}
