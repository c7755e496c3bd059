import Testing
import WaldoCore
import WaldoMap
import WaldoTestSupport

/// Where a source is, by counts on a hand's sphere.
@Suite struct SourceSearchTests {
    /// Counts of 5 s of 1 uSv/h on an LND 7317, 334 counts a minute.
    private static let exposure = 334.0 / 60 * 5

    /// A point of a sphere around the base: turned by angles in the ZX and ZY planes.
    private func hand(_ zx: Double, _ zy: Double, radius: Double) -> ArmPoint {
        let z = radius * Degrees.cosine(zy)
        return ArmPoint(x: z * Degrees.sine(zx), y: radius * Degrees.sine(zy), z: z * Degrees.cosine(zx))
    }

    private func distance(_ one: ArmPoint, _ other: ArmPoint) -> Double {
        let x = one.x - other.x, y = one.y - other.y, z = one.z - other.z
        return (x * x + y * y + z * z).squareRoot()
    }

    /// The counts that are expected on layers of 11 x 11 points, 18 degrees apart, without their chance.
    private func expected(
        _ source: ArmPoint?, strength: Double, radii: [Double], times: Double = 1
    ) -> [CountedPoint] {
        radii.flatMap { radius in
            (-5...5).flatMap { column in
                (-5...5).map { row in
                    let point = hand(Double(column) * 18, Double(row) * 18, radius: radius)
                    let rate = source.map { strength / (distance(point, $0) * distance(point, $0)) } ?? 0
                    let exposure = Self.exposure * times
                    return CountedPoint(point, counts: exposure * (0.1 + rate), exposure: exposure)
                }
            }
        }
    }

    @Test func oneLayerHasTwoAnswersThatAreMirrorImages() throws {
        let source = hand(31, -17, radius: 0.2), strength = 0.004
        let finding = try #require(SourceSearch.search(expected(source, strength: strength, radii: [0.15])))
        #expect(finding.solutions.count == 2)
        let near = try #require(finding.solutions.min { distance($0.point, source) < distance($1.point, source) })
        #expect(distance(near.point, source) < 0.002)
        #expect(abs(near.strength - strength) < strength / 20)
        #expect(abs(near.background - 0.1) < 0.002)
        // At L^2 s / |s|^2, with L^2 / |s|^2 of the strength.
        let part = 0.15 * 0.15 / (0.2 * 0.2)
        let mirror = ArmPoint(x: source.x * part, y: source.y * part, z: source.z * part)
        let far = try #require(finding.solutions.max { distance($0.point, source) < distance($1.point, source) })
        #expect(distance(far.point, mirror) < 0.002)
        #expect(abs(far.strength - strength * part) < strength / 20)
    }

    @Test func aRegionExcludesAnAnswer() throws {
        let source = hand(31, -17, radius: 0.2)
        let points = expected(source, strength: 0.004, radii: [0.15])
        let region = SpaceBox(low: ArmPoint(x: 0.05, y: -0.1, z: 0.12), high: ArmPoint(x: 0.2, y: 0, z: 0.3))
        let finding = try #require(SourceSearch.search(points, SourceSearch.Rules(region: region)))
        #expect(finding.solutions.count == 1)
        #expect(distance(try #require(finding.solutions.first).point, source) < 0.002)
    }

    @Test func twoLayersHaveOne() throws {
        let source = hand(-40, 25, radius: 0.23)
        let points = expected(source, strength: 0.005, radii: [0.15, 0.19])
        let finding = try #require(SourceSearch.search(points))
        #expect(finding.solutions.count == 1)
        let solution = try #require(finding.solutions.first)
        #expect(distance(solution.point, source) < 0.002)
        #expect(solution.contains(source) && !solution.isOpen)
    }

    /// Of a hundred times the counts, the errors are a tenth.
    @Test func strengthAndBackgroundHaveRanges() throws {
        let source = hand(-40, 25, radius: 0.23)
        let widths = try [1.0, 100].map { times in
            let points = expected(source, strength: 0.005, radii: [0.15, 0.19], times: times)
            let solution = try #require(SourceSearch.search(points)?.solutions.first)
            #expect(solution.strengths.contains(0.005) && solution.backgrounds.contains(0.1))
            let ranges = [solution.strengths, solution.backgrounds]
            return ranges.map { $0.upperBound - $0.lowerBound }
        }
        for (few, many) in zip(widths[0], widths[1]) { #expect((5...20).contains(few / many), "\(few) \(many)") }
    }

    @Test func withoutASourceThereIsNone() throws {
        let finding = try #require(SourceSearch.search(expected(nil, strength: 0, radii: [0.15])))
        #expect(finding.solutions.isEmpty)
        #expect(finding.evidence < 0.01 && abs(finding.background - 0.1) < 1e-9)
    }

    @Test func aDistantSourceIsADirection() throws {
        let source = hand(10, 10, radius: 0.9)
        let finding = try #require(SourceSearch.search(expected(source, strength: 0.6, radii: [0.15, 0.16])))
        #expect(finding.solutions.contains { $0.isOpen })
    }

    /// 40,000 points of a plain, a metre apart, and a source below it: what is far from it is merged.
    private func plain(_ source: ArmPoint?, strength: Double) -> [CountedPoint] {
        (0..<200).flatMap { row in
            (0..<200).map { column in
                let point = ArmPoint(x: Double(column) - 100, y: Double(row) - 100, z: 0)
                let rate = source.map { strength / (distance(point, $0) * distance(point, $0)) } ?? 0
                return CountedPoint(point, counts: Self.exposure * (0.1 + rate), exposure: Self.exposure)
            }
        }
    }

    private var below: SourceSearch.Rules {
        var rules = SourceSearch.Rules(
            region: SpaceBox(low: ArmPoint(x: -200, y: -200, z: -100), high: ArmPoint(x: 200, y: 200, z: 0)),
            nearest: 0.5)
        rules.isBelowGround = true
        return rules
    }

    @Test func manyPointsAreMergedWhereTheyTellLittle() throws {
        let source = ArmPoint(x: 37.3, y: -61.8, z: -1.2)
        var parts: [Double] = []
        let finding = try #require(SourceSearch.search(plain(source, strength: 0.5), below) { parts.append($0) })
        #expect(finding.points == 40_000 && finding.searched <= 2_000 && finding.searched > 100)
        let best = try #require(finding.solutions.first)
        #expect(distance(best.point, source) < 0.3, "\(best.point)")
        #expect(abs(best.strength - 0.5) < 0.05 && abs(best.background - 0.1) < 0.002)
        #expect(finding.solutions.contains { $0.contains(source) })
        #expect(parts == parts.sorted() && parts.last ?? 2 <= 1 && parts.count > 50)
    }

    @Test func manyPointsWithoutASourceHaveNone() throws {
        let finding = try #require(SourceSearch.search(plain(nil, strength: 0), below))
        #expect(finding.solutions.isEmpty && finding.searched <= 2_000 && abs(finding.background - 0.1) < 1e-9)
    }

    @Test func aSearchEndsWhenItIsTold() {
        struct End: Error {}
        #expect(throws: End.self) {
            try SourceSearch.search(plain(ArmPoint(z: -1), strength: 0.5), below) { _ in throw End() }
        }
    }

    @Test func countsWithoutPlacesAreNoSearch() {
        #expect(SourceSearch.search([]) == nil)
        let one = CountedPoint(ArmPoint(), counts: 3, exposure: 1)
        #expect(SourceSearch.search([CountedPoint](repeating: one, count: 20)) == nil)
        let silent = (0..<20).map { CountedPoint(ArmPoint(x: Double($0)), counts: 0, exposure: 1) }
        #expect(SourceSearch.search(silent) == nil)
        // An exposure of nothing says nothing.
        let unexposed = (0..<20).map { CountedPoint(ArmPoint(x: Double($0)), counts: 3, exposure: 0) }
        #expect(SourceSearch.search(unexposed) == nil)
    }
}
