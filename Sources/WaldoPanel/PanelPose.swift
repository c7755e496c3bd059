public import WaldoCore
import WaldoTime

/// An arm in space as the pages draw it, in whole millimetres: what is smaller changes no drawing.
public struct PanelPose: Equatable, Sendable {
    /// Most points of a chain in a text: the base, and one behind each joint of the longest chain.
    static let maxPoints = 1 + CommandedPose.maxJoints
    /// What no coordinate exceeds, in mm.
    static let farthest = 9_999_999

    /// x, y and z of each point from the base to the hand, in mm, where the commands put the arm.
    let commanded: [Int]
    /// The same of the simulated arm; empty: the arm is not simulated.
    let simulated: [Int]
    /// How far the arm reaches from its base, in mm.
    let reach: Int
    /// How far the simulated hand is from where it is commanded to be, in mm; nil: the arm is not simulated.
    let lag: Int?
    /// For how long the simulated arm still receives nothing, in ms, in steps of 100; nil: it receives.
    let deaf: Int?
    /// Whether the arm's geometry is assumed.
    let isAssumed: Bool
    /// Where the hand is asked to go, in mm/s along each axis; empty: nowhere.
    let way: [Int]
    /// x, y and z of each joint that is at its end, in mm.
    let ended: [Int]
    /// The regions of the arm's fence, and the names of those that hold a channel back.
    let regions: [ArmFence.Region], heldRegions: [String]

    /// Rounds a drawing to what a page needs of it.
    public init(_ shown: ArmShown) {
        commanded = Self.coordinates(shown.commanded)
        simulated = Self.coordinates(shown.simulated)
        reach = max(1, Self.millimetres(shown.reach))
        lag = shown.lag.map(Self.millimetres)
        deaf = shown.deafFor.map { max(0, min(Self.farthest, ($0 / .milliseconds(1) + 99) / 100 * 100)) }
        isAssumed = shown.isAssumed
        let way = shown.way.map(Self.millimetres) ?? []
        self.way = way.contains { $0 != 0 } ? way : []
        ended = shown.ended.flatMap(Self.millimetres)
        (regions, heldRegions) = (shown.regions, shown.heldRegions)
    }

    /// The coordinates of a chain without the points that do not differ: a joint that turns has the place of the one
    /// before it. The last point is always the hand.
    private static func coordinates(_ points: [ArmPoint]) -> [Int] {
        var chain: [[Int]] = []
        for point in points {
            let rounded = millimetres(point)
            guard rounded != chain.last else { continue }
            if chain.count == maxPoints { chain.removeLast() }
            chain.append(rounded)
        }
        return chain.flatMap(\.self)
    }

    private static func millimetres(_ point: ArmPoint) -> [Int] { [point.x, point.y, point.z].map(millimetres) }

    static func millimetres(_ metres: Double) -> Int {
        guard !metres.isNaN else { return 0 }
        let limit = Double(farthest)
        return Int(max(-limit, min(limit, metres * 1_000)).rounded())
    }

    /// The drawing in the text for the pages.
    var json: JSONObject {
        var json = JSONObject()
        json.add("commanded", commanded)
        json.add("simulated", simulated)
        json.add("reach", reach)
        json.add("assumed", isAssumed)
        if let lag { json.add("lag", lag) }
        if let deaf { json.add("deaf", deaf) }
        if !way.isEmpty { json.add("way", way) }
        if !ended.isEmpty { json.add("ended", ended) }
        if !regions.isEmpty {
            json.add("regions", regions.map { $0.json(isHeld: heldRegions.contains($0.name)) })
        }
        return json
    }
}
