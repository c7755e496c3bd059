import WaldoCore

/// A channel of a Foxglove server: a topic with messages in JSON.
public struct FoxgloveChannel: Equatable, Sendable {
    /// The topic, such as `/commands`.
    public var topic: String
    /// The name of the schema, and the JSON Schema of each message.
    public var schemaName: String, schema: String

    /// Creates a channel.
    public init(topic: String, schemaName: String, schema: String) {
        self.topic = topic
        self.schemaName = schemaName
        self.schema = schema
    }

    /// The channel in an `advertise` message.
    func json(id: Int) -> JSONObject {
        var json = JSONObject()
        json.add("id", id)
        json.add("topic", whole: topic)
        json.add("encoding", "json")
        json.add("schemaName", whole: schemaName)
        json.add("schema", whole: schema)
        json.add("schemaEncoding", "jsonschema")
        return json
    }
}
