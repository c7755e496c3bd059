import Testing
import WaldoTestSupport

@testable import WaldoTerminal

@Suite struct BrailleCanvasTests {
    struct Dot: Hashable {
        var x: Int, y: Int
    }

    /// The dots that a drawing shows, read from its characters by the numbering of the Unicode standard: 1 to 3 and 7
    /// go down the left column, 4 to 6 and 8 down the right one.
    static func dots(_ sheet: BrailleCanvas) -> Set<Dot> {
        var canvas = Canvas(.init(columns: sheet.width, rows: sheet.height), .init(.colour))
        sheet.draw(on: &canvas, in: CellRect(column: 0, row: 0, width: sheet.width, height: sheet.height))
        let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
        var dots: Set<Dot> = []
        for (row, cells) in canvas.rows.map(\.cells).enumerated() {
            for (column, cell) in cells.enumerated() where (0x2800...0x28ff).contains(cell.scalar.value) {
                for (bit, place) in places.enumerated() where cell.scalar.value & 1 << UInt32(bit) != 0 {
                    dots.insert(Dot(x: 2 * column + place.0, y: 4 * row + place.1))
                }
            }
        }
        return dots
    }

    @Test func everyDotHasItsPlace() {
        for x in 0..<6 {
            for y in 0..<8 {
                var sheet = BrailleCanvas(width: 3, height: 2, isBraille: true)
                sheet.dot(x, y, .plain, sign: "#")
                #expect(Self.dots(sheet) == [Dot(x: x, y: y)])
            }
        }
    }

    @Test func aLineIsConnectedAndHasItsEnds() {
        for (from, to) in [((0.0, 0.0), (9.0, 7.0)), ((9, 0), (0, 7)), ((3, 7), (4, 0)), ((2, 2), (2, 2))] {
            var sheet = BrailleCanvas(width: 5, height: 2, isBraille: true)
            sheet.line(from, to, .plain, sign: "#")
            let dots = Self.dots(sheet)
            #expect(
                dots.contains(Dot(x: Int(from.0), y: Int(from.1))) && dots.contains(Dot(x: Int(to.0), y: Int(to.1))))
            #expect(dots.count == Int(max(abs(to.0 - from.0), abs(to.1 - from.1))) + 1)
            for dot in dots where dots.count > 1 {
                #expect(dots.contains { $0 != dot && abs($0.x - dot.x) <= 1 && abs($0.y - dot.y) <= 1 })
            }
        }
    }

    @Test func ofALongLineThePartInsideIsDrawn() {
        var sheet = BrailleCanvas(width: 5, height: 2, isBraille: true)
        sheet.line((-1_000, 3), (1_000, 3), .plain, sign: "#")
        #expect(Self.dots(sheet) == Set((0..<10).map { Dot(x: $0, y: 3) }))
        var diagonal = BrailleCanvas(width: 4, height: 2, isBraille: true)
        diagonal.line((-4, -4), (12, 12), .plain, sign: "#")
        #expect(Self.dots(diagonal) == Set((0..<8).map { Dot(x: $0, y: $0) }))
        var outside = BrailleCanvas(width: 5, height: 2, isBraille: true)
        outside.line((-5, 20), (30, 20), .plain, sign: "#")
        #expect(Self.dots(outside).isEmpty)
    }

    @Test func aRingIsEmptyInsideAndASpotIsNot() {
        for isFilled in [true, false] {
            var sheet = BrailleCanvas(width: 8, height: 4, isBraille: true)
            sheet.circle((8, 8), radius: 3, .plain, isFilled: isFilled, sign: "@")
            let dots = Self.dots(sheet)
            #expect(dots.contains(Dot(x: 8, y: 8)) == isFilled && dots.contains(Dot(x: 11, y: 8)))
            #expect(dots.allSatisfy { ($0.x - 8) * ($0.x - 8) + ($0.y - 8) * ($0.y - 8) <= 9 })
        }
    }

    @Test func withoutBrailleACellHasASignAndIsTwiceAsHighAsWide() {
        var sheet = BrailleCanvas(width: 4, height: 3, isBraille: false)
        #expect(sheet.columns == 4 && sheet.rows == 3 && sheet.stretch == 2)
        sheet.line((0, 0), (3, 2), .plain, sign: "#")
        sheet.circle((3, 0), radius: 2, .good, isFilled: true, sign: "@")
        var canvas = Canvas(.init(columns: 4, rows: 3), .init(.colour, isUnicode: false))
        sheet.draw(on: &canvas, in: CellRect(column: 0, row: 0, width: 4, height: 3))
        #expect(
            canvas.rows.map(\.text) == ["#  @", "  #", "   #"] || canvas.rows.map(\.text) == ["#  @", " ##", "   #"])
    }

    @Test func noNumberLeavesTheDrawing() {
        var random = SeededGenerator(8)
        func number() -> Double {
            [.nan, .infinity, -.infinity, 1e300, -1e300, 0, .random(in: -100...100, using: &random)]
                .randomElement(using: &random)!
        }
        for _ in 0..<20_000 {
            var sheet = BrailleCanvas(
                width: .random(in: 0...6, using: &random), height: .random(in: 0...4, using: &random),
                isBraille: .random(using: &random))
            sheet.line(
                (number(), number()), (number(), number()), .plain, every: .random(in: 1...4, using: &random), sign: "#"
            )
            sheet.circle((number(), number()), radius: 2.3, .plain, isFilled: .random(using: &random), sign: "#")
        }
    }
}
