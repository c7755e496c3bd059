import Testing
import WaldoCore
import WaldoTime

@testable import WaldoTerminal

/// The arm in space: its scale, its drawing and its words.
@Suite struct HandTests {
    /// An arm of one upright piece and one that leans to where its hand is, in metres.
    static func arm(_ x: Double, _ y: Double, _ z: Double, reach: Double = 0.3) -> ArmShown {
        ArmShown(commanded: [.init(), .init(z: 0.1), .init(x: x, y: y, z: z)], reach: reach)
    }

    // MARK: scale

    @Test func theScaleGrowsInStepsAndNeverShrinks() {
        var scale = HandScale()
        scale.include(Self.arm(0, 0, 0.1, reach: 0.21))
        #expect(abs(scale.extent - 0.3) < 1e-9 && !scale.isDeep)
        scale.include(Self.arm(0.299, 0, 0.1, reach: 0.21))
        #expect(abs(scale.extent - 0.3) < 1e-9)
        scale.include(Self.arm(0, -0.31, 0.1, reach: 0.21))
        #expect(abs(scale.extent - 0.5) < 1e-9)
        scale.include(Self.arm(0, 0, 0, reach: 0.01))
        #expect(abs(scale.extent - 0.5) < 1e-9)
        scale.include(Self.arm(0, 0, -0.2))
        #expect(scale.isDeep && abs(scale.depth - 0.5) < 1e-9)
    }

    @Test(arguments: [(0.2, 0.2), (0.200_000_1, 0.2), (0.21, 0.3), (1, 1), (7.6, 10), (0, 0.01), (1e9, 1_000)])
    func aReachIsRoundedUpToAStep(reach: Double, extent: Double) {
        var scale = HandScale()
        scale.include(Self.arm(0, 0, 0, reach: reach))
        // The upright piece of 0.1 m has to be held in any case.
        #expect(abs(scale.extent - max(0.1, extent)) < 1e-6 * extent)
    }

    // MARK: drawing

    /// The columns and rows of the cells with a sign, in the left and in the right half of a drawing without braille.
    func cells(_ sign: Character, _ arm: ArmShown) -> (side: [(Int, Int)], top: [(Int, Int)]) {
        var canvas = Canvas(.init(columns: 62, rows: 16), .init(.colour, isUnicode: false))
        let place = CellRect(column: 0, row: 0, width: 62, height: 16)
        HandDrawing(arm, HandScale(), isBraille: false).draw(on: &canvas, in: place)
        var found: (side: [(Int, Int)], top: [(Int, Int)]) = ([], [])
        for (row, text) in canvas.rows.map(\.text).enumerated() {
            for (column, character) in text.enumerated() where character == sign {
                if column < 31 { found.side.append((column, row)) } else { found.top.append((column - 32, row)) }
            }
        }
        return found
    }

    @Test func xGoesToTheRightInBothViewsZAndYUp() throws {
        func hand(_ x: Double, _ y: Double, _ z: Double) throws -> (side: (Int, Int), top: (Int, Int)) {
            let found = cells("o", Self.arm(x, y, z))
            return (try #require(found.side.first), try #require(found.top.first))
        }
        let middle = try hand(0, 0, 0.2), right = try hand(0.2, 0, 0.2), left = try hand(0, 0.2, 0.2)
        let high = try hand(0, 0, 0.29)
        #expect(right.side.0 > middle.side.0 && right.top.0 > middle.top.0)
        #expect(right.side.1 == middle.side.1 && right.top.1 == middle.top.1)
        #expect(left.top.1 < middle.top.1 && left.side == middle.side && left.top.0 == middle.top.0)
        #expect(high.side.1 < middle.side.1 && high.top == middle.top)
        // 0.2 m to the right are as far as 0.2 m up, in cells that are twice as high as wide.
        #expect(abs(Double(right.side.0 - middle.side.0) - 2 * Double(middle.top.1 - left.top.1)) <= 2)
    }

    @Test func theSimulatedPoseIsSolidAndTheCommandedOneDotted() {
        var arm = Self.arm(0.2, 0, 0.2)
        #expect(cells("#", arm).side.isEmpty && !cells(".", arm).side.isEmpty && cells("@", arm).side.isEmpty)
        arm.simulated = [.init(), .init(z: 0.1), .init(x: -0.2, z: 0.2)]
        let solid = cells("#", arm).side, dotted = cells(".", arm).side
        #expect(!solid.isEmpty && !dotted.isEmpty)
        #expect(cells("@", arm).side.count == 1 && cells("o", arm).side.count == 1)
        #expect(cells("@", arm).side[0].0 < cells("o", arm).side[0].0)
    }

    @Test func theFenceIsOutlinedInBothViewsWhereItStands() throws {
        var arm = Self.arm(0.1, 0, 0.2)
        #expect(cells("=", arm).side.isEmpty)
        // The arm's first piece is upright, so its lowest point is the base.
        let ground = try #require(cells(".", arm).side.max { $0.1 < $1.1 })
        let axis = try #require(cells(".", arm).top.first)
        arm.regions = [
            .init("box", .box(ArmPoint(x: 0.15, y: -0.05, z: 0.05), ArmPoint(x: 0.25, y: 0.05, z: 0.15)))
        ]
        // In front of the base: right of it in both views, above the ground, on both sides of the axis.
        let box = cells("=", arm)
        #expect(!box.side.isEmpty && box.side.allSatisfy { $0.0 > ground.0 && $0.1 < ground.1 })
        #expect(!box.top.isEmpty && box.top.allSatisfy { $0.0 > axis.0 })
        #expect(box.top.contains { $0.1 < axis.1 } && box.top.contains { $0.1 > axis.1 })
        arm.heldRegions = ["box"]
        #expect(cells("=", arm).side.count > box.side.count)
        arm.regions = [.init("table", .table(0.1))]
        let table = cells("=", arm)
        #expect(table.top.isEmpty && Set(table.side.map(\.1)).count == 1 && table.side.count > 10)
        arm.regions = [.init("cylinder", .cylinder(radius: 0.1, height: 0.1))]
        #expect(cells("=", arm).top.contains { $0.0 < axis.0 } && cells("=", arm).side.contains { $0.0 < ground.0 })
        arm.regions = [.init("reach", .reach(0.25))]
        #expect(cells("=", arm).side.contains { $0.1 < ground.1 - 3 })
    }

    @Test func anArrowGoesWhereTheHandIsAskedToGoAndAJointAtItsEndIsMarked() throws {
        var arm = Self.arm(0, 0, 0.1)
        #expect(cells("*", arm).side.isEmpty && cells("!", arm).side.isEmpty)
        let hand = try #require(cells("o", arm).side.first)
        arm.way = ArmPoint(x: 0.03)
        #expect(cells("*", arm).side.contains { $0.0 > hand.0 } && !cells("*", arm).top.isEmpty)
        arm.way = ArmPoint(z: 0.001)
        #expect(cells("*", arm).side.contains { $0.1 < hand.1 } && cells("*", arm).top.isEmpty)
        arm.ended = [ArmPoint(x: -0.1, z: 0.1)]
        #expect(cells("!", arm).side.count == 1 && cells("!", arm).top.count == 1)
    }

    /// Dots of each pose, at a size at which both are drawn in dots.
    @Test func inBrailleADottedLineHasHalfTheDotsOfASolidOne() {
        func dots(isDotted: Bool) -> Int {
            var sheet = BrailleCanvas(width: 20, height: 4, isBraille: true)
            sheet.line((0, 7), (39, 7), .plain, every: isDotted ? 2 : 1, sign: ".")
            return BrailleCanvasTests.dots(sheet).count
        }
        #expect(dots(isDotted: false) == 40 && dots(isDotted: true) == 20)
    }

    // MARK: words

    @Test func theHandsPlaceIsInMillimetres() {
        #expect(HandText(arm: Self.arm(0.0124, -0.0031, 0.15)).position == "x 12 y -3 z 150 mm")
        #expect(HandText(arm: Self.arm(.nan, 1e300, -.infinity)).position == "x ? y 99000 z ? mm")
        var arm = Self.arm(0, 0, 0.15)
        arm.simulated = [.init(), .init(x: 0.03, z: 0.11)]
        #expect(HandText(arm: arm).whole == "x 30 y 0 z 110 mm, lag 50 mm")
        arm.deafFor = .milliseconds(1_201)
        arm.isAssumed = true
        #expect(HandText(arm: arm).whole == "x 30 y 0 z 110 mm, lag 50 mm, busy 1.3 s, assumed geometry")
        arm.simulated = []
        #expect(HandText(arm: arm).whole == "x 0 y 0 z 150 mm, commanded, assumed geometry")
    }

    @Test(arguments: [
        ("height", -60, -0.5, "DOWN"), ("turn", -40, 0.5, "LEFT"), ("turn", 40, 0.5, "RIGHT"), ("roll", -40, 0.5, "CW"),
        ("reach", -60, 0.5, "FORWARD"), ("side", -60, -1, "RIGHT"), ("up", -60, 0, "AT REST"),
    ])
    func aSliderOfTheHandSaysWhereItGoes(direction: String, low: Int32, deflection: Double, word: String) {
        let range = ValueRange(low: low, high: -low)
        let axis = ControlStatus.Axis(
            ChannelNumber(0), of: "hand.\(direction)", normalised: deflection, isPosition: false, range: range)
        #expect(SliderLabel(deflection).word(axis) == word)
    }

    // MARK: the panel

    func text(_ hand: ArmShown?, columns: Int, rows: Int, _ style: TerminalStyle = .init(.colour)) -> [String] {
        var view = DashboardTests.driving
        view.hand = hand
        return Dashboard(size: .init(columns: columns, rows: rows), style: style).rows(view, log: ["said"]).map(\.text)
    }

    @Test func on80X24TheHandStandsBesideFramesAndLog() {
        var arm = Self.arm(0.1, 0, 0.2)
        arm.isAssumed = true
        let text = text(arm, columns: 80, rows: 24), whole = text.joined(separator: "\n")
        for part in [
            "┌─ hand ", "x 100 y 0 z 200 mm ", "commanded", "assumed geometry", "mm ─┘", "side", "top", "\"L37>\"",
            "said",
            "FORWARD", "BLE Shield", "Ctrl-C ends",
        ] { #expect(whole.contains(part), "\(part)") }
        #expect(!whole.contains("~"))
        #expect(!self.text(nil, columns: 80, rows: 24).joined().contains("hand"))
    }

    @Test func whereTheViewsHaveNoSpaceTheHandIsInWords() {
        let arm = Self.arm(0.1, 0, 0.2)
        var view = DashboardControlsTests.view((1...8).map { DashboardControlsTests.position("servo\($0)", $0) })
        view.controls += (1...3).map { .joystick("stick\($0)", x: .init(.init(1)), y: .init(.init(2))) }
        view.hand = arm
        let rows = Dashboard(size: .init(columns: 80, rows: 24), style: .init(.colour)).rows(view, log: [])
        #expect(
            rows.contains {
                $0.text.hasPrefix("── on the wire ─") && $0.text.contains(" x 100 y 0 z 200 mm, commanded ")
            })
        #expect(text(arm, columns: 60, rows: 15).contains("hand      x 100 y 0 z 200 mm, commanded"))
    }

    @Test func aLargeTerminalHasALargerDrawing() {
        func braille(_ columns: Int, _ rows: Int) -> Int {
            text(Self.arm(0.2, 0, 0.2), columns: columns, rows: rows)[(rows / 2)...].joined().unicodeScalars
                .filter { (0x2801...0x28ff).contains($0.value) }.count
        }
        #expect(braille(80, 24) > 10 && braille(120, 40) > 3 * braille(80, 24) / 2)
        #expect(braille(200, 60) > 3 * braille(120, 40) / 2)
    }
}
