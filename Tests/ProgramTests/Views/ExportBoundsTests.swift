import Testing

@testable import WaldoApp

/// What pages may export, by numbers.
@Suite struct ExportBoundsTests {
    @Test func oneExportAtATimeMayBeginTwentyTimes() {
        #expect(ExportBounds.maxExports == 20)
        for begun in [0, 1, 19] {
            #expect(ExportBounds.refusal(begun: begun, isRunning: false) == nil)
            #expect(ExportBounds.refusal(begun: begun, isRunning: true)?.contains("not ready yet") == true)
        }
        for begun in [20, 21] {
            #expect(ExportBounds.refusal(begun: begun, isRunning: false)?.contains("20 times") == true)
        }
    }

    @Test func twiceTheSurveyAndAHundredMegabytesStayFree() {
        let least: Int64 = 100 << 20
        #expect(ExportBounds.room(free: least, survey: 1) == nil)
        #expect(ExportBounds.room(free: least + 1, survey: least / 2) == 1)
        #expect(ExportBounds.room(free: 2 * least, survey: least) == nil)
        #expect(ExportBounds.room(free: 2 * least + 7, survey: least) == 7)
        #expect(ExportBounds.room(free: 0, survey: 0) == nil)
        #expect(ExportBounds.room(free: .max - 1, survey: .max) == nil)
    }
}
