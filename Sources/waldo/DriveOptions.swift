internal import ArgumentParser
internal import WaldoCore
internal import WaldoFiles
internal import WaldoInput

/// The input that `--input` names.
enum InputChoice: Equatable, ExpressibleByArgument {
    case evdev(InputSelection)
    case terminal
    case demo
    case panel

    init?(argument: String) {
        switch argument {
        case "": return nil
        case "keyboard": self = .evdev(.keyboard)
        case "terminal": self = .terminal
        case "demo": self = .demo
        case "panel": self = .panel
        default: self = .evdev(.device(argument))
        }
    }
}

/// The place that `--position` names, in units of the arm's channels.
struct Position: Equatable, ExpressibleByArgument {
    let x: Double, y: Double

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let x = Double(parts[0]), let y = Double(parts[1]), x.isFinite, y.isFinite else {
            return nil
        }
        self.x = x
        self.y = y
    }

    /// The arm, standing here.
    func applied(to arm: Arm) throws(Failure) -> Arm {
        var arm = arm
        for (channel, number) in [(Channel.zx, x), (Channel.zy, y)] {
            guard let profile = arm.channels[channel], profile.means == .position else {
                throw Failure(64, "--position: the arm “\(arm.name)” has no position on channel \(channel.name)")
            }
            var units = number
            for _ in 0..<profile.range.decimals { units *= 10 }
            let low = min(profile.range.low, profile.range.high), high = max(profile.range.low, profile.range.high)
            guard units.rounded() >= Double(low), units.rounded() <= Double(high) else {
                throw Failure(64, "--position: \(channel.name) of the arm “\(arm.name)” goes from \(low) to \(high)")
            }
            arm.channels[channel]?.start = Int32(units.rounded())
        }
        return arm
    }
}

/// What every command that talks to a shield takes.
struct ShieldOptions: ParsableArguments {
    @Option(help: "The arm: a name (see `waldo arms`) or a file. Default: robot.")
    var arm: String?

    @Option(help: "The shield's address or name, when more than one is in reach.")
    var shield: String?

    @Option(help: "The Bluetooth adapter. Default: the first that is powered.")
    var adapter: String?

    @Flag(help: "Drive only a shield that is bonded with this machine.")
    var bonded = false

    @Flag(help: "Leave the shield connected at the end.")
    var stay = false

    @Flag(help: "Run everything and show it, transmit nothing.")
    var override = false

    /// The arm asked for, or the default one.
    var armName: String { arm ?? Library.defaultArm }

    @Flag(name: .shortAndLong, help: "Say more on standard error; twice: everything.")
    var verbose: Int
}
