import WaldoCore

/// Reads `fence` of an arm file, or a file that is one: what the hand and the ends of the links keep out of.
struct FenceReader {
    /// The arm, whose pose it bounds; nil: none is known, and the fence alone is read.
    var arm: Arm?
    /// Whether the arm's start may be in a region: the operator says that it stands there.
    var mayBeginInside = false

    func fence(_ value: YamlValue) throws(FileError) -> ArmFence {
        if let problem = arm?.fenceProblem { throw value.error(problem) }
        let section = try value.section(["table", "boxes", "cylinder", "reach"])
        var regions: [(region: ArmFence.Region, value: YamlValue)] = []
        if let table = section["table"] {
            regions.append((.init("table", .table(try PoseQuantity.length.value(table))), table))
        }
        if let boxes = section["boxes"] { regions += try self.boxes(boxes) }
        if let cylinder = section["cylinder"] {
            regions.append((.init("cylinder", try self.cylinder(cylinder)), cylinder))
        }
        if let reach = section["reach"] {
            let limit = try PoseQuantity.length.value(reach, isPositive: true)
            regions.append((.init("reach", .reach(limit)), reach))
        }
        guard !regions.isEmpty else {
            throw value.error(
                "`\(value.name)` keeps the arm out of nothing; add `table`, `boxes`, `cylinder` or `reach`")
        }
        let fence = ArmFence(regions.map(\.region))
        if let found = arm?.intrusion(into: fence, mayBeginInside: mayBeginInside) {
            throw regions[found.region].value.error("\(found.words) this fence \(found.when); correct one of the two")
        }
        return fence
    }

    private func boxes(_ value: YamlValue) throws(FileError) -> [(ArmFence.Region, YamlValue)] {
        let list = try value.list(
            expected: "a list of boxes such as `{ from: [1 cm, 1 cm, 0 cm], to: [9 cm, 9 cm, 9 cm] }`")
        guard (1...ArmFence.maxBoxes).contains(list.count) else {
            throw value.error("`\(value.name)` lists \(list.count) boxes; list 1 to \(ArmFence.maxBoxes)")
        }
        var boxes: [(ArmFence.Region, YamlValue)] = []
        for (index, value) in list.enumerated() {
            let section = try value.section(["name", "from", "to"])
            let name = try section["name"]?.title() ?? "box \(index + 1)"
            let to = try section.required("to")
            let low = try corner(section.required("from")), high = try corner(to)
            for (axis, low, high) in [("x", low.x, high.x), ("y", low.y, high.y), ("z", low.z, high.z)]
            where low >= high {
                throw to.error(
                    "`\(to.name)` is inside out: its \(axis) is not beyond that of `from`; exchange the two")
            }
            boxes.append((.init(name, .box(low, high)), value))
        }
        return boxes
    }

    private func corner(_ value: YamlValue) throws(FileError) -> ArmPoint {
        let expected = "three lengths, x, y and z, such as `[100 mm, -50 mm, 0 mm]`"
        let list = try value.list(expected: expected)
        guard list.count == 3 else { throw value.mismatch(expected: expected) }
        let x = try PoseQuantity.length.value(list[0]), y = try PoseQuantity.length.value(list[1])
        return ArmPoint(x: x, y: y, z: try PoseQuantity.length.value(list[2]))
    }

    private func cylinder(_ value: YamlValue) throws(FileError) -> ArmFence.Shape {
        let section = try value.section(["radius", "height"])
        return .cylinder(
            radius: try PoseQuantity.length.value(section.required("radius"), isPositive: true),
            height: try PoseQuantity.length.value(section.required("height"), isPositive: true))
    }
}
