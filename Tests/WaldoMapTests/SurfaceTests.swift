import Foundation
import Testing
import WaldoMap
import WaldoTestSupport

/// What is estimated between measured points, and how sure that is.
@Suite struct SurfaceTests {
    /// A hill above an even ground, and a slope.
    enum Field: CaseIterable {
        case even, slope, hill

        func value(_ point: PlanePoint) -> Double {
            switch self {
            case .even: 0.1
            case .slope: 0.1 + 0.002 * point.x
            case .hill: 0.1 + 40 / (point.square(to: PlanePoint(x: 40, y: 60)) + 100)
            }
        }
    }

    private func points(
        _ field: Field, _ count: Int, noise: Double, _ random: inout SeededGenerator
    ) -> [MapPoint] {
        (0..<count).map { _ in
            let point = PlanePoint(x: .random(in: 0...100, using: &random), y: .random(in: 0...100, using: &random))
            return MapPoint(point, value: field.value(point) + noise * normal(&random), sigma: noise)
        }
    }

    /// A number of the standard normal distribution (Box and Muller).
    private func normal(_ random: inout SeededGenerator) -> Double {
        let radius = (-2 * log(Double.random(in: 1e-12...1, using: &random))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }

    @Test func aMeasuredPlaceHasItsOwnNumber() throws {
        var random = SeededGenerator(1)
        let points = points(.hill, 200, noise: 0.01, &random), surface = Surface(points)
        var found = surface.room
        for point in points {
            let estimate = try #require(surface.estimate(at: point.point, &found))
            #expect(estimate.value == point.value && estimate.sigma == point.sigma && estimate.distance == 0)
        }
    }

    @Test func theWeightIsTheInverseSquareOfTheDistance() throws {
        let points = [(0.0, 0.0, 1.0), (10, 0, 2), (0, 10, 4)].map { MapPoint(PlanePoint(x: $0, y: $1), value: $2) }
        let surface = Surface(points)
        var found = surface.room
        let estimate = try #require(surface.estimate(at: PlanePoint(x: 1, y: 1), &found))
        let weights = [1 / 2.0, 1 / 82.0, 1 / 82.0]
        let expected = (weights[0] + 2 * weights[1] + 4 * weights[2]) / weights.reduce(0, +)
        #expect(abs(estimate.value - expected) < 1e-15)
        #expect(abs(estimate.distance - 2.0.squareRoot()) < 1e-15)
    }

    /// Of 100 points that the surface has not seen, 90 to 99 lie within two standard deviations.
    @Test(arguments: Field.allCases, [0.0, 0.004, 0.02]) func mostHeldOutPointsAreWithinTwoSigma(
        field: Field, noise: Double
    ) throws {
        // Without noise an even field has no error at all.
        guard field != .even || noise > 0 else { return }
        var random = SeededGenerator(7), within = 0
        let all = points(field, 2_400, noise: noise, &random)
        let surface = Surface(Array(all.prefix(400))), held = all.dropFirst(400)
        var found = surface.room
        for point in held {
            let estimate = try #require(surface.estimate(at: point.point, &found))
            let variance = estimate.sigma * estimate.sigma + point.sigma * point.sigma
            let residual = point.value - estimate.value
            if residual * residual <= 4 * variance { within += 1 }
        }
        let part = Double(within) / Double(held.count)
        #expect((0.90...0.99).contains(part), "\(field), noise \(noise): \(part)")
    }

    @Test(arguments: Field.allCases) func farGroundIsNeverSure(field: Field) throws {
        var random = SeededGenerator(3)
        let surface = Surface(points(field, 400, noise: 0.01, &random))
        var found = surface.room
        let sigmas = try [100.0, 200, 400, 800].map { x in
            try #require(surface.estimate(at: PlanePoint(x: x, y: 50), &found)).sigma
        }
        #expect(sigmas == sigmas.sorted())
        #expect(sigmas[3] > 0.1)
    }

    @Test func theMeanOfEqualNumbersIsThatNumber() throws {
        var random = SeededGenerator(2)
        let surface = Surface(points(.even, 300, noise: 0, &random))
        var found = surface.room
        for _ in 0..<2_000 {
            let point = PlanePoint(x: .random(in: 0...100, using: &random), y: .random(in: 0...100, using: &random))
            #expect(try #require(surface.estimate(at: point, &found)).value == 0.1)
        }
    }

    @Test func tooFewPointsAndNoneInReachGiveNothing() {
        let two = Surface([MapPoint(PlanePoint(), value: 1), MapPoint(PlanePoint(x: 1), value: 2)])
        var room = two.room
        #expect(two.estimate(at: PlanePoint(), &room) == nil)
        let near = Surface((0..<9).map { MapPoint(PlanePoint(x: Double($0)), value: 1) }, reach: 5)
        var other = near.room
        #expect(near.estimate(at: PlanePoint(x: 4, y: 5.1), &other) == nil)
        #expect(near.estimate(at: PlanePoint(x: 4, y: 4.9), &other) != nil)
    }

    @Test func aGridCoversThePointsWithRoomAround() throws {
        let corners = [PlanePoint(x: 10, y: 20), PlanePoint(x: 110, y: 60)]
        let grid = MapGrid(around: corners)
        #expect(grid.columns == 500 && grid.rows == 227)
        for corner in corners { #expect(grid.cell(of: corner) != nil) }
        #expect(grid.cell(of: PlanePoint(x: 0, y: 20)) == nil)
        for index in [0, 499, 500, grid.count - 1] {
            #expect(grid.cell(of: grid.centre(column: index % 500, row: index / 500)) == index)
        }
        // A cell of a nanometre would take all memory.
        #expect(MapGrid(around: corners, cell: 1e-9).count <= 8_000 * 8_000)
    }
}
