import WaldoCore
import WaldoTime

/// Reads `park` of an arm file: where the arm rests on its own structure.
enum ParkReader {
    private static let limits = TimeSpan.seconds(1)...TimeSpan.seconds(60)

    static func park(_ value: YamlValue, of channels: [ChannelProfile]) throws(FileError) -> ArmPark {
        let names = channels.filter { $0.mode == .position }.map(\.name)
        let section = try YamlSection(names: value, expected: "positions by name") {
            (location, name) throws(FileError) in
            guard name != "within", !names.contains(name) else { return }
            throw location.error(
                "`\(SafeText.escaped(name))` is not a position of this arm" + Spelling.hint(name, among: names))
        }
        var park = ArmPark([])
        if !names.contains("within"), let limit = section["within"] { park.limit = try limit.duration(in: limits) }
        for (index, profile) in channels.enumerated() where profile.mode == .position {
            guard let value = section[profile.name] else { continue }
            park.targets.append(.init(Channel(index), try target(value, profile)))
        }
        guard !park.targets.isEmpty else {
            throw value.error("`park` moves no channel; name a position, or take it out")
        }
        return park
    }

    private static func target(_ value: YamlValue, _ profile: ChannelProfile) throws(FileError) -> Int32 {
        let number = try ChannelDraft.number(value, within: profile.range)
        guard profile.limits?.travel?.contains(number) != false else {
            throw value.error("`\(value.name)` is outside of `limits.travel` of \(profile.name); choose one within")
        }
        guard profile.limits?.slew != nil else {
            throw value.error("`\(profile.name)` would jump there; give the channel `limits.slew`, its units a second")
        }
        return number
    }
}
