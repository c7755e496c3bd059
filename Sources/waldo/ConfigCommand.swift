import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles

/// `waldo config`: shows the defaults of options, and where each comes from.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show the defaults of options, and where each comes from.",
        discussion: """
                waldo config
                waldo config --template > ~/.config/waldo/config.yaml

            An option on the command line wins, then an environment variable such as WALDO_ARM, then the file config.yaml in \
            your configuration directory, then what is built in. `none`, in each of them, turns a default off.

            An arm and a sensor that are named there are looked for; the exit status is 65 where one is missing or wrong.

            A default never counts as naming an arm or a shield: with two shields in reach, --shield has to choose.
            """)

    @Flag(help: "Print a commented file to begin with: `waldo config --template > FILE`.")
    var template = false

    @Flag(help: "Print the file's path.")
    var path = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard [template, path, json].count(where: \.self) <= 1 else {
            throw ValidationError("--template, --path and --json exclude each other: leave two out")
        }
    }

    func run() throws {
        if template { return print(SettingsTemplate.text, terminator: "") }
        let read = SettingsRead(directory: Library().directory), list = SettingsList(read)
        if path {
            guard let path = read.path else {
                throw Failure(.usage, "there is no configuration directory: set HOME")
            }
            return print(path)
        }
        print(json ? list.json : list.text)
        if let failure = list.failure { throw failure }
        let problems = Library().problems(of: read.settings)
        for problem in problems { Program.waldo.say(problem.description) }
        if let problem = problems.first { throw problem.status }
    }
}
