/// How a cell stands out. What matters is said in words too.
enum Ink: Equatable, Sendable {
    case plain
    /// Frames and labels: weaker, where the terminal can.
    case faint
    case strong, good, warning, bad
    /// The live stick, beside the held position.
    case live
    /// Bars over the whole width, which cannot be missed.
    case calmBar, goodBar, warningBar, alarmBar

    /// The parameters of its SGR sequence; nil: nothing. Only the sixteen colours that every terminal has.
    func code(_ emphasis: TerminalStyle.Emphasis) -> String? {
        switch (emphasis, self) {
        case (.none, _), (_, .plain): nil
        case (_, .faint): "2"
        case (_, .strong): "1"
        case (.monochrome, .good), (.monochrome, .live): nil
        case (.monochrome, .warning), (.monochrome, .bad): "1"
        case (_, .calmBar): "7"
        case (.monochrome, .goodBar): "7"
        case (.monochrome, .warningBar), (.monochrome, .alarmBar): "1;7"
        case (.colour, .good): "32"
        case (.colour, .warning): "33"
        case (.colour, .bad): "1;31"
        case (.colour, .live): "36"
        case (.colour, .goodBar): "30;42"
        case (.colour, .warningBar): "1;30;43"
        case (.colour, .alarmBar): "1;37;41"
        }
    }
}
