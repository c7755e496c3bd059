/// A survey in a few rows of text.
extension CompactStatus {
    /// The alarms, what is wrong, and the newest numbers, as pieces of text that stay together.
    func pieces(_ survey: SurveyView) -> ArraySlice<[InkedText]> {
        var pieces: [[InkedText]] = []
        if !survey.alarms.isEmpty { pieces.append([(" ALARM \(survey.alarmText) ", survey.alarmInk)]) }
        if survey.store?.isTroubled == true { pieces.append([survey.storeText]) }
        if let link = survey.linkText { pieces.append([link]) }
        if survey.isSilent { pieces.append([survey.ageText]) }
        if !survey.problem.isEmpty { pieces.append([("no results: \(survey.problem)", .warning)]) }
        for stream in survey.streams {
            var piece: [InkedText] = [
                ("\(stream.name) ", .plain), (stream.numberAndUnit, stream.ink(isSilent: survey.isSilent)),
            ]
            if let word = stream.words.first { piece.append((" (\(word))", .warning)) }
            pieces.append(piece)
        }
        if !survey.isSilent { pieces.append([survey.ageText]) }
        return pieces[...]
    }

    /// Adds as many pieces to a row as there is space for, one at least; all of them to the last row.
    func add(_ pieces: inout ArraySlice<[InkedText]>, to row: inout CellRow, isLast: Bool) {
        var isFirst = true
        while let piece = pieces.first {
            let cells = piece.reduce(isFirst ? 0 : 2) { $0 + CellWidth.cells($1.text) }
            guard isLast || isFirst || row.end + cells <= columns else { return }
            if !isFirst { row.add("  ") }
            for (text, ink) in piece { row.add(text, ink) }
            isFirst = false
            pieces.removeFirst()
        }
    }
}
