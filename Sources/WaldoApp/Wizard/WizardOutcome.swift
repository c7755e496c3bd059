import WaldoCore
import WaldoFiles
import WaldoTerminal

/// What the wizard writes, and what came of it.
struct WizardOutcome {
    private let plan: WizardPlan
    private let input: InputDescription
    private let device: String
    private let text: String
    private var file: MappingFile
    /// Whether a button of the input stops.
    private let hasStop: Bool
    /// Why the mapping cannot be used; nil: it can.
    let problem: String?
    /// Why the last attempt to write it failed; empty: it did not.
    var failure = ""
    /// Lines that say what was written; empty: nothing was yet.
    private(set) var report: [String] = []

    /// Makes the mapping, and checks it as it will be read.
    /// - Parameters:
    ///   - input: the input, with its axes where they rest.
    ///   - device: its node.
    /// - Throws: that the mapping is not valid, or cannot have the wanted name.
    init(
        _ findings: WizardFindings, of input: InputDescription, at device: String, _ plan: WizardPlan
    ) throws(FileError) {
        (self.plan, self.input, self.device) = (plan, input, device)
        file = try plan.file(for: input)
        let made = WizardMapping(findings, of: input, arm: plan.arm.name)
        text = made.text
        let mapping = try made.mapping(file: file.path)
        hasStop = findings.stop != nil
        problem = mapping.problem(with: input, stopsElsewhere: !hasStop) ?? plan.arm.problem(with: mapping)
    }

    /// The file's path.
    var path: String { file.path }

    /// Whether the file is written.
    var isWritten: Bool { !report.isEmpty }

    /// Whether the file is there already, and another name could be taken.
    var hasOtherName: Bool {
        file.exists && plan.target?.contains("/") != true && plan.target?.hasSuffix(".yaml") != true
    }

    /// Takes a name that is free.
    /// - Throws: that there is none.
    mutating func useOtherName() throws(FileError) {
        file = try .free(plan.target ?? MappingFile.name(for: input.identity.name), in: plan.library)
    }

    /// Writes the file, and reads it as `waldo check` does.
    /// - Throws: why it cannot be written or read.
    mutating func write(replaces: Bool) throws(FileError) {
        if let problem { throw FileError(file: path, problem) }
        try file.write(text, replaces: replaces)
        let argument = path.contains("/") ? path : "./\(path)"
        let checked = try plan.library.check(argument)
        report = checked.flatMap { $0.report.split(separator: "\n").map(String.init) } + [""] + use
        if !hasStop {
            report.append(
                "It has no button left that stops: drive with it in a terminal, where Space and Escape do, or with --panel."
            )
        }
        report.append("Try it without an arm: waldo \(ShellWord.line(plan.trial(path, device: device)))")
    }

    /// The drive that uses this mapping, and how to have it without naming the arm.
    private var use: [String] {
        let arm = plan.armOption.map { " --arm \(ShellWord.quoted($0))" } ?? ""
        let best = plan.library.bestMapping(for: input, driving: plan.arm)
        guard case .file(let found) = best?.origin, found == path else {
            return ["`waldo drive\(arm) --mapping \(ShellWord.quoted(path))` uses it."]
        }
        return ["`waldo drive\(arm)` uses it for “\(input.identity.name)” from now on.", defaultArm].compactMap(\.self)
    }

    /// How to make the arm the default one; nil: it is, or it is a file that a default cannot name.
    private var defaultArm: String? {
        guard let name = plan.armOption, !name.contains("/"), !name.hasSuffix(".yaml"),
            let path = SettingsRead(directory: plan.library.directory).path
        else { return nil }
        return "To leave out --arm: write `arm: \(name)` into \(path)."
    }

    /// Shows it.
    func show(in view: inout WizardView, _ words: WizardWords, _ wizard: MappingWizard?) {
        view.findings = wizard.map { words.findings($0) } ?? []
        guard !isWritten else {
            (view.stage, view.heading, view.report) = (.done, path, report)
            view.keys = [("Enter", "try it now without an arm"), ("q", "end")]
            return
        }
        view.stage = .confirming
        view.heading = "write"
        view.prompt = path
        let warning = file.exists ? "This file is there: Enter replaces it." : ""
        view.remark = problem ?? (failure.isEmpty ? warning : failure)
        view.hint = problem == nil ? "Enter writes the mapping." : ""
        (view.canWrite, view.hasOtherName) = (problem == nil, hasOtherName)
        view.keys =
            (problem == nil ? [("Enter", file.exists ? "replaces it" : "writes it")] : [])
            + (hasOtherName ? [("n", "takes another name")] : [])
            + [("Backspace", "takes back"), ("Ctrl-C", "ends, writes nothing")]
    }
}
