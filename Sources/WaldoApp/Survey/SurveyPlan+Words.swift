internal import WaldoCore
internal import WaldoFiles

/// Bytes that start and stop a sensor never look like a command to an arm.
extension SurveyPlan {
    /// Refuses a sensor with a service of its own whose bytes an arm with that service, or that characteristic, could
    /// take for a frame.
    /// - Throws: `Failure` that names the arm and its channel.
    func refuseFrames(of library: Library) throws(Failure) {
        guard let words = sensor.says, let service = sensor.hears.service else { return }
        for entry in library.arms() {
            guard let arm = entry.value, arm.link.service == service || arm.link.write == words.characteristic else {
                continue
            }
            try refuseFrames(of: arm)
        }
    }

    /// Refuses a sensor on the arm's own shield whose bytes the arm could take for a frame, or which the arm's link
    /// cannot carry.
    /// - Throws: `Failure` that says which and why.
    func refuseWords(unfitFor arm: Arm) throws(Failure) {
        guard let words = sensor.says, isOnArm else { return }
        if let characteristic = words.characteristic, characteristic != arm.link.write {
            throw Failure(
                Failure.file,
                "“\(sensor.name)” is sent bytes at \(characteristic), and the link to “\(arm.name)” writes to "
                    + "\(arm.link.write) only: use it without the arm, or leave `say:` out of its file")
        }
        for bytes in [words.start, words.stop].compactMap(\.self) where bytes.count > arm.link.max {
            throw Failure(
                Failure.file,
                "“\(sensor.name)” is sent \(bytes.count) bytes, and one write to “\(arm.name)” takes \(arm.link.max): "
                    + "shorten `say:` in its file")
        }
        try refuseFrames(of: arm)
    }

    private func refuseFrames(of arm: Arm) throws(Failure) {
        for (word, bytes) in [("start", sensor.says?.start), ("stop", sensor.says?.stop)] {
            guard let bytes, let channel = arm.channelLike(bytes.bytes) else { continue }
            throw Failure(
                Failure.file,
                "`say: \(word)` of “\(sensor.name)” is \(HexText.text(of: bytes.bytes, separator: " ")), which the arm "
                    + "“\(arm.name)” could take for a frame of `\(channel)`: nothing is sent; leave it out of the file, "
                    + "or give the arm's frames a mark of their own")
        }
    }
}
