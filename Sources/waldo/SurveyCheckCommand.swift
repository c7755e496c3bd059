import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles

/// `waldo survey check FILE`: looks for what is wrong with a store.
struct SurveyCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Check a file: its structure, every row, its sequences, and that every byte and every measurement is accounted for.",
        discussion: """
                waldo survey check demo.gpkg

            It also finds rows with impossible values, map layers that differ from their samples, and runs whose hash does \
            not match their files. The exit status is 65 when something is wrong.
            """)

    @Argument(help: "Files of `waldo survey --to` or `waldo survey import`.", completion: .survey)
    var files: [String]

    func run() throws {
        Interruption.watch()
        ForeignFiles.limitMemory()
        var isWrong = false
        for file in files {
            let (findings, isRunning, unsampled) = try SurveyShown.check(file)
            let name = SafeText.escaped(file, upTo: .max)
            for finding in findings { Diagnostics.write("waldo: \(name): \(finding)") }
            if findings.isEmpty {
                print(
                    "\(name): nothing is wrong" + (isRunning ? " so far; it is still being written" : "")
                        + (unsampled.map { "; \($0)" } ?? ""))
            }
            isWrong = isWrong || !findings.isEmpty
        }
        if isWrong { throw ExitStatus.file }
    }
}
