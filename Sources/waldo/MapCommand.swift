import ArgumentParser
import WaldoApp
import WaldoFiles

/// `waldo map`: makes a mapping for an unknown input by asking for one movement after another.
struct MapCommand: EventLoopCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Make a mapping for a pad or keyboard: it asks for one movement after another.",
        discussion: """
                waldo map                               # for the one pad
                waldo map --arm mearm
                waldo map --arm so101 --hand            # the hand, and not the joints
                waldo map keyboard --to my-keys

            It opens no bus and moves no arm. It finds out which axes and buttons you mean, where they rest and which way \
            they go, and writes a mapping into your configuration directory, which `waldo drive` then takes by itself.

            Enter leaves out what may be left out, Backspace takes an answer back, Ctrl-C ends and writes nothing. A \
            keyboard that is mapped is yours alone meanwhile: there Tab leaves out. With --plain it prints a line a prompt, \
            and reads lines: skip, back and end. With --panel a browser shows the same, and has buttons.
            """)

    @Argument(
        help: "The device, /dev/input/event* or its name (see `waldo inputs`), or keyboard. Default: the one pad.",
        completion: .inputDevices("keyboard"))
    var device: String?

    @Option(
        help: "The arm whose channels are to be moved: a name (see `waldo arms`) or a file. Default: robot.",
        completion: .arms)
    var arm: String?

    @Flag(help: "Ask for the directions of the arm's hand; the arm's file needs a `pose`.")
    var hand = false

    @Option(
        name: .customLong("to"), help: "The mapping's name, or a file. Default: a name made of the input's.",
        completion: .file())
    var target: String?

    @Flag(help: "Replace a mapping of that name.")
    var replace = false

    @Flag(help: "Print lines in a terminal too.")
    var plain = false

    @Option(help: "Show it in browsers too, at this address, HOST:PORT, such as 127.0.0.1:8713.")
    var panel: String?

    @Option(help: "What a browser has to show, 16 characters or more; see `waldo drive --help`.")
    var panelToken: String?

    @Option(help: "The file that holds the panel's token.", completion: .file())
    var panelTokenFile: String?

    func run() throws {
        Diagnostics.begin(verbosity: 0)
        let library = Library()
        let driven = try library.arm(Settings.forCommand(), given: arm).value
        if let target { _ = try MappingFile(target, in: library) }
        try WizardSession.run(
            WizardPlan(
                device: device, arm: driven, armOption: arm, movesHand: hand, library: library, target: target,
                replaces: replace, isPlain: plain || !WizardPlan.canFillScreen,
                panel: try PanelPlan(panel, token: .chosen(argument: panelToken, file: panelTokenFile))))
    }
}
