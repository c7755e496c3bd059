public import WaldoCore
import WaldoTime

extension Arm {
    /// Where the arm parks and how long that may take, for people: `base 90, elbow 20, within 10 s`; nil: its file does
    /// not say where it rests.
    public var parkText: String? {
        guard let park else { return nil }
        let targets = park.targets.map { target in
            let profile = profiles[target.channel]
            return "\(profile.name) \(DecimalText.trimmed(Int64(target.value), decimals: profile.range.decimals))"
        }
        return "\(targets.joined(separator: ", ")), within \(TimeText.text(park.limit))"
    }
}
