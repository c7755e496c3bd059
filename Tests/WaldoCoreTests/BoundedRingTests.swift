import Testing
import WaldoTestSupport

@testable import WaldoCore

struct BoundedRingTests {
    /// A ring does what an array does that loses its first value when it has too many.
    @Test(arguments: [1, 2, 7]) func aRingIsAnArrayOfTheNewestValues(_ capacity: Int) {
        var generator = SeededGenerator(UInt64(capacity))
        var ring = BoundedRing(capacity: capacity, filling: -1), model: [Int] = []
        for value in 0..<5_000 {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0 where !model.isEmpty:
                ring.removeFirst()
                model.removeFirst()
            case 1 where !model.isEmpty:
                ring.removeLast()
                model.removeLast()
            case 2 where !model.isEmpty:
                ring.replaceLast(value)
                model[model.count - 1] = value
            default:
                ring.append(value)
                model.append(value)
                if model.count > capacity { model.removeFirst() }
            }
            #expect((0..<ring.count).map { ring[$0] } == model && ring.isFull == (model.count == capacity))
            let bound = value - Int.random(in: 0...capacity, using: &generator)
            #expect(ring.prefixCount { $0 < bound } == model.count { $0 < bound })
        }
    }
}
