/// Parses a frame in either form: a text or a list of bytes.
enum FrameReader {
    static func fields(_ value: YamlValue, _ names: FrameNames) throws(FileError) -> [FrameField] {
        if let list = value.list { return try ByteFrame.fields(value, list, names) }
        let text = try value.text(expected: "a text such as \"R{value}>\" or a list of bytes such as `[0xA5, u8]`")
        return try TextFrame.fields(value, text, names)
    }
}
