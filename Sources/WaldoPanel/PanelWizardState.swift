import WaldoCore

/// What the wizard's page shows.
public struct PanelWizardState: Equatable, Sendable {
    /// How far the wizard is: waiting, resting, asking, held, confirming or done.
    public var stage = "waiting"
    /// The input's name; empty: none is there.
    public var input = ""
    /// The number of the prompt from 1, and how many there are; 0: there is none.
    public var number = 0, count = 0
    /// What is asked for, in few words and in a sentence; what else may be done, and what was wrong.
    public var heading = "", prompt = "", hint = "", remark = ""
    /// What was asked for, each with what answers it.
    public var found: [[String]] = []
    /// The axes that have moved: the name, percent of the way from rest, and 1 for one that is left out.
    public var axes: [[String]] = []
    /// The keys that are down.
    public var keys: [String] = []
    /// Whether the prompt may be left out, the mapping be written, and another name be taken.
    public var skips = false, writes = false, other = false
    /// What was written, line by line.
    public var report: [String] = []

    /// Most rows of each list.
    private static let maxEntries = 64

    /// A state of nothing.
    public init() {}

    /// The JSON object that is sent to the pages.
    public var text: [UInt8] {
        var json = JSONObject()
        json.add("stage", stage, limit: 16)
        json.add("input", input, limit: 64)
        json.add("number", number)
        json.add("count", count)
        json.add("heading", heading, limit: 256)
        json.add("prompt", prompt, limit: 512)
        json.add("hint", hint, limit: 256)
        json.add("remark", remark, limit: 512)
        json.add("found", Array(found.prefix(Self.maxEntries)))
        json.add("axes", Array(axes.prefix(Self.maxEntries)))
        json.add("keys", Array(keys.prefix(Self.maxEntries)))
        json.add("skips", skips)
        json.add("writes", writes)
        json.add("other", other)
        json.add("report", Array(report.prefix(Self.maxEntries)))
        return json.finish()
    }
}
