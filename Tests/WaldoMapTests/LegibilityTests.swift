import Testing
import WaldoCore

@testable import WaldoMap

/// Whether a map can be read: its colours in grey, its numbers, and its letters in any size.
@Suite struct LegibilityTests {
    /// In print without colour, and for the colour-blind: equal steps are about equally lighter, from dark to light.
    @Test func viridisRisesInLightness() {
        #expect(Colour(0xffffff).lightness.rounded() == 100 && Colour(0).lightness == 0)
        #expect((Colour(0x777777).lightness - 50).magnitude < 0.5)
        let steps = ColourScale.viridis.colours.map(\.lightness)
        // Single steps are rounded to whole parts of 255.
        #expect(zip(steps, steps.dropFirst()).allSatisfy { (-0.1...1).contains($1 - $0) })
        #expect(zip(steps, steps.dropFirst(4)).allSatisfy { $0 < $1 })
        #expect(steps[255] - steps[0] > 70)
        // Nobody takes what is above the maximum for the highest or the lowest step.
        #expect((15...(steps[255] - 15)).contains(ColourScale.over.lightness))
    }

    /// Round numbers, also of a maximum that is not.
    @Test(
        arguments: [(5.3, ["0", "1", "2", "3", "4", "5"]), (0.144, ["0", "0.02", "0.04"]), (700, ["0", "100"])]
            as [(Double, [String])])
    func theLegendsNumbersAreRound(maximum: Double, first: [String]) {
        let marks = ColourScale.viridis.marks(unit: "", maximum: maximum)
        #expect(marks.map { DecimalText.rounded($0.value) }.prefix(first.count) == first[...])
        #expect((5...9).contains(marks.count))
        let seven = ColourScale.bands7.rounded(maximum: maximum)
        #expect(seven >= maximum && seven < 1.35 * maximum)
        #expect(DecimalText.rounded(seven / 7).filter(\.isNumber).drop { $0 == "0" }.count <= 3)
    }

    /// In any size: letters and lines grow with the picture, symbols stay within the frame, and numbers apart.
    @Test(arguments: [(400, 300), (1_200, 800), (2_400, 1_600)]) func nothingCoversTheNumbers(width: Int, height: Int) {
        var picture = PictureTests.picture(surface: false)
        picture.radius = 3
        let drawing = picture.drawing(width: width, height: height)
        #expect(drawing.width == width && drawing.height == height)
        let factor = max(1, Double(width) / 1_200), left = 96 * factor, top = 64 * factor
        for case .circle(let x, let y, let radius, _, _) in drawing.shapes where x < Double(width) - 150 * factor {
            #expect(x - radius > left && y - radius > top && y + radius < Double(height) - 46 * factor)
        }
        let numbers = drawing.shapes.compactMap { shape -> Double? in
            guard case .text(_, let x, let y, .start, _, let size) = shape, x > Double(width) - 130 * factor else {
                return nil
            }
            #expect(size == Int(13 * factor))
            return y
        }.sorted()
        #expect(numbers.count > 4 && zip(numbers, numbers.dropFirst()).allSatisfy { $1 - $0 >= 15 * factor })
    }

    /// Letters are as smooth as they are large: grey where a stroke covers a part of a pixel.
    @Test(arguments: [13, 26]) func lettersAreSmooth(size: Int) {
        var drawing = Drawing(width: 80, height: 40, ground: Colour(0xffffff), title: "")
        drawing.shapes = [.text("So°?", x: 4, y: 32, .start, Colour(0), size: size)]
        let canvas = PixelCanvas(drawing)
        let pixels = stride(from: 0, to: canvas.pixels.count, by: 3).map { canvas.pixels[$0] }
        #expect(pixels.contains { $0 < 40 } && pixels.contains { (80...180).contains($0) })
        let columns = pixels.indices.filter { pixels[$0] < 128 }.map { $0 % 80 }
        #expect((columns.max() ?? 0) < Int(Glyphs.width("So°?", size: Double(size)).rounded(.up)) + 4)
        #expect(columns.min().map { $0 >= 4 } == true)
    }
}
