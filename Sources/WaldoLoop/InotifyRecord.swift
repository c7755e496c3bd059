import CWaldoShims
import Glibc

/// One record of an inotify descriptor (struct inotify_event).
struct InotifyRecord: Equatable, Sendable {
    /// The watch that it belongs to.
    var watch: CInt
    /// IN_* bits.
    var mask: UInt32
    /// The entry of the watched folder; empty when the record is about the folder itself.
    var name: String

    /// Parses the bytes of one read. A truncated record ends the list.
    static func parse(_ bytes: RawSpan) -> [InotifyRecord] {
        let header = 16
        var records: [InotifyRecord] = []
        var start = 0
        while bytes.byteCount - start >= header {
            let watch = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: CInt.self)
            let mask = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
            let length = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start + 12, as: UInt32.self)
            guard Int(length) <= bytes.byteCount - start - header else { break }
            let end = start + header + Int(length)
            var name: [UInt8] = []
            for offset in start + header..<end {
                let byte = unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
                if byte == 0 { break }
                name.append(byte)
            }
            records.append(InotifyRecord(watch: watch, mask: mask, name: String(decoding: name, as: UTF8.self)))
            start = end
        }
        return records
    }
}
