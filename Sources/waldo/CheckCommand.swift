import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles

/// `waldo check FILE...`: checks files and shows what they mean.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check files of arms, mappings, fences, sensors and graphs, and show what they mean.",
        discussion: """
                waldo check ./my-arm.yaml               # its bytes, or what is wrong
                waldo check mearm gamepad-channels      # whether they fit
                waldo check bgeigie

            For an arm: the bytes of each channel at -1, 0 and +1, and of the stop. For a mapping: what moves each \
            control. For a sensor: its messages and streams. For a graph: its nodes with their units. For an arm and a \
            mapping or a fence, or a sensor and a graph: whether they fit. Every file is read, and every fault of each is reported, with \
            line and column; the exit status is 65 when one is wrong, or when two do not fit.
            """)

    @Argument(help: "Files, or names of the library; - is standard input.", completion: .library)
    var files: [String]

    func run() throws {
        let library = Library()
        /// The exit status of the first fault.
        var status: ExitStatus?
        var checked: [CheckedFile] = []
        for file in files {
            let found = library.examine(file)
            for one in found.files { print(one.report) }
            for fault in found.faults { report(fault) }
            status = status ?? found.faults.first?.status
            checked += found.files
            for one in found.files {
                do {
                    if let fit = try one.fitOfNamedGraph(in: library), show(fit) { status = status ?? .file }
                } catch {
                    report(error)
                    status = status ?? error.status
                }
            }
        }
        for one in checked {
            for other in checked {
                guard let fit = CheckedFile.fit(one, other) else { continue }
                if show(fit) { status = status ?? .file }
            }
        }
        if let status { throw status }
    }

    private func report(_ fault: FileError) { Program.waldo.say(fault.description) }

    /// Prints how two files fit.
    /// - Returns: whether they do not.
    private func show(_ fit: (lines: [String], isWrong: Bool)) -> Bool {
        for line in fit.lines { fit.isWrong ? Diagnostics.write("waldo: \(line)") : print(line) }
        return fit.isWrong
    }
}
