/// What a screen shows of the wizard that maps an input.
public struct WizardView: Equatable, Sendable {
    /// One line of what has been found.
    public struct Finding: Equatable, Sendable {
        /// What was asked for, and what answers it.
        public var name: String, text: String

        /// Creates a finding.
        public init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
    }

    /// An axis that is shown as a bar.
    public struct Axis: Equatable, Sendable {
        /// Its name, and where it is from its rest, -1...+1.
        public var name: String, value: Double
        /// Whether it is left out because it never rests.
        public var isIgnored: Bool

        /// Creates an axis.
        public init(_ name: String, _ value: Double, isIgnored: Bool) {
            (self.name, self.value, self.isIgnored) = (name, value, isIgnored)
        }
    }

    /// How far it is.
    public enum Stage: String, Sendable { case waiting, resting, asking, held, confirming, done }

    /// The input's name; empty: none is there yet.
    public var input = ""
    /// How far it is.
    public var stage = Stage.waiting
    /// The number of the prompt, from 1, and how many there are.
    public var number = 0, count = 0
    /// What is asked for in few words, and in a sentence.
    public var heading = "", prompt = ""
    /// What else may be done, and what was wrong with the last movement.
    public var hint = "", remark = ""
    /// What it means to leave the prompt out; empty: it is needed.
    public var choice = ""
    /// Whether the prompt may be left out, the mapping be written, and another name be taken.
    public var canSkip = false, canWrite = false, hasOtherName = false
    /// What has been found.
    public var findings: [Finding] = []
    /// The axes that have moved, and the names of the keys that are down.
    public var axes: [Axis] = [], keysDown: [String] = []
    /// What the terminal's keys do.
    public var keys: [(key: String, action: String)] = []
    /// Where the panel is; empty: there is none.
    public var panel = ""
    /// At the end: lines that say what was written.
    public var report: [String] = []

    /// A view of nothing.
    public init() {}

    /// Compares all parts.
    public static func == (a: Self, b: Self) -> Bool {
        a.input == b.input && a.stage == b.stage && a.number == b.number && a.count == b.count
            && a.heading == b.heading && a.prompt == b.prompt && a.hint == b.hint && a.remark == b.remark
            && a.findings == b.findings && a.axes == b.axes && a.panel == b.panel && a.choice == b.choice
            && (a.canSkip, a.canWrite, a.hasOtherName) == (b.canSkip, b.canWrite, b.hasOtherName)
            && a.keysDown == b.keysDown && a.report == b.report
            && a.keys.map { $0.key + $0.action } == b.keys.map { $0.key + $0.action }
    }
}
