/// A survey in a row of text.
extension CompactStatus {
    /// The alarms, what is wrong, and the newest numbers.
    func add(_ survey: SurveyView, to row: inout CellRow) {
        if !survey.alarms.isEmpty {
            row.add(" ALARM \(survey.alarmText) ", survey.alarmInk)
            row.add("  ")
        }
        if survey.store?.isTroubled == true { row.add(survey.storeText.text + "  ", survey.storeText.ink) }
        if let (text, ink) = survey.linkText { row.add(text + "  ", ink) }
        if survey.isSilent { row.add(survey.ageText.text + "  ", survey.ageText.ink) }
        if !survey.problem.isEmpty { row.add("no results: \(survey.problem)  ", .warning) }
        for stream in survey.streams {
            row.add("\(stream.name) ")
            row.add(stream.numberAndUnit, stream.ink(isSilent: survey.isSilent))
            row.add(stream.words.first.map { " (\($0))  " } ?? "  ", .warning)
        }
        if !survey.isSilent { row.add(survey.ageText.text, survey.ageText.ink) }
    }
}
