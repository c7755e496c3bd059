/// What a movement means that is over.
extension MappingWizard {
    /// The part of the way to the end from which on an axis is surely meant.
    private static let far = 0.5
    /// The part of another axis's way up to which it only goes along.
    private static let along = 0.6

    /// The answer that the movement gives to the present prompt; nil: none, and the remark says why.
    mutating func judgement() -> WizardAnswer? {
        guard let prompt else { return nil }
        // On a keyboard that is mapped these keys command the wizard.
        if kind == .keyboard, pressed == [KeyCode.backspace] || pressed == [KeyCode.tab] {
            if pressed == [KeyCode.backspace] { back() } else { skip() }
            return nil
        }
        let answer: WizardAnswer?
        if case .press = prompt {
            answer = key(for: prompt)
        } else {
            answer = movement(for: prompt)
        }
        guard let answer else { return nil }
        if let problem = problem(answer, for: prompt) {
            remark = problem
            if case .otherAxis(let code, _) = problem { doubted = code }
            return nil
        }
        return answer
    }

    // MARK: which one

    private mutating func key(for prompt: WizardPrompt) -> WizardAnswer? {
        if pressed.count == 1 { return .key(pressed[0]) }
        if pressed.count > 1 {
            remark = .several(pressed.map { .key($0) })
        } else if let axis = pushes.first, axis.part >= Self.far {
            remark = .needsButton(axis.code)
        }
        return nil
    }

    private mutating func movement(for prompt: WizardPrompt) -> WizardAnswer? {
        let pushes = pushes
        guard let first = pushes.first, first.part >= Self.far else {
            if pressed.count == 1 { return .key(pressed[0]) }
            if pressed.count > 1 {
                remark = .several(pressed.map { .key($0) })
            } else if let first = pushes.first, first.part >= 0.25 {
                remark = .notFar(first.code)
            }
            return nil
        }
        let alike = pushes.filter { $0.part > Self.along * first.part }
        if alike.count > 1 {
            remark = .several(alike.prefix(4).map { .axis($0.code) })
            return nil
        }
        guard first.other <= Self.along * first.part, let axis = axes.first(where: { $0.state.code == first.code })
        else {
            remark = .bothWays(first.code)
            return nil
        }
        return .axis(WizardPush(axis: axis.atRest, rises: first.rises))
    }

    /// The axes that were pushed, the farthest first.
    private var pushes: [(code: UInt16, part: Double, rises: Bool, other: Double)] {
        axes.compactMap { axis in axis.farthest.map { (axis.state.code, $0.part, $0.rises, $0.other) } }
            .sorted { ($0.part, $1.code) > ($1.part, $0.code) }
    }

    // MARK: whether it serves

    /// Why an answer does not serve; nil: it does.
    private func problem(_ answer: WizardAnswer, for prompt: WizardPrompt) -> WizardRemark? {
        switch answer {
        case .skipped: nil
        case .key(let key): problem(key: key, for: prompt)
        case .axis(let push): problem(push, for: prompt)
        }
    }

    private func problem(key: UInt16, for prompt: WizardPrompt) -> WizardRemark? {
        if let owner = owner(ofKey: key) { return .inUse(.key(key), by: owner) }
        return partner(of: prompt).flatMap { if case .axis = $0 { .needsAxis(.key(key)) } else { nil } }
    }

    private func problem(_ push: WizardPush, for prompt: WizardPrompt) -> WizardRemark? {
        let code = push.axis.code, partner = partner(of: prompt)
        if case .key = partner { return .needsKey(code) }
        if let owner = owner(ofAxis: code, push, for: prompt) { return .inUse(.axis(code), by: owner) }
        guard push.rest != .beside else { return .restsBeside(code) }
        guard case .push(_, let direction) = prompt else { return .needsButton(code) }
        switch direction {
        case .right, .left, .up, .down: return push.rest == .centre ? nil : .restsAtEnd(code)
        case .forward: return push.rest == .centre || push.canBeHalf ? nil : .restsBeside(code)
        case .backward:
            guard case .axis(let forward) = partner, forward.axis.code != code else { return nil }
            guard push.canBeHalf, forward.canBeHalf else {
                return .restsBeside(push.canBeHalf ? forward.axis.code : code)
            }
            let areSticks = push.rest == .centre && forward.rest == .centre
            return areSticks && doubted != code ? .otherAxis(code, than: forward.axis.code) : nil
        }
    }

    /// The first answer of the same control, whose kind the others must have.
    private func partner(of prompt: WizardPrompt) -> WizardAnswer? {
        switch prompt {
        case .push(let control, .backward): answer(.push(control: control, .forward))
        case .push(let control, .left), .push(let control, .up), .push(let control, .down):
            answer(.push(control: control, .right))
        case .push, .press: nil
        }
    }

    private func owner(ofKey key: UInt16) -> WizardPrompt? {
        answers.first { $0.answer == .key(key) }?.prompt ?? aliases.first { $0.keys.contains(key) }?.prompt
    }

    /// The prompt that an axis answers already; the other end of a slider's axis is free for its other way.
    private func owner(ofAxis code: UInt16, _ push: WizardPush, for prompt: WizardPrompt) -> WizardPrompt? {
        answers.first { owner in
            guard case .axis(let other) = owner.answer, other.axis.code == code else { return false }
            guard case .push(let control, .backward) = prompt else { return true }
            let isPartner = owner.prompt == .push(control: control, .forward)
            return !(isPartner && other.rises != push.rises && other.rest == .centre)
        }?.prompt
    }
}
