import Testing
import WaldoMap
import WaldoTestSupport

/// The nearest points, against a look at all of them.
@Suite struct PointTreeTests {
    /// Points on a coarse lattice, so that many distances are equal and some points are twice there.
    private func points(_ count: Int, _ random: inout SeededGenerator, steps: Int = 40) -> [PlanePoint] {
        (0..<count).map { _ in
            PlanePoint(
                x: Double(Int.random(in: 0..<steps, using: &random)),
                y: Double(Int.random(in: 0..<steps, using: &random)))
        }
    }

    @Test(arguments: [1, 2, 7, 8, 9, 100, 1_000]) func theNearestAreThoseOfALookAtAll(count: Int) {
        var random = SeededGenerator(UInt64(count))
        let points = points(count, &random), tree = PointTree(points)
        #expect(tree.count == count)
        var found = Neighbours(capacity: 12)
        for _ in 0..<200 {
            let place = PlanePoint(
                x: .random(in: -5...45, using: &random), y: .random(in: -5...45, using: &random))
            tree.nearest(to: place, &found)
            let all = points.enumerated().map { (place.square(to: $1), $0) }.sorted { $0 < $1 }.prefix(12)
            #expect(Array(found.indices) == all.map(\.1))
            #expect((0..<found.count).map { found[$0].square } == all.map(\.0))
        }
    }

    @Test func whatIsOutOfReachOrExcludedIsNotFound() {
        var random = SeededGenerator(5)
        let points = points(300, &random), tree = PointTree(points)
        var found = Neighbours(capacity: 50, reach: 3)
        for (index, point) in points.enumerated() {
            tree.nearest(to: point, excluding: index, &found)
            let all = points.indices.filter { $0 != index && point.square(to: points[$0]) <= 9 }
            #expect(Set(found.indices) == Set(all) || found.count == 50)
            #expect(!found.indices.contains(index))
        }
    }

    @Test func aTreeOfNothingFindsNothing() {
        var found = Neighbours(capacity: 3)
        PointTree([]).nearest(to: PlanePoint(), &found)
        #expect(found.count == 0)
    }
}
