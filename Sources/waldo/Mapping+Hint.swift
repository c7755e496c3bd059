internal import WaldoCore
internal import WaldoFiles

extension Mapping {
    /// The keys that move the controls, for the operator who drives by keys: "W S slider  UP DOWN LEFT RIGHT joystick".
    var keyHint: String {
        var parts: [String] = []
        if case .keys(let forward, let backward) = slider.source { parts.append(names(forward + backward) + " slider") }
        if case .keys(let up, let down, let left, let right) = joystick.source {
            parts.append(names(up + down + left + right) + " joystick")
        }
        return parts.joined(separator: "  ")
    }

    private func names(_ codes: [UInt16]) -> String {
        codes.map { code in
            let name = EvdevNames.key(code)
            return name.hasPrefix("KEY_") ? String(name.dropFirst(4)) : name
        }.joined(separator: " ")
    }
}
