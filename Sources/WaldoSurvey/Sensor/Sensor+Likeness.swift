public import WaldoCore

extension Sensor {
    /// Which of the sensor's bytes an arm on the same service or characteristic could take for a frame, as the
    /// beginning of a sentence; nil: none.
    public func likeness(to arm: Arm) -> String? {
        let isSame =
            hears.service.map { $0 == arm.link.bluetooth?.service } ?? true
            || says?.characteristic.map { $0 == arm.link.bluetooth?.write } ?? false
        guard isSame else { return nil }
        for (word, bytes) in [("start", says?.start), ("stop", says?.stop)] {
            guard let bytes, let channel = arm.channelLike(bytes.bytes) else { continue }
            return
                "`say: \(word)` of “\(name)” (\(HexText.text(of: bytes.bytes, separator: " "))) could be taken for a "
                + "frame of `\(channel)` by the arm “\(arm.name)”"
        }
        return nil
    }
}
