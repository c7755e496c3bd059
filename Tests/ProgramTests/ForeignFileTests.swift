import Testing

@testable import WaldoApp

/// What a file that is not imported is.
@Suite struct ForeignFileTests {
    private static func sqlite(_ application: String) -> [UInt8] {
        var bytes = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 100)
        bytes.replaceSubrange(68..<72, with: application.utf8)
        return bytes
    }

    @Test func whatIsNoTrackIsNamed() {
        func says(_ text: String) -> String? { ForeignFile.sentence(ofTrack: Array(text.utf8)) }
        #expect(ForeignFile.sentence(ofTrack: [0xff, 0xfe, 0x3c, 0]) == "text in UTF-16: save it as UTF-8")
        #expect(says("<?xml version='1.0'?><kml>") == "a KML track: convert it to GPX")
        for track in ["<?xml version='1.0'?>\n<gpx version='1.1'>", "\u{feff}<gpx>", "<trkpt", "{}", ""] {
            #expect(says(track) == nil, "\(track)")
        }
    }

    @Test(
        arguments: [
            ([0x50, 0x4b, 0x03, 0x04] + Array("\u{14}\0a.LOG".utf8), "a ZIP archive: unpack it"),
            ([0x50, 0x4b, 0x03, 0x04] + Array("\u{14}\0[Content_Types].xml".utf8), "an Excel workbook"),
            ([0x50, 0x4b, 0x03, 0x04] + Array("\u{14}\0doc.kml".utf8), "a KMZ track: convert it to GPX"),
            ([0x1f, 0x8b, 8, 0], "packed with gzip: unpack it"), (Array("BZh91AY".utf8), "a packed file"),
            (Array("%PDF-1.7\n".utf8), "a PDF document"), ([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a], "an image"),
            ([0xff, 0xd8, 0xff, 0xe0], "an image"), (Array("RIFF\0\0\0\0WEBP".utf8), "an image"),
            (Array("\0\0\0\u{18}ftypheic".utf8), "an image"),
            ([0xd0, 0xcf, 0x11, 0xe0, 0xa1], "an Excel workbook"),
            (sqlite("GPKG"), "a GeoPackage: if it is a survey, see `waldo survey show FILE`"),
            (sqlite("\0\0\0\0"), "an SQLite database"), (Array("\n  {\"a\":1}".utf8), "JSON"),
            (Array("[1]".utf8), "JSON"),
            (Array("<?xml version='1.0'?><kml xmlns='x'>".utf8), "a KML track: convert it to GPX"),
            (Array("<?xml version='1.0'?>\n<gpx version='1.1'>".utf8), "a GPX track"),
            ([0xef, 0xbb, 0xbf] + Array("<!DOCTYPE html><p>".utf8), "a web page"), (Array("<HTML>".utf8), "a web page"),
            (Array("<?xml version='1.0'?><a/>".utf8), "XML"),
            ([0xff, 0xfe, 0x54, 0], "text in UTF-16: save it as UTF-8"),
            ([0xfe, 0xff, 0, 0x54], "text in UTF-16"),
            (Array("$BNRDD,1234,2025".utf8).flatMap { [$0, 0] }, "text in UTF-16"),
            (Array("$BNRDD,1234,2025".utf8).flatMap { [0, $0] }, "text in UTF-16"),
        ] as [([UInt8], String)])
    func aFileIsNamedByItsKind(_ bytes: [UInt8], _ says: String) {
        #expect(ForeignFile.sentence(bytes)?.hasPrefix(says) == true, "\(ForeignFile.sentence(bytes) ?? "nothing")")
    }

    @Test(
        arguments: [
            [], Array("time;counts\n1;2\n".utf8), Array("$BNRDD,1".utf8), Array("<3 counts".utf8), [0, 1, 2, 3],
            [UInt8](repeating: 0, count: 512), Array("PK".utf8), Array("P".utf8), Array("\u{e9}t\u{e9}".utf8),
        ] as [[UInt8]])
    func whatIsNotKnownIsNotNamed(_ bytes: [UInt8]) { #expect(ForeignFile.sentence(bytes) == nil) }
}
