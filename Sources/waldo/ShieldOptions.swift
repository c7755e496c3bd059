import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles

/// The options of every command that talks to a shield.
struct ShieldOptions: ParsableArguments {
    @Option(help: "The arm: a name (see `waldo arms`) or a file. Default: robot.", completion: .arms)
    var arm: String?

    @Option(help: "The shield's address or name, when more than one is in reach.")
    var shield: String?

    @Option(help: "The arm's serial port, where it has one. Default: that of the arm's file.", completion: .file())
    var port: String?

    @Option(help: "The Bluetooth adapter. Default: the first that is powered.")
    var adapter: String?

    @Flag(help: "Drive only a shield that is bonded with this machine.")
    var bonded = false

    @Flag(help: "Leave the shield connected at the end.")
    var stay = false

    @Flag(help: "Run everything and show it, transmit nothing.")
    var override = false

    @Flag(name: .shortAndLong, help: "Log more to standard error; twice: everything.")
    var verbose: Int

    /// The options that say how the arm is reached, and whether each was given.
    var ofLink: [(name: String, isGiven: Bool)] {
        [
            ("shield", shield != nil), ("port", port != nil), ("adapter", adapter != nil), ("bonded", bonded),
            ("stay", stay),
        ]
    }

    /// An arm with the port that was given.
    /// - Throws: `Failure` with status 64 for options that its link does not have.
    func connected(_ arm: Arm) throws(Failure) -> Arm {
        var arm = arm
        switch arm.link {
        case .bluetooth:
            guard port == nil else {
                throw Failure(.usage, "--port: \(Self.sentence(arm, "over Bluetooth"))")
            }
        case .serial(var profile):
            // A sensor beside the arm may need the adapter.
            let foreign = ofLink.filter { $0.name != "port" && $0.name != "adapter" }
            if let other = foreign.first(where: \.isGiven) {
                throw Failure(.usage, "--\(other.name): \(Self.sentence(arm, "by a serial port"))")
            }
            if let port { profile.path = port }
            arm.link = .serial(profile)
        }
        return arm
    }

    private static func sentence(_ arm: Arm, _ link: String) -> String {
        "the arm “\(arm.name)” is connected \(link); leave the option out, or name another arm by --arm"
    }
}

extension InputChoice: ExpressibleByArgument {}
extension StartPosition: ExpressibleByArgument {}
