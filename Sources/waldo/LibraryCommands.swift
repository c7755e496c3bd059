internal import ArgumentParser
internal import WaldoCore
internal import WaldoFiles

/// `waldo arms`: what can be driven.
struct ArmsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "arms", abstract: "List the arms that can be driven.")

    func run() throws {
        list(Library().arms(), named: \.name)
        print(
            "\nYours go into \(printableDirectory)/arms/NAME.yaml; `waldo check FILE` reads one.")
    }
}

/// `waldo mappings`: what an input can be.
struct MappingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mappings", abstract: "List the mappings from inputs to controls.")

    func run() throws {
        list(Library().mappings(), named: \.name)
        print("\nYours go into \(printableDirectory)/NAME.yaml; `waldo check FILE` reads one.")
    }
}

/// Where the operator's files lie, fit to be shown.
private var printableDirectory: String { Library().directory.map { printable($0, upTo: .max) } ?? "~/.config/waldo" }

private func list<Value>(_ entries: [LibraryEntry<Value>], named name: (Value) -> String) {
    let names = entries.map { printable($0.name, upTo: .max) }
    let width = names.map(\.count).max() ?? 0
    for (shown, entry) in zip(names, entries) {
        let text =
            switch entry.content {
            case .success(let value): "\(name(value)) (\(entry.origin))"
            case .failure(let error): "BROKEN: \(error)"
            }
        print(shown + String(repeating: " ", count: width - shown.count) + "  " + text)
    }
}

/// `waldo check FILE...`: reads files and shows what they mean.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check arm and mapping files, and show what they mean.",
        discussion: """
            For an arm: the bytes of each channel at -1, 0 and +1, and of the stop. For a mapping: what moves each \
            control. Every file is read; the exit status is 65 when one is wrong.
            """)

    @Argument(help: "Files, or names of the library.")
    var files: [String]

    func run() throws {
        let library = Library()
        var isWrong = false
        for file in files {
            do {
                print(try library.check(file))
            } catch {
                Diagnostics.write("waldo: \(error)")
                isWrong = true
            }
        }
        if isWrong { throw ExitCode(Failure.file) }
    }
}
