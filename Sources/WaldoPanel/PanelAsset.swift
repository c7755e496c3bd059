/// What lies under a map, as pages ask for it by HTTP.
public enum PanelAsset: Equatable, Sendable {
    /// The lines of the roads.
    case roads
    /// A picture of the map: its zoom, column from the west and row from the north.
    case tile(zoom: Int, column: Int, row: Int)

    /// The answer to a page.
    public struct Answer: Equatable, Sendable {
        /// The media type and the bytes.
        public var type: String, bytes: [UInt8]

        /// Creates an answer.
        public init(type: String, bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }
    }

    /// What a request asks for; nil: something else.
    init?(_ request: HTTPRequest) {
        func number(_ name: String) -> Int? {
            request.parameter(name).flatMap { $0.utf8.count <= 9 ? Int($0) : nil }.flatMap { $0 >= 0 ? $0 : nil }
        }
        switch request.path {
        case "/roads.json": self = .roads
        case "/tile":
            guard let zoom = number("z"), let column = number("x"), let row = number("y") else { return nil }
            self = .tile(zoom: zoom, column: column, row: row)
        default: return nil
        }
    }
}
