import WaldoCore
import WaldoFiles

/// What the wizard asks for and says, in words.
struct WizardWords {
    let controls: [WizardControl]
    /// What is printed on the input's buttons.
    var pad = PadButtons()

    // MARK: prompts

    /// A prompt in few words: "slider forward", "stop".
    func heading(_ prompt: WizardPrompt) -> String {
        switch prompt {
        case .push(let control, let way): "\(controls[control].name) \(Self.word(way, of: controls[control]))"
        case .press(let key): key.rawValue
        }
    }

    /// A direction, as it is seen from behind the arm.
    private static func word(_ way: WizardPrompt.Direction, of control: WizardControl) -> String {
        switch (control.handAxis, way) {
        case (.reach, .right): "to the right"
        case (.reach, .left): "to the left"
        case (.reach, .up): "away from the base"
        case (.reach, .down): "towards the base"
        case (.height, .forward), (.pitch, .forward): "up"
        case (.height, .backward), (.pitch, .backward): "down"
        case (.roll, .forward): "clockwise"
        case (.roll, .backward): "anticlockwise"
        default: way.rawValue
        }
    }

    /// A prompt as a sentence.
    func sentence(_ prompt: WizardPrompt, _ kind: InputMatch.Kind) -> String {
        let key = kind == .keyboard ? "key" : "button"
        switch prompt {
        case .push where kind == .keyboard: return "Press the key for \(heading(prompt))."
        case .push: return "Push the stick or button for \(heading(prompt)), all the way, then let go."
        case .press(.stop): return "Press the \(key) of the emergency stop."
        case .press(.resume): return "Press the \(key) that ends an emergency stop."
        case .press(.recentre): return "Press the \(key) that, held, returns the joystick to its centre."
        case .press(.park): return "Press the \(key) that parks the arm and ends the drive."
        }
    }

    /// What it means to leave the present prompt out; empty: it is needed.
    func choice(_ wizard: MappingWizard) -> String {
        guard let prompt = wizard.prompt, wizard.canSkip else { return "" }
        switch prompt {
        case .push(let control, .backward):
            return "the other way of what moves the \(heading(.push(control: control, .forward)))"
        case .push(let control, _): return "nothing moves the \(controls[control].name)"
        case .press: return "do without"
        }
    }

    // MARK: answers

    /// What answers a prompt. A button that has a name on the pad is shown with it.
    func text(_ answer: WizardAnswer, to prompt: WizardPrompt) -> String {
        switch answer {
        case .skipped:
            if case .push(_, .backward) = prompt { return "the other way" }
            return "nothing"
        case .key(let code):
            let name = EvdevNames.key(code)
            return pad.names[name].map { "\(name) (\($0))" } ?? name
        case .axis(let push):
            return "\(EvdevNames.axis(push.axis.code)) \(push.rises ? "+" : "-") from \(push.axis.value)"
        }
    }

    /// The name of an axis or key.
    static func name(_ source: WizardSource) -> String {
        switch source {
        case .axis(let code): EvdevNames.axis(code)
        case .key(let code): EvdevNames.key(code)
        }
    }

    /// A sentence about inputs, which are an argument of this command and always waited for.
    static func ofMap(_ sentence: String) -> String {
        sentence.replacing(
            ", let --wait wait for it, or use --input terminal, or a touch screen by --panel", with: ""
        )
        .replacing(", or use --input terminal", with: "").replacing(", or let --wait wait for it", with: "")
        .replacing("--input ", with: "`waldo map` ")
    }

    // MARK: remarks

    /// What is wrong, and what to do.
    func sentence(_ remark: WizardRemark) -> String {
        func axis(_ code: UInt16) -> String { EvdevNames.axis(code) }
        switch remark {
        case .several(let sources):
            let names = sources.prefix(4).map(Self.name).joined(separator: " and ")
            return "\(names) moved at once: once more, only one."
        case .bothWays(let code): return "\(axis(code)) moved both ways: once more, one way only."
        case .notFar(let code): return "\(axis(code)) did not move far enough: once more, all the way."
        case .inUse(let source, let owner):
            return "\(Self.name(source)) is taken already, for \(heading(owner)): choose another."
        case .needsButton(let code): return "\(axis(code)) is an axis: this needs a button."
        case .needsAxis(let source):
            return "\(Self.name(source)) is a button, and the other way is an axis: push an axis, or go back."
        case .needsKey(let code):
            return "\(axis(code)) is an axis, and the other way is a button: press a button, or go back."
        case .restsAtEnd(let code):
            return "\(axis(code)) rests at an end, like a trigger: push a stick or a directional pad."
        case .restsBeside(let code):
            return "\(axis(code)) rests neither at an end nor near its middle, and cannot be used: choose another."
        case .otherAxis(let code, let forward):
            return "\(axis(code)) is another axis than \(axis(forward)), which moves it the first way: push "
                + "\(axis(forward)) to its other end, or \(axis(code)) once more to use both."
        case .stays(.axis(let code)):
            return "\(axis(code)) has not come back: let go of everything, or choose one that returns by itself."
        case .stays(.key(let code)): return "\(EvdevNames.key(code)) is still down: let go of it, then once more."
        case .ignored(.axis(let code)): return "\(axis(code)) never rests, so it is left out (a motion sensor?)."
        case .ignored(.key(let code)): return "\(EvdevNames.key(code)) is down all the time, so it is left out."
        case .recordsLost: return "The system lost some of what was sent: once more."
        case .needed: return "This one is needed."
        }
    }
}
