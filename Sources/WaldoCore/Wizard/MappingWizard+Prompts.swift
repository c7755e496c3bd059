/// Which prompts there are, and in which order.
extension MappingWizard {
    /// Every prompt that the answers so far lead to.
    public var prompts: [WizardPrompt] {
        var prompts: [WizardPrompt] = []
        // One key alone moves nothing, but stops.
        let canMove = !axes.isEmpty || keyCodes.count > 1
        for (index, control) in controls.enumerated() where canMove {
            for direction in directions(of: control, index) { prompts.append(.push(control: index, direction)) }
        }
        let optional: [WizardPrompt.Key] = (hasJoystick ? [.recentre] : []) + (canPark ? [.park] : [])
        let keys: [WizardPrompt.Key] = [.stop, .resume] + (canMove ? optional : [])
        // An input without a key left is stopped from elsewhere.
        return prompts + keys.map { .press($0) }.filter { answer($0) != nil || hasFreeKey }
    }

    private var hasFreeKey: Bool {
        keyCodes.contains { key in
            !ignored.contains(.key(key)) && !aliases.contains { $0.keys.contains(key) }
                && !answers.contains { $0.answer == .key(key) }
        }
    }

    private func directions(of control: WizardControl, _ index: Int) -> [WizardPrompt.Direction] {
        func answered(_ direction: WizardPrompt.Direction) -> WizardAnswer? { answer(.push(control: index, direction)) }
        if control.isJoystick {
            switch answered(.right) {
            case .skipped: return [.right]
            case .key: return [.right, .left, .up, .down]
            case .axis, nil: return [.right, .up]
            }
        }
        return answered(.forward) == .skipped ? [.forward] : [.forward, .backward]
    }

    /// Whether a joystick with a centre is not left out, so far.
    private var hasJoystick: Bool {
        controls.indices.contains { index in
            controls[index].isJoystick && controls[index].handAxis == nil
                && answer(.push(control: index, .right)) != .skipped
        }
    }

    /// The answer to a prompt; nil: none yet.
    public func answer(_ prompt: WizardPrompt) -> WizardAnswer? { answers.first { $0.prompt == prompt }?.answer }

    /// The prompt that is to be answered now; nil: none is.
    public var prompt: WizardPrompt? { prompts.first { answer($0) == nil } }

    /// Whether the present prompt may be left without an answer.
    public var canSkip: Bool {
        guard let prompt else { return false }
        switch prompt {
        case .push(let control, .forward), .push(let control, .right):
            // A mapping that moves nothing is of no use.
            return control < controls.count - 1 || answers.contains { $0.answer != .skipped }
        case .push(let control, .backward):
            // The other end of the same axis then.
            guard case .axis(let push) = answer(.push(control: control, .forward)) else { return false }
            return push.rest == .centre
        case .push: return false
        case .press(let key): return key == .recentre || key == .park
        }
    }

    /// Leaves the present prompt without an answer.
    public mutating func skip() {
        guard let prompt else { return }
        guard canSkip else { return remark = .needed }
        void()
        answers.append((prompt, .skipped))
        (remark, doubted) = (nil, nil)
    }

    /// Takes the last answer back.
    public mutating func back() {
        (remark, doubted) = (nil, nil)
        void()
        guard let last = answers.popLast() else { return }
        aliases.removeAll { $0.prompt == last.prompt }
    }
}
