import WaldoCore
import WaldoTime

/// An arm's hand in words.
struct HandText {
    let arm: ArmShown

    /// The hand's coordinates: `x 12 y -3 z 150 mm`; of the simulated arm where there is one.
    var position: String {
        guard let hand = arm.simulated.last ?? arm.commanded.last else { return "" }
        return "x \(Self.millimetres(hand.x)) y \(Self.millimetres(hand.y)) z \(Self.millimetres(hand.z)) mm"
    }

    /// How far the simulated arm is behind its commands, and how long it receives none; of an arm that is not
    /// simulated, that this is where its commands put it.
    var state: [InkedText] {
        guard let lag = arm.lag else { return [("commanded", .live)] }
        var texts: [InkedText] = [("lag \(Self.short(lag))", .plain)]
        if let span = arm.deafFor, span > .zero { texts.append(("busy \(Self.seconds(span))", .warning)) }
        return texts
    }

    /// That the geometry is assumed; nil: it is known.
    var assumption: InkedText? { arm.isAssumed ? ("assumed geometry", .warning) : nil }

    /// All of it in a line.
    var whole: String {
        ([position] + state.map(\.text) + (assumption.map { [$0.text] } ?? [])).filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    /// All of it, in so many cells if a shorter word for the geometry does that.
    func whole(cells: Int) -> String {
        CellWidth.cells(whole) <= cells ? whole : whole.replacing("assumed geometry", with: "assumed")
    }

    private static func millimetres(_ metres: Double) -> String {
        guard metres.isFinite else { return "?" }
        return "\(Int((min(99, max(-99, metres)) * 1_000).rounded()))"
    }

    /// A length, with a digit after the point where it is short.
    private static func short(_ metres: Double) -> String {
        guard metres.isFinite else { return "? mm" }
        guard metres < 0.01 else { return "\(millimetres(metres)) mm" }
        return DecimalText.text(Int64((max(0, metres) * 10_000).rounded()), decimals: 1) + " mm"
    }

    /// Seconds with a digit after the point, rounded up: 0.0 s would be at rest.
    private static func seconds(_ span: TimeSpan) -> String {
        let tenths = min(9_999, (min(span, .seconds(1_000)).microseconds + 99_999) / 100_000)
        return DecimalText.text(tenths, decimals: 1) + " s"
    }

    /// A round length of a scale's bar: `100 mm`, `2 m`.
    static func length(_ metres: Double) -> String {
        metres < 0.999_999 ? "\(Int((metres * 1_000).rounded())) mm" : "\(Int(metres.rounded())) m"
    }
}
