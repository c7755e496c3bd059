/// The records of an MCAP file that describe its topics.
extension [MessageTopic] {
    /// Appends a schema for each topic, numbered from 1.
    func putSchemas(in bytes: inout [UInt8]) {
        for (index, topic) in enumerated() {
            bytes.putRecord(.schema) {
                $0.put(UInt16(index + 1))
                $0.put(topic.type)
                $0.put("jsonschema")
                $0.put(topic.schema)
            }
        }
    }

    /// Appends a channel for each topic, with the schema of the same number.
    func putChannels(in bytes: inout [UInt8]) {
        for (index, topic) in enumerated() {
            bytes.putRecord(.channel) {
                $0.put(UInt16(index + 1))
                $0.put(UInt16(index + 1))
                $0.put(topic.name)
                $0.put("json")
                $0.putSized { _ in }
            }
        }
    }
}
