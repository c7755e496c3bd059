import WaldoCore
import WaldoFiles

extension DrivePlan {
    /// What stops beside the input: the terminal's keys, and the panel's pages.
    var stopsBeside: [String] {
        let terminal = !isPlain || takesTerminal ? ["Space and Escape in the terminal"] : []
        return terminal + (panel == nil ? [] : ["the panel's stop"])
    }

    /// Whether the drive can be stopped other than by a mapping's keys on its input. If the terminal is the input, the
    /// mapping may use all of its stop keys.
    func stops(beside mapping: Mapping) -> Bool {
        guard case .input(.terminal) = holder else { return !stopsBeside.isEmpty }
        return panel != nil || !mapping.freeStopKeys.isEmpty
    }

    /// The mapping of a drive without an input of its own: the keyboard mapping if it moves every channel of the arm,
    /// for settings that a finger does not determine, such as the speed of a held position; otherwise a generated one,
    /// without a joystick for a raster or a route, which moves one channel after the other.
    func mappingWithoutInput() throws(FileError) -> (Mapping, SourceText) {
        let usual = try library.mapping("keyboard")
        if arm.isMovedWhole(by: usual.value) { return usual }
        let isRaster = if case .raster = holder { true } else { false }
        return try PanelMapping.mapping(for: arm, hasStick: !isRaster)
    }
}

extension Mapping {
    /// Of the terminal's keys that stop those that the mapping does not use.
    var freeStopKeys: [UInt16] { KeyCode.stops.filter { !keyCodes.contains($0) } }
}
