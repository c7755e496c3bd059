/// What a page asks of the survey's views. Surveys of the folder are named by their index in the list that was sent.
public enum ViewMessage: Equatable, Sendable {
    /// A survey of the folder: the list's number, and the place in it.
    public struct Item: Equatable, Sendable {
        /// The number of the list, which changes when the folder has other surveys.
        public var list: Int
        /// The place in it.
        public var index: Int

        /// Creates an item.
        public init(list: Int, index: Int) { (self.list, self.index) = (list, index) }
    }

    /// A route that is asked for. Places are in tenths of a millimetre on an arm's plane and in decimetres on the
    /// world's, weights in thousandths.
    public struct Route: Equatable, Sendable {
        /// The survey and its stream.
        public var slot: Int, stream: Int
        /// Where it begins and ends.
        public var fromX: Int32, fromY: Int32, toX: Int32, toY: Int32
        /// What a unit of dose and an hour cost.
        public var dose: Int32, time: Int32
    }

    /// What the operator of a raster wants.
    public enum Raster: String, Sendable { case pause, resume, skip, abort }

    /// What the operator of a survey without an arm wants.
    public enum Session: String, Sendable { case start, pause, end }

    /// How many surveys are shown at once: the one that is running, and two of the folder.
    public static let slots = 3

    /// The samples of a stream from an index on, and new ones as they come; without a stream, no more.
    case samples(slot: Int, stream: Int?, from: Int)
    /// The folder's surveys.
    case surveys
    /// Show a survey of the folder, or no longer.
    case open(Item, slot: Int), close(slot: Int)
    /// Add a note to a survey.
    case note(Item, String)
    /// Forbid or allow that it is published.
    case publish(Item, Bool)
    /// Mark it as deleted.
    case delete(Item)
    /// Write it into a file of this format, beside it.
    case export(Item, String)
    /// The operator has heard an alarm.
    case acknowledge(String)
    /// Pause, resume, leave a point out, or end.
    case raster(Raster)
    /// Start, pause or end a survey without an arm.
    case session(Session)
    /// Find routes.
    case route(Route)

    init?(_ verb: String?, _ fields: inout FlatObject) {
        func item(_ fields: inout FlatObject) -> Item? {
            guard let list = fields.removeCount("list"), let index = fields.removeCount("item") else { return nil }
            return Item(list: list, index: index)
        }
        func slot(_ fields: inout FlatObject) -> Int? {
            fields.removeCount("slot").flatMap { $0 < Self.slots ? $0 : nil }
        }
        switch verb {
        case "samples":
            guard let slot = slot(&fields), let stream = fields.removeNumber("stream"), stream >= -1,
                let from = fields.removeCount("from")
            else { return nil }
            self = .samples(slot: slot, stream: stream < 0 ? nil : Int(stream), from: from)
        case "surveys": self = .surveys
        case "open":
            guard let item = item(&fields), let slot = slot(&fields), slot > 0 else { return nil }
            self = .open(item, slot: slot)
        case "close":
            guard let slot = slot(&fields), slot > 0 else { return nil }
            self = .close(slot: slot)
        case "note":
            guard let item = item(&fields), let text = fields.removeText("text"), !text.isEmpty else { return nil }
            self = .note(item, text)
        case "keep":
            guard let item = item(&fields), let to = fields.removeText("to"), to == "on" || to == "off" else {
                return nil
            }
            self = .publish(item, to == "on")
        case "delete":
            guard let item = item(&fields) else { return nil }
            self = .delete(item)
        case "export":
            guard let item = item(&fields), let format = fields.removeText("as") else { return nil }
            self = .export(item, format)
        case "acknowledge":
            guard let alarm = fields.removeText("alarm") else { return nil }
            self = .acknowledge(alarm)
        case "raster":
            guard let order = fields.removeText("to").flatMap(Raster.init) else { return nil }
            self = .raster(order)
        case "session":
            guard let order = fields.removeText("to").flatMap(Session.init) else { return nil }
            self = .session(order)
        case "route":
            guard let slot = slot(&fields), let stream = fields.removeCount("stream"),
                let fromX = fields.removeNumber("fx"),
                let fromY = fields.removeNumber("fy"), let toX = fields.removeNumber("tx"),
                let toY = fields.removeNumber("ty"),
                let dose = fields.removeCount("dose"), let time = fields.removeCount("time"), dose + time > 0
            else { return nil }
            self = .route(
                Route(
                    slot: slot, stream: stream, fromX: fromX, fromY: fromY, toX: toX, toY: toY, dose: Int32(dose),
                    time: Int32(time)))
        default: return nil
        }
    }
}
