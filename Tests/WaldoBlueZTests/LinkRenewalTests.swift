import Testing

@testable import WaldoBlueZ

/// What is done about a link that counts as up and carries nothing.
struct LinkRenewalTests {
    /// The steps that follow so many failures in a row.
    private func steps(_ count: Int, isOurs: Bool = true, isPaired: Bool = false) -> [LinkRenewal.Step] {
        var renewal = LinkRenewal(), mayRemove = !isPaired
        return (0..<count).map { _ in
            renewal.failed()
            let step = renewal.next(isOurs: isOurs, isPaired: isPaired, mayRemove: mayRemove)
            if step == .remove { mayRemove = false }
            return step
        }
    }

    @Test func twoFailuresInARowDisconnectAndThenOnceRemove() {
        #expect(
            steps(10) == [
                .nothing, .disconnect, .nothing, .remove, .nothing, .tellOfCache, .nothing, .disconnect, .nothing,
                .tellOfCache,
            ])
    }

    @Test func aBondIsNeverRemoved() {
        #expect(
            steps(8, isPaired: true)
                == [.nothing, .disconnect, .nothing, .tellOfBond, .nothing, .disconnect, .nothing, .tellOfBond])
    }

    @Test func onlyFailuresInARowCount() {
        var renewal = LinkRenewal()
        for _ in 0..<5 {
            renewal.failed()
            renewal.endedOtherwise()
            #expect(renewal.next(isOurs: true, isPaired: false, mayRemove: true) == .nothing)
        }
    }

    @Test func aConnectionOfAnotherProgramIsNeverEnded() {
        #expect(steps(4, isOurs: false) == [.nothing, .tellOfOther, .nothing, .tellOfOther])
    }

    @Test func aLinkThatHasCarriedSomethingBeginsAnew() {
        var renewal = LinkRenewal()
        for _ in 0..<5 {
            renewal.carried()
            renewal.failed()
            #expect(renewal.next(isOurs: true, isPaired: false, mayRemove: true) == .nothing)
        }
        renewal.failed()
        #expect(renewal.next(isOurs: true, isPaired: false, mayRemove: true) == .disconnect)
        renewal.carried()
        for step in [LinkRenewal.Step.nothing, .disconnect] {
            renewal.failed()
            #expect(renewal.next(isOurs: true, isPaired: false, mayRemove: true) == step)
        }
    }
}
