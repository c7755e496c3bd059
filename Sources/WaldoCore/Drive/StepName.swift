/// How recordings name a step: the kind of its `DriveEvent`. The writer and the reader of recordings switch over it, so
/// a new kind of event does not compile before both know it.
public enum StepName: CaseIterable, Sendable {
    // The most frequent ones come first: they are found first.
    case axis, report, deadline, key
    case ready, busy, refused, windowFull, stalled, flowing, up, opened, failsafe, down
    case inputAdded, inputResynced, inputLost, inputSilent, inputHeard
    case stop, stopReleased, resume, recentre, precise, nextProfile, park, parkAtEnd, halt
    case played, replayed, reported, unreported, answered, sensor, shutdown
    case panelThere, fingersLost, panelGone
    case fingerMoved, fingerReleased, fingerRecentred

    /// The word in recordings. That of what a finger did to a control follows the control's name and a space: "slider
    /// finger".
    public var word: StaticString {
        switch self {
        case .axis: "axis"
        case .report: "report"
        case .deadline: "deadline"
        case .key: "key"
        case .ready: "ready"
        case .busy: "busy"
        case .refused: "refused"
        case .windowFull: "held"
        case .stalled: "stalled"
        case .flowing: "flowing"
        case .up: "up"
        case .opened: "opened"
        case .failsafe: "last-word"
        case .down: "down"
        case .inputAdded: "added"
        case .inputResynced: "resynced"
        case .inputLost: "lost"
        case .inputSilent: "silent"
        case .inputHeard: "heard"
        case .stop: "stop"
        case .stopReleased: "stop let go"
        case .resume: "resume"
        case .recentre: "recentre"
        case .precise: "precise"
        case .nextProfile: "next profile"
        case .parkAtEnd: "park at end"
        case .park: "park"
        case .halt: "halt"
        case .played: "played"
        case .replayed: "replayed"
        case .reported: "reported"
        case .unreported: "unreported"
        case .answered: "answered"
        case .sensor: "sensor"
        case .shutdown: "shutdown"
        case .panelThere: "panel there"
        case .fingersLost: "fingers lost"
        case .panelGone: "panel gone"
        case .fingerMoved: "finger"
        case .fingerReleased: "let go"
        case .fingerRecentred: "recentred"
        }
    }

    /// Whether a control's name comes before the word.
    var followsControl: Bool {
        switch self {
        case .fingerMoved, .fingerReleased, .fingerRecentred: true
        case .axis, .report, .deadline, .key, .ready, .busy, .refused, .windowFull, .stalled, .flowing, .up, .opened,
            .failsafe, .down, .inputAdded, .inputResynced, .inputLost, .inputSilent, .inputHeard, .stop, .stopReleased,
            .resume, .recentre, .precise, .nextProfile, .park, .parkAtEnd, .halt, .played, .replayed, .reported,
            .unreported, .answered, .sensor, .shutdown, .panelThere, .fingersLost, .panelGone:
            false
        }
    }

    private static let plain = allCases.filter { !$0.followsControl }, ofControls = allCases.filter(\.followsControl)

    /// Reads the word of a step, and the control's name before it; nil: no step has this word.
    package static func read(_ text: UnsafeRawBufferPointer) -> (step: Self, control: UnsafeRawBufferPointer?)? {
        for name in plain where name.word ~= text { return (name, nil) }
        for name in ofControls {
            let length = text.count - name.word.utf8CodeUnitCount - 1
            guard length > 0, text[length] == UInt8(ascii: " "),
                name.word ~= UnsafeRawBufferPointer(rebasing: text[(length + 1)...])
            else { continue }
            return (name, UnsafeRawBufferPointer(rebasing: text[..<length]))
        }
        return nil
    }
}
