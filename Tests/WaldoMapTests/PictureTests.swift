import Testing
import WaldoCore
import WaldoMap
import WaldoSurvey
import WaldoTestSupport

/// Colours and drawings.
@Suite struct PictureTests {
    /// Pages find the colour of a number by its limits; the pictures do by its index.
    @Test(arguments: ColourScale.allCases) func theLimitsAreThoseOfTheIndices(scale: ColourScale) {
        var random = SeededGenerator(4)
        for unit in scale.units ?? [""] {
            let limits = scale.limits(unit: unit), maximum = scale.units == nil ? 3.0 : 1
            #expect(limits.count == scale.colours.count && limits == limits.sorted())
            for _ in 0..<2_000 {
                let value = Double.random(in: -0.1...1.1, using: &random) * (limits.last ?? 1)
                let index = limits.firstIndex { value <= $0 }
                #expect(
                    index == scale.index(value * maximum, unit: unit, maximum: maximum), "\(scale) \(value) \(unit)")
            }
        }
        if scale == .safecast { #expect(scale.limits(unit: "cpm").firstIndex { 42 <= $0 } == 56) }
    }

    /// The step that Safecast's own map has for 42 counts a minute.
    @Test func safecastsScaleHasSafecastsSteps() {
        #expect(ColourScale.safecast.index(42, unit: "cpm", maximum: 1) == 56)
        #expect(ColourScale.safecast.index(10.5, unit: "cpm", maximum: 1) == 0)
        #expect(ColourScale.safecast.index(22_937.25, unit: "cpm", maximum: 1) == 255)
        #expect(ColourScale.safecast.index(22_938, unit: "cpm", maximum: 1) == nil)
        #expect(ColourScale.safecast.index(42 / 334.0, unit: "uSv/h", maximum: 1) == 56)
    }

    @Test func sevenBandsAreASeventhEach() {
        let bands = (0...8).map { ColourScale.bands7.index(Double($0) - 0.5, unit: "", maximum: 7) }
        #expect(bands == [0, 0, 1, 2, 3, 4, 5, 6, nil])
        #expect(ColourScale.bands7.index(7, unit: "", maximum: 7) == 6)
    }

    @Test(arguments: ColourScale.allCases) func aScaleRises(scale: ColourScale) {
        let colours = scale.colours
        #expect(colours.count == (scale == .bands7 ? 7 : 256))
        #expect(!colours.contains(ColourScale.over))
        let steps = stride(from: 0.0, through: 60, by: 0.01).compactMap {
            scale.index($0, unit: "uSv/h", maximum: 60)
        }
        #expect(steps == steps.sorted() && steps.first == 0)
        let parts = scale.marks(unit: "uSv/h", maximum: 60).map(\.part)
        #expect(parts == parts.sorted() && parts.allSatisfy { (0...1).contains($0) })
    }

    static func picture(surface: Bool) -> MapPicture {
        let points = (0..<40).map { index in
            MapPoint(
                PlanePoint(x: Double(index % 8), y: Double(index / 8)), value: Double(index) / 20, sigma: 0.1)
        }
        var picture = MapPicture(
            title: "<A & \"B\">", stream: "dose", unit: "uSv/h", plane: .arm(.xy), points: points, scale: .viridis,
            maximum: 1.5, radius: 0.2)
        if surface { picture.surface = Surface(points) }
        return picture
    }

    @Test(arguments: [false, true]) func aMapHasALegendWithItsUnit(surface: Bool) {
        let drawing = Self.picture(surface: surface).drawing(width: 640, height: 480)
        let texts = drawing.shapes.compactMap { if case .text(let text, _, _, _, _, _) = $0 { text } else { nil } }
        for text in ["<A & \"B\">", "dose", "µSv/h", "> 1.5", "0.0", "1.0", "1.4", "x (m)", "y (m)"] {
            #expect(texts.contains(text), "\(texts)")
        }
        #expect(texts.contains("uncertain") == surface)
        // What is above the maximum is not the last colour of the scale.
        let circles = drawing.shapes.compactMap { if case .circle(_, _, _, let colour, _) = $0 { colour } else { nil } }
        #expect(circles.filter { $0 == ColourScale.over }.count == 9)
        // They have a dot, which is seen in grey too; so has the legend.
        #expect(circles.count == 40 + 9 + 1 && circles.filter { $0 == MapTheme.light.ink }.count == 10)
    }

    @Test func aVectorPictureIsWellFormed() {
        let text = SVGFile.text(Self.picture(surface: true).drawing(width: 640, height: 480))
        #expect(text.contains("<title>&lt;A &amp; &quot;B&quot;&gt;: map of dose in uSv/h</title>"))
        for tag in ["svg", "g", "text", "title"] {
            let opened = text.ranges(of: "<\(tag) ").count + text.ranges(of: "<\(tag)>").count
            #expect(opened > 0 && opened == text.ranges(of: "</\(tag)>").count, "\(tag)")
        }
    }

    private func map(of places: [Place]) throws -> (drawing: Drawing, texts: [String]) {
        let plane = try #require(MapPlane(fitting: places))
        let points = places.compactMap(plane.point).map { MapPoint($0, value: 1) }
        let drawing = MapPicture(
            title: "way", stream: "dose", unit: "uSv/h", plane: plane, points: points, scale: .viridis, maximum: 1,
            radius: 10
        ).drawing(width: 800, height: 600)
        let texts = drawing.shapes.compactMap { if case .text(let text, _, _, _, _, _) = $0 { text } else { nil } }
        return (drawing, texts.filter { $0.hasSuffix("°") })
    }

    /// 40 km between Vanua Levu and Taveuni.
    @Test func aTrackAcrossTheAntimeridianHasItsMeridians() throws {
        let (_, texts) = try map(of: [Place(x: 179.8, y: -16.8), Place(x: -179.83, y: -16.7)])
        #expect(texts.contains { $0.hasPrefix("179.8") } && texts.contains { $0.hasPrefix("-179.9") }, "\(texts)")
        #expect(texts.contains { $0.hasPrefix("180") } && texts.contains { $0.hasPrefix("-16.") }, "\(texts)")
        #expect(!texts.contains { $0.hasPrefix("18") && !$0.hasPrefix("180") }, "\(texts)")
    }

    /// From Brussels to Athens, and across the Pacific: curves, and numbers at the edges.
    @Test(
        arguments: [
            ([(4.35, 50.85), (23.73, 37.98)], ["10", "40"]),
            ([(151.2, -33.9), (-118.2, 34.05)], ["160", "-150", "20"]),
            ([(15.6, 78.2), (-164, 78)], ["74", "-100"]),
        ] as [([(Double, Double)], [String])])
    func aWideMapHasCurvedMeridians(_ places: [(Double, Double)], _ numbers: [String]) throws {
        let (drawing, texts) = try map(of: places.map { Place(x: $0.0, y: $0.1) })
        for number in numbers { #expect(texts.contains { $0.hasPrefix(number) }, "\(number) in \(texts)") }
        let curves = drawing.shapes.compactMap { shape -> [PlanePoint]? in
            if case .line(let points, width: 1, let colour) = shape, colour == MapTheme.light.faint {
                points
            } else {
                nil
            }
        }
        #expect(curves.count > 4 && curves.contains { $0.count > 10 })
        // Within the frame, in which the map is.
        #expect(curves.joined().allSatisfy { (95.9...650.1).contains($0.x) && (63.9...554.1).contains($0.y) })
    }

    /// A picture of one point, or of none at all, is a picture too.
    @Test(arguments: [0, 1]) func fewPointsAreDrawn(count: Int) {
        var picture = Self.picture(surface: true)
        picture.points = Array(picture.points.prefix(count))
        picture.surface = Surface(picture.points)
        let drawing = picture.drawing(width: 10, height: 10)
        #expect(drawing.width == 400 && drawing.height == 300)
        #expect(PNGFile.bytes(drawing).starts(with: [0x89, 0x50, 0x4e, 0x47]))
    }
}
