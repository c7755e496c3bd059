internal import ArgumentParser
internal import WaldoApp
internal import WaldoCore
internal import WaldoFiles

/// `waldo check FILE...`: checks files and shows what they mean.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check files of arms, mappings, sensors and graphs, and show what they mean.",
        discussion: """
            For an arm: the bytes of each channel at -1, 0 and +1, and of the stop. For a mapping: what moves each \
            control. For a sensor: its messages and streams. For a graph: its nodes with their units. For an arm and a \
            mapping, or a sensor and a graph: whether they fit. Every file is read; the exit status is 65 when one is \
            wrong, or when two do not fit.
            """)

    @Argument(help: "Files, or names of the library.", completion: .library)
    var files: [String]

    func run() throws {
        let library = Library()
        var isWrong = false
        var checked: [CheckedFile] = []
        for file in files {
            do {
                let found = try library.check(file)
                for one in found { print(one.report) }
                checked += found
                for fit in try found.compactMap({ try $0.fitOfNamedGraph(in: library) }) {
                    isWrong = show(fit) || isWrong
                }
            } catch {
                Diagnostics.write("waldo: \(error)")
                isWrong = true
            }
        }
        for one in checked {
            for other in checked {
                guard let fit = CheckedFile.fit(one, other) else { continue }
                isWrong = show(fit) || isWrong
            }
        }
        if isWrong { throw ExitCode(Failure.file) }
    }

    /// Prints how two files fit.
    /// - Returns: whether they do not.
    private func show(_ fit: (lines: [String], isWrong: Bool)) -> Bool {
        for line in fit.lines { fit.isWrong ? Diagnostics.write("waldo: \(line)") : print(line) }
        return fit.isWrong
    }
}
