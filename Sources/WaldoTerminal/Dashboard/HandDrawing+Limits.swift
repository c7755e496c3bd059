import WaldoCore

/// What holds the hand back: the edges of the fence, the joints at their ends, and where the hand is asked to go.
extension HandDrawing {
    /// The pieces of a circle that is drawn.
    private static let pieces = 48
    /// The arrow's length, as a part of what is drawn, and its head's, in dots.
    private static let arrow = 0.35, head = 4.0

    /// Draws a region's outline: solid and in the colour of a fault while it holds a channel back, else dotted.
    func drawRegion(_ region: ArmFence.Region, in view: View, on sheet: inout BrailleCanvas) {
        let isHeld = arm.heldRegions.contains(region.name)
        for outline in outlines(region.shape, isFromAbove: view.isFromAbove) {
            for (from, to) in zip(outline, outline.dropFirst()) {
                sheet.line(
                    view.spot(from), view.spot(to), isHeld ? .bad : .faint, every: isHeld ? 1 : isBraille ? 3 : 2,
                    sign: "=")
            }
        }
    }

    func drawLimits(_ view: View, on sheet: inout BrailleCanvas) {
        for joint in arm.ended {
            sheet.circle(view.spot(joint), radius: 1.6, .bad, isFilled: true, sign: "!")
        }
        guard let way = arm.way, let hand = arm.commanded.last else { return }
        let speed = (way.x * way.x + way.y * way.y + way.z * way.z).squareRoot()
        let part = scale.extent * Self.arrow / speed
        guard part.isFinite else { return }
        let from = view.spot(hand)
        let tip = view.spot(
            ArmPoint(x: hand.x + way.x * part, y: hand.y + way.y * part, z: hand.z + way.z * part))
        let (x, y) = (tip.x - from.x, tip.y - from.y), length = (x * x + y * y).squareRoot()
        // An arrow towards the eye would be a point.
        guard length >= (isBraille ? 3 : 1) else { return }
        sheet.line(from, tip, .live, sign: "*")
        guard isBraille else { return }
        for side in [-1.0, 1] {
            let back = (x: -x + side * y * 0.6, y: -y - side * x * 0.6)
            let size = Self.head / length
            sheet.line(tip, (tip.x + back.x * size, tip.y + back.y * size), .live, sign: "*")
        }
    }

    /// A shape's edges as lines in the plane of a view, in metres.
    private func outlines(_ shape: ArmFence.Shape, isFromAbove: Bool) -> [[ArmPoint]] {
        switch (shape, isFromAbove) {
        case (.table(let height), false):
            return [[ArmPoint(x: -far, z: height), ArmPoint(x: far, z: height)]]
        case (.table, true): return []
        case (.box(let low, let high), false):
            return [[(low.x, low.z), (high.x, low.z), (high.x, high.z), (low.x, high.z), (low.x, low.z)].map(upright)]
        case (.box(let low, let high), true):
            return [[(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y), (low.x, low.y)].map(flat)]
        case (.cylinder(let radius, let height), false):
            return [[(-radius, 0), (-radius, height), (radius, height), (radius, 0)].map(upright)]
        case (.cylinder(let radius, _), true), (.reach(let radius), true): return [circle(radius).map(flat)]
        case (.reach(let radius), false): return [circle(radius).map(upright)]
        }
    }

    /// Beyond every edge of the drawing, also of one that is wider than high.
    private var far: Double { scale.extent * 10 }

    private func upright(_ x: Double, _ z: Double) -> ArmPoint { ArmPoint(x: x, z: z) }

    private func flat(_ x: Double, _ y: Double) -> ArmPoint { ArmPoint(x: x, y: y) }

    private func circle(_ radius: Double) -> [(Double, Double)] {
        (0...Self.pieces).map { piece in
            let angle = Double(piece) * 360 / Double(Self.pieces)
            return (radius * Degrees.cosine(angle), radius * Degrees.sine(angle))
        }
    }
}
