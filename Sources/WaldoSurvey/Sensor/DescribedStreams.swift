import WaldoCore

/// The streams that a channel's messages have described.
struct DescribedStreams: Sendable {
    /// The texts of each stream's name and unit, which tell the streams apart.
    private var keys: [[ArraySlice<UInt8>]] = []

    /// The number of the stream that a message is about; nil: it is a new one.
    func find(_ columns: SelfDescription, _ reader: FieldReader, _ bytes: ArraySlice<UInt8>) -> Int? {
        keys.firstIndex { key in
            var index = 0
            for column in columns.name {
                guard reader.text(column, of: bytes)?.elementsEqual(key[index]) ?? false else { return false }
                index += 1
            }
            guard let unit = columns.unit else { return true }
            return reader.text(unit, of: bytes)?.elementsEqual(key[index]) ?? false
        }
    }

    /// Whether a message's stream is known, or one more can be.
    func hasRoom(for columns: SelfDescription, _ reader: FieldReader, _ bytes: ArraySlice<UInt8>) -> Bool {
        keys.count < SelfDescription.maxStreams || find(columns, reader, bytes) != nil
    }

    /// Adds the stream that a message describes.
    mutating func add(
        _ columns: SelfDescription, _ reader: FieldReader, _ bytes: ArraySlice<UInt8>
    ) -> (number: Int, stream: StreamDescription) {
        let names = columns.name.compactMap { reader.text($0, of: bytes) }
        let unit = columns.unit.flatMap { reader.text($0, of: bytes) }
        keys.append((names + [unit].compactMap(\.self)).map { ArraySlice(Array($0)) })
        let stream = StreamDescription(
            name: names.map(Self.text).joined(separator: " "),
            quantity: columns.quantity.flatMap { reader.text($0, of: bytes) }.map(Self.text),
            unit: unit.map(Self.text) ?? "",
            thresholds: columns.thresholds.compactMap { column in
                reader.text(column, of: bytes).flatMap { TextNumber.decimal($0) }
            })
        return (keys.count - 1, stream)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        SafeText.escaped(String(decoding: bytes, as: UTF8.self))
    }
}
