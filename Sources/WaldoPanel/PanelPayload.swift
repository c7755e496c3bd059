/// What a page is sent about a survey.
public enum PanelPayload: Equatable, Sendable {
    /// A JSON object.
    case text([UInt8])
    /// Samples, as `SampleRecord` packs them.
    case samples([UInt8])

    var frame: [UInt8] {
        switch self {
        case .text(let bytes): WebSocketFrame.bytes(.text, bytes)
        case .samples(let bytes): WebSocketFrame.bytes(.binary, bytes)
        }
    }
}
