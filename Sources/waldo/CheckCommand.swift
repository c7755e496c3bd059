internal import ArgumentParser
internal import WaldoApp
internal import WaldoCore
internal import WaldoFiles

/// `waldo check FILE...`: checks files and shows what they mean.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check arm and mapping files, and show what they mean.",
        discussion: """
            For an arm: the bytes of each channel at -1, 0 and +1, and of the stop. For a mapping: what moves each \
            control. For both: what of one has no counterpart in the other. Every file is read; the exit status is 65 \
            when one is wrong, or when an arm cannot be driven by a mapping.
            """)

    @Argument(help: "Files, or names of the library.")
    var files: [String]

    func run() throws {
        let library = Library()
        var isWrong = false
        var checked: [CheckedFile] = []
        for file in files {
            do {
                checked.append(try library.check(file))
                print(checked[checked.count - 1].report)
            } catch {
                Diagnostics.write("waldo: \(error)")
                isWrong = true
            }
        }
        for arm in checked.compactMap(\.arm) {
            for mapping in checked.compactMap(\.mapping) {
                let fit = CheckedFile.fit(arm, mapping)
                for line in fit.lines { fit.isWrong ? Diagnostics.write("waldo: \(line)") : print(line) }
                isWrong = isWrong || fit.isWrong
            }
        }
        if isWrong { throw ExitCode(Failure.file) }
    }
}
