/// What a screen shows: a drive, a survey alone, a watched input, or the wizard that maps one.
enum ScreenContents: Equatable {
    case drive(DashboardView)
    case survey(SurveyView)
    case input(InputView)
    case wizard(WizardView)

    /// The rows for a terminal.
    /// - Parameter log: the log's lines, the newest last.
    func rows(_ size: TerminalSize, _ style: TerminalStyle, log: [String]) -> [CellRow] {
        switch self {
        case .drive(let view): Dashboard(size: size, style: style).rows(view, log: log)
        case .survey(let view): SurveyBoard(size: size, style: style).rows(view, log: log)
        case .wizard(let view): WizardBoard(size: size, style: style).rows(view)
        case .input(let view): InputBoard(size: size, style: style).rows(view)
        }
    }

    /// The rows that stay on the terminal after the end.
    func remaining(_ size: TerminalSize, _ style: TerminalStyle) -> [CellRow] {
        switch self {
        case .drive(let view): CompactStatus(columns: size.columns, style: style).rows(view)
        case .survey(let view): SurveyBoard(size: size, style: style).remaining(view)
        case .wizard(let view): WizardBoard(size: size, style: style).remaining(view)
        case .input(let view): InputBoard(size: size, style: style).remaining(view)
        }
    }
}
