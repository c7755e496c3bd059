import WaldoCore
import WaldoFiles
import WaldoTerminal

extension WizardView {
    /// Shows the prompts.
    /// - Parameters:
    ///   - wizard: nil: there is no input yet.
    ///   - waiting: why the input cannot be used yet.
    ///   - moved: the axes that have moved so far.
    mutating func show(_ wizard: MappingWizard?, _ words: WizardWords, waiting: String, moved: Set<UInt16>) {
        keys = [("Ctrl-C", "ends, writes nothing")]
        guard let wizard else {
            heading = "input"
            prompt = waiting.isEmpty ? "Plug the pad in, or switch it on." : waiting
            return
        }
        findings = words.findings(wizard)
        if !findings.isEmpty { keys.insert(("Backspace", "takes back"), at: 0) }
        axes = wizard.deflections.filter { moved.contains($0.code) }.map {
            Axis(EvdevNames.axis($0.code), $0.value, isIgnored: $0.isIgnored)
        }
        keysDown = wizard.keysHeld.map(EvdevNames.key)
        let prompts = wizard.prompts
        count = prompts.count
        if let prompt = wizard.prompt {
            number = (prompts.firstIndex(of: prompt) ?? 0) + 1
            heading = words.heading(prompt)
            self.prompt = words.sentence(prompt, wizard.kind)
            (choice, canSkip) = (words.choice(wizard), wizard.canSkip)
            let key = wizard.kind == .keyboard ? "Tab" : "Enter"
            if canSkip { hint = "\(key): \(choice)." }
        }
        remark = wizard.remark.map(words.sentence) ?? ""
        if wizard.canSkip { keys.insert((wizard.kind == .keyboard ? "Tab" : "Enter", "goes on"), at: 0) }
        switch wizard.phase {
        case .input:
            stage = .waiting
            (hint, choice, canSkip) = ("", "", false)
            prompt = waiting.isEmpty ? "The input is gone: plug it in again. What was found stays." : waiting
        case .rest: stage = .resting
        case .answer, .done: stage = wizard.awaitsRelease ? .held : .asking
        }
    }
}

extension WizardWords {
    /// What has been found so far.
    func findings(_ wizard: MappingWizard) -> [WizardView.Finding] {
        wizard.answers.map { WizardView.Finding(heading($0.prompt), text($0.answer, to: $0.prompt)) }
    }
}
