import Testing

@testable import WaldoFiles

/// How much of a pipe is kept: half of what is free, and never more than a log has.
struct PipeRoomTests {
    @Test func halfOfWhatIsFreeStaysFree() {
        #expect(InputFile.maxSpooled(free: 0) == 0)
        #expect(InputFile.maxSpooled(free: 100 << 20) == 50 << 20)
        #expect(InputFile.maxSpooled(free: 16 << 30) == 8 << 30)
        #expect(InputFile.maxSpooled(free: .max) == 8 << 30)
    }
}
