import Testing

@testable import WaldoFiles

/// How much of a pipe is kept: half of what is free, and never more than a log has.
struct PipeRoomTests {
    @Test func halfOfWhatIsFreeStaysFree() {
        #expect(InputFile.mostSpooled(free: 0) == 0)
        #expect(InputFile.mostSpooled(free: 100 << 20) == 50 << 20)
        #expect(InputFile.mostSpooled(free: 16 << 30) == 8 << 30)
        #expect(InputFile.mostSpooled(free: .max) == 8 << 30)
    }
}
