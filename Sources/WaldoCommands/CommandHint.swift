import ArgumentParser
import WaldoCore

/// What was meant by a command that does not exist.
enum CommandHint {
    /// The sentence for a command line that was refused; nil: its words name a command that there is.
    /// - Parameters:
    ///   - arguments: the words behind the program's name.
    ///   - root: the command whose subcommands the first word names.
    static func sentence(for arguments: [String], of root: any ParsableCommand.Type) -> String? {
        var command = root, path = ""
        for word in arguments {
            let subcommands = command.configuration.subcommands
            // A command that has subcommands takes no other arguments.
            guard !subcommands.isEmpty, !word.hasPrefix("-") else { return nil }
            if path.isEmpty, word == "help" { return nil }
            guard let next = subcommands.first(where: { name(of: $0) == word }) else {
                let names = subcommands.filter { $0.configuration.shouldDisplay }.map(name)
                if word.hasSuffix(".gpkg") {
                    return "there is no command `\(path)\(word)`; a survey is shown by `waldo survey show FILE`, and "
                        + "checked by `waldo survey check FILE`"
                }
                return "there is no command `\(path)\(word)`"
                    + Spelling.hint(word, among: names, then: "there are \(names.joined(separator: ", "))")
            }
            command = next
            path += "\(word) "
        }
        return nil
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? ""
    }
}
