import Testing
import WaldoTestSupport

/// The committed page, and an assumption of the matrix.
@Suite struct PageTests {
    let page: String

    init() throws { page = try readFile(SourceModule.projectFolder + "/Tests/FaultMatrix/README.md") }

    private static func columns(_ row: Substring) -> [String] {
        row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map {
            String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    @Test func thePageHasEveryCellOfTheTableAndNoOther() throws {
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("|") }.map(Self.columns)
        let matrix = rows.filter { $0.count == Moment.allCases.count + 2 }
        #expect(matrix.first == ["fault", "known"] + Moment.allCases.map(\.rawValue))
        #expect(matrix.dropFirst(2).map(\.first) == Fault.allCases.map(\.rawValue))
        for (fault, row) in zip(Fault.allCases, matrix.dropFirst(2)) {
            #expect(row.dropFirst().first == fault.detection)
            for (moment, shown) in zip(Moment.allCases, row.dropFirst(2)) {
                let cell = Cell(fault: fault, moment: moment)
                switch cell.way {
                case .program: #expect(!shown.isEmpty && !shown.hasPrefix("[^"), "\(cell): \(shown)")
                case .cannot(let reason): #expect(page.contains("\n\(shown): \(reason)\n"), "\(cell): \(shown)")
                }
            }
        }
        let run = Cell.all.count { $0.way == .program }
        #expect(page.contains("\n\(run) of \(Cell.all.count) cells are run, \(Cell.all.count - run) cannot be"))
    }

    @Test func theReadmeLinksThePage() throws {
        #expect(try readFile(SourceModule.projectFolder + "/README.md").contains("(Tests/FaultMatrix/README.md)"))
    }

    /// Why a changed clock cannot affect the state machine; the rows that change it complement this.
    @Test func onlyWhatIsWrittenForAReaderIsReadFromTheWallClock() throws {
        let words = [
            "CLOCK_REALTIME", "gettimeofday", "CLOCK_TAI", "SystemClock", "WallClock.", " time(nil)", "Foundation",
        ]
        var readers: Set<String> = []
        // The relay drives nothing.
        for module in try SourceModule.all() where module.name != "WaldoRelay" {
            for file in module.files where words.contains(where: file.text.contains) { readers.insert(file.name) }
        }
        // The dates of recordings and of a link's report, the time of day on the dashboard, the clock rows and dates
        // of a survey, the times of live data, which surveys of a folder are dated in the future, and what the doctor
        // says of the clock.
        #expect(
            readers == [
                "ClockFacts.swift", "DriveRecording.swift", "DriveView.swift", "FoxgloveDrive.swift",
                "FoxgloveSite.swift", "FoxgloveSurvey.swift", "LiveSurvey.swift", "ProofRecording.swift",
                "ShieldSurroundings.swift", "SurveyEdits.swift", "SurveyFolder.swift", "SurveyImport.swift",
                "SurveyProcessing.swift",
                "SurveyStore.swift", "SystemClock.swift", "ViewTexts+Surveys.swift", "WallClock.swift",
            ])
    }
}
