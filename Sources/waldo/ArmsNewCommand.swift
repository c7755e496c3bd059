import ArgumentParser
import WaldoApp
import WaldoFiles

/// `waldo arms new`: prints a commented arm file to begin with.
struct ArmsNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Print a commented arm file to begin with.",
        discussion: """
                waldo arms new --servos 5 > my-arm.yaml
                waldo arms new --names base,elbow,claw --service nordic-uart --binary
                waldo arms new --servos 6 --velocities 2 > on-wheels.yaml

            Every key has a comment. Edit what differs on your arm, and let `waldo check` show the bytes. The file is valid \
            as it is, and its pacing keeps each heartbeat.
            """)

    @Option(help: "How many servos: channels with a position, 0 to 180. Default: 5, if nothing is said about channels.")
    var servos: Int?

    @Option(help: "How many channels with a velocity, -100 to 100, such as wheels. With the servos 8 at most.")
    var velocities: Int?

    @Option(help: "The channels' names, the servos' first: base,shoulder,gripper. Default: names that are usual.")
    var names: String?

    @Option(help: "The BLE serial module that the arm listens on.")
    var service = SerialModule.hm10

    @Option(help: "The arm's name, that screens show.")
    var name = ArmTemplate.defaultTitle

    @Flag(help: "Frames of bytes, with a number and a CRC, instead of text.")
    var binary = false

    func run() throws {
        let template = try ArmTemplate(
            title: name, module: service, isBinary: binary, servos: servos, velocities: velocities,
            names: names.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed) })
        print(template.text, terminator: "")
    }

    private static func trimmed(_ name: Substring) -> String {
        String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

extension SerialModule: ExpressibleByArgument {}
