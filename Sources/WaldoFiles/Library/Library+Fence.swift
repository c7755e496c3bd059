public import WaldoCore

extension Library {
    /// An arm behind the fence of a file, with the text of an arm's file that has it: so recordings and surveys keep
    /// the fence.
    /// - Parameters:
    ///   - arm: the arm, as it was read from its text, and that text.
    ///   - path: the file of the fence.
    ///   - isPlaced: whether the operator says where the arm stands, which may be in a region.
    /// - Throws: `FileError` if the file is missing or wrong, or if the arm has a fence already.
    public func fenced(
        _ arm: (value: Arm, source: SourceText), by path: String, isPlaced: Bool = false
    ) throws(FileError) -> (value: Arm, source: SourceText) {
        let file = InputFile.name(path), name = SafeText.escaped(arm.value.name)
        guard arm.value.fence == nil else {
            throw FileError(file: file, "the file of “\(name)” has a `fence` of its own; leave --fence out")
        }
        let root = try YamlDocument.root(of: FileText.read(path), file: file, as: .fence)
        var fenced = arm
        fenced.value.fence = try FenceReader(arm: arm.value, mayBeginInside: isPlaced).fence(root)
        fenced.source.text += (arm.source.text.hasSuffix("\n") ? "" : "\n") + (fenced.value.fence?.line ?? "")
        // The appended line means what it says only behind keys at the left edge, a line each.
        let again = try? ArmReader.arm(from: fenced.source.text, file: file, isRecorded: true)
        guard again?.fence == fenced.value.fence else {
            throw FileError(
                file: file, "no fence can be added to the file of “\(name)”; write `fence` into it yourself")
        }
        return fenced
    }
}

extension ArmFence {
    /// The fence as a line of an arm's file.
    fileprivate var line: String {
        var keys: [String] = [], boxes: [String] = []
        for region in regions {
            switch region.shape {
            case .table(let height): keys.append("table: \(length(height))")
            case .reach(let limit): keys.append("reach: \(length(limit))")
            case .cylinder(let radius, let height):
                keys.append("cylinder: { radius: \(length(radius)), height: \(length(height)) }")
            case .box(let low, let high):
                boxes.append(
                    "{ name: \(JSONQuoting.text(region.name)), from: \(corner(low)), to: \(corner(high)) }")
            }
        }
        // Behind the table, as they are read.
        let place = regions.first.map { if case .table = $0.shape { 1 } else { 0 } } ?? 0
        if !boxes.isEmpty { keys.insert("boxes: [\(boxes.joined(separator: ", "))]", at: place) }
        return "fence: { \(keys.joined(separator: ", ")) }\n"
    }

    private func corner(_ point: ArmPoint) -> String {
        "[\(length(point.x)), \(length(point.y)), \(length(point.z))]"
    }

    private func length(_ metres: Double) -> String { PoseQuantity.length.text(metres) }
}
