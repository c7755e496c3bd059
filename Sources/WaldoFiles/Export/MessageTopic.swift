/// A topic and the JSON Schema of its messages, as MCAP files and Foxglove have them.
public struct MessageTopic: Equatable, Sendable {
    /// The topic's name, such as `/commands`.
    public var name: String
    /// The name of the schema.
    public var type: String
    /// The JSON Schema, of type object.
    public var schema: String
}
