import WaldoCore
import WaldoFiles
import WaldoSurvey

/// Bytes that start and stop a sensor never look like a command to an arm.
extension SurveyPlan {
    /// Refuses a sensor with a peripheral of its own whose bytes an arm with the same service or characteristic could
    /// take for a frame: what answers could be that arm. A peripheral that the operator names is none.
    /// - Throws: `Failure` that names the arm and its channel.
    func refuseFrames(of library: Library = Library()) throws(Failure) {
        guard !isOverride, !isOnArm, !isDemo, simulation == nil, peripheral == nil else { return }
        guard let like = library.arms().compactMap(\.value).lazy.compactMap({ sensor.likeness(to: $0) }).first else {
            return
        }
        throw Failure(
            .file,
            "\(like), which uses the same service: nothing was started; name the sensor's address by --peripheral, or "
                + "use other bytes")
    }

    /// Refuses a sensor whose bytes the arm could take for a frame; on the arm's own shield also one whose bytes its
    /// link cannot carry.
    /// - Throws: `Failure` that says which and why.
    func refuseCommands(unfitFor arm: Arm) throws(Failure) {
        guard !isOverride, let commands = sensor.says else { return }
        if isOnArm, let characteristic = commands.characteristic, let link = arm.link.bluetooth,
            characteristic != link.write
        {
            throw Failure(
                .file,
                "“\(sensor.name)” is sent bytes at \(characteristic), and the link to “\(arm.name)” writes to "
                    + "\(link.write) only: use it without the arm, or leave `say:` out of its file")
        }
        for bytes in [commands.start, commands.stop].compactMap(\.self) where isOnArm && bytes.count > arm.link.max {
            throw Failure(
                .file,
                "“\(sensor.name)” is sent \(bytes.count) bytes, and one write to “\(arm.name)” takes \(arm.link.max): "
                    + "shorten `say:` in its file")
        }
        if let like = sensor.likeness(to: arm) {
            throw Failure(
                .file,
                "\(like): nothing was started; use other bytes, or give the arm's frames a mark of their own")
        }
    }

    /// Where the survey is stored, once it has ended, and what shows it. Counts at single points can show a source.
    func storedText(_ path: String, ofPoints: Bool = false) -> String {
        let name = SafeText.escaped(path, upTo: .max)
        let isCounted = ofPoints && graph.inputs.contains(where: \.isCounts)
        let source = isCounted ? ", `waldo survey source \(name)`" : ""
        return "\(simulation == nil ? "" : "simulated: ")stored in \(name); see `waldo survey show \(name)`, "
            + "`waldo survey map \(name) --png map.png`\(source)"
    }
}
