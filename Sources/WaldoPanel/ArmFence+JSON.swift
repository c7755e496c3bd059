import WaldoCore

extension ArmFence.Region {
    /// The region in the text for the pages, in whole millimetres.
    func json(isHeld: Bool) -> JSONObject {
        var json = JSONObject()
        json.add("name", name, limit: 24)
        json.add("holds", isHeld)
        switch shape {
        case .table(let height): json.add("table", [height].map(PanelPose.millimetres))
        case .box(let low, let high):
            json.add("box", [low.x, low.y, low.z, high.x, high.y, high.z].map(PanelPose.millimetres))
        case .cylinder(let radius, let height): json.add("cylinder", [radius, height].map(PanelPose.millimetres))
        case .reach(let limit): json.add("reach", [limit].map(PanelPose.millimetres))
        }
        return json
    }
}
