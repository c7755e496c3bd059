import WaldoCore
import WaldoFiles

/// What a file is that is not imported, and what to do with it.
enum ForeignFile {
    /// The kind of a file with this beginning, as a sentence; nil: it is not known.
    static func sentence(_ beginning: [UInt8]) -> String? {
        archive(beginning) ?? document(beginning) ?? text(beginning)
    }

    /// Why a file is not imported, as far as its bytes alone say it; nil: they do not.
    /// - Throws: that it cannot be read.
    static func reason(_ path: String, _ beginning: [UInt8]) throws(FileError) -> String? {
        if beginning.isEmpty { return "it is empty" }
        if let sentence = sentence(beginning) { return "this is \(sentence)" }
        return try FileBeginning.hasLines(path) ? nil : "it has no measurement, only comments and empty lines"
    }

    /// The kind of a file that is no GPX track, as a sentence; nil: it may be one.
    static func sentence(ofTrack beginning: [UInt8]) -> String? {
        archive(beginning) ?? document(beginning) ?? encoding(beginning) ?? page(beginning)
    }

    private static func archive(_ bytes: [UInt8]) -> String? {
        guard let kind = PackedFile(beginning: bytes) else { return nil }
        if kind == .zip {
            let names = String(decoding: bytes, as: UTF8.self)
            if names.contains("[Content_Types].xml") || names.contains("opendocument.spreadsheet") {
                return "an Excel workbook or another spreadsheet: save its table as CSV in UTF-8"
            }
            if names.contains(".kml") { return "a KMZ track: convert it to GPX" }
        }
        let hint = kind == .gzip ? ", as `zcat FILE | waldo survey import - --to STORE` does" : ""
        return "\(kind.name): unpack it\(hint)"
    }

    private static func document(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: "SQLite format 3\0".utf8) {
            // The application's number in the header of SQLite: `GPKG`.
            let isGeoPackage = bytes.count >= 72 && bytes[68..<72].elementsEqual("GPKG".utf8)
            return isGeoPackage
                ? "a GeoPackage: if it is a survey, see `waldo survey show FILE`"
                : "an SQLite database: export its table as CSV"
        }
        if bytes.starts(with: "%PDF-".utf8) { return "a PDF document: import the table that it shows as CSV" }
        if bytes.starts(with: [0xd0, 0xcf, 0x11, 0xe0]) {
            return "an Excel workbook or another document of Office: save its table as CSV in UTF-8"
        }
        let images: [[UInt8]] = [
            [0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff], Array("GIF8".utf8), [0x49, 0x49, 0x2a, 0x00],
            [0x4d, 0x4d, 0x00, 0x2a],
        ]
        let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
        let isHEIC = bytes.dropFirst(4).starts(with: "ftyphei".utf8) || bytes.dropFirst(4).starts(with: "ftypmif".utf8)
        return isWebP || isHEIC || images.contains(where: bytes.starts(with:)) ? "an image" : nil
    }

    private static func encoding(_ bytes: [UInt8]) -> String? {
        let isMarked = bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff])
        return isMarked || isUTF16(bytes) ? "text in UTF-16: save it as UTF-8" : nil
    }

    private static func text(_ bytes: [UInt8]) -> String? {
        if let encoding = encoding(bytes) { return encoding }
        let text = lowercased(bytes)
        if text.hasPrefix("{") || text.hasPrefix("[") { return "JSON: export the data as CSV" }
        guard text.hasPrefix("<") else { return nil }
        if text.contains("<gpx") {
            return "a GPX track, which has places and no measurements: give it to a log's import by `--track`"
        }
        return page(bytes) ?? (text.hasPrefix("<?xml") ? "XML: export the data as CSV" : nil)
    }

    private static func page(_ bytes: [UInt8]) -> String? {
        let text = lowercased(bytes)
        guard text.hasPrefix("<"), !text.contains("<gpx") else { return nil }
        if text.contains("<kml") { return "a KML track: convert it to GPX" }
        let isPage = text.contains("<html") || text.hasPrefix("<!doctype html")
        return isPage ? "a web page: download the file that it links to" : nil
    }

    private static func lowercased(_ bytes: [UInt8]) -> String {
        FileBeginning.text(of: Array(ByteOrderMark.dropped(from: bytes))).lowercased()
    }

    /// Whether every other byte is NUL, as it is of Latin letters in UTF-16 without a byte order mark.
    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        let pairs = bytes.count / 2
        guard pairs >= 8 else { return false }
        let zeros = (0..<2).map { side in (0..<pairs).count { bytes[2 * $0 + side] == 0 } }
        return zeros.max() ?? 0 > pairs * 9 / 10 && zeros.min() ?? 0 < pairs / 10
    }
}
