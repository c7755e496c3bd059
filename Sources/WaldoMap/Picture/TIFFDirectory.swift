/// The one directory of a TIFF file (TIFF 6.0, little-endian) with its entries, and the strip of numbers behind it.
struct TIFFDirectory {
    private enum Kind: UInt16 { case text = 2, short = 3, long = 4, double = 12 }

    private struct Entry {
        var tag: UInt16, kind: Kind, count: Int, content: TIFFBytes
    }

    private var entries: [Entry] = []

    mutating func add(_ tag: UInt16, long: Int) {
        var content = TIFFBytes()
        content.add(UInt32(truncatingIfNeeded: long))
        entries.append(Entry(tag: tag, kind: .long, count: 1, content: content))
    }

    mutating func add(_ tag: UInt16, shorts: [UInt16]) {
        var content = TIFFBytes()
        for number in shorts { content.add(number) }
        entries.append(Entry(tag: tag, kind: .short, count: shorts.count, content: content))
    }

    mutating func add(_ tag: UInt16, doubles: [Double]) {
        var content = TIFFBytes()
        for number in doubles { content.add(number) }
        entries.append(Entry(tag: tag, kind: .double, count: doubles.count, content: content))
    }

    mutating func add(_ tag: UInt16, text: String) {
        var content = TIFFBytes()
        content.bytes = Array(text.utf8) + [0]
        entries.append(Entry(tag: tag, kind: .text, count: content.bytes.count, content: content))
    }

    /// The file: header, directory, what does not fit into an entry, the strip.
    /// - Parameter strip: writes the strip.
    func file(_ strip: (inout TIFFBytes) -> Void) -> [UInt8] {
        // The entry that states where the strip is has the tag 273, and entries are in the order of their tags.
        let count = entries.count + 1, behind = 8 + 2 + count * 12 + 4
        var room = behind
        for entry in entries where entry.content.bytes.count > 4 {
            room += entry.content.bytes.count + entry.content.bytes.count % 2
        }
        let start = room + (8 - room % 8) % 8
        var all = self
        all.add(273, long: start)

        var file = TIFFBytes(), rest = TIFFBytes()
        file.bytes = [0x49, 0x49, 42, 0]
        file.add(UInt32(8))
        file.add(UInt16(count))
        for entry in all.entries.sorted(by: { $0.tag < $1.tag }) {
            file.add(entry.tag)
            file.add(entry.kind.rawValue)
            file.add(UInt32(entry.count))
            var content = entry.content.bytes
            if content.count <= 4 {
                file.bytes += content + [UInt8](repeating: 0, count: 4 - content.count)
            } else {
                file.add(UInt32(behind + rest.bytes.count))
                if content.count % 2 != 0 { content.append(0) }
                rest.bytes += content
            }
        }
        file.add(UInt32(0))
        file.bytes += rest.bytes
        file.bytes += [UInt8](repeating: 0, count: start - file.bytes.count)
        strip(&file)
        return file.bytes
    }
}
