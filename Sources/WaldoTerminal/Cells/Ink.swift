/// How a cell is emphasised. Colour is never the only sign: anything important is also written in words.
package enum Ink: Equatable, Sendable {
    case plain
    /// Frames and labels: dimmed, where the terminal supports it.
    case faint
    case strong, good, warning, bad
    /// The live stick, as opposed to the held position.
    case live
    /// Bars across the whole width, which cannot be overlooked.
    case calmBar, goodBar, warningBar, alarmBar
    /// The bar of commands that reach an arm, the loudest: no other has its colour.
    case liveBar

    /// The parameters of the ink's SGR sequence; nil: no sequence. Uses only the eight basic colours, which every
    /// colour terminal has.
    func code(_ emphasis: TerminalStyle.Emphasis) -> String? {
        switch (emphasis, self) {
        case (.none, _), (_, .plain): nil
        case (_, .faint): "2"
        case (_, .strong): "1"
        case (.monochrome, .good), (.monochrome, .live): nil
        case (.monochrome, .warning), (.monochrome, .bad): "1"
        case (_, .calmBar): "7"
        case (.monochrome, .goodBar): "7"
        case (.monochrome, .warningBar), (.monochrome, .alarmBar), (.monochrome, .liveBar): "1;7"
        case (.colour, .good): "32"
        case (.colour, .warning): "33"
        case (.colour, .bad): "1;31"
        case (.colour, .live): "36"
        case (.colour, .goodBar): "30;42"
        case (.colour, .warningBar): "1;30;43"
        case (.colour, .alarmBar): "1;37;41"
        case (.colour, .liveBar): "1;37;45"
        }
    }
}
