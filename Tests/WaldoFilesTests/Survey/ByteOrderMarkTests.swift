import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// The byte order mark with which a text file may begin.
@Suite struct ByteOrderMarkTests {
    private struct Counter: DecoderSink {
        var messages = 0, rejects = 0
        mutating func message(_ message: borrowing SensorMessage) { messages += 1 }
        mutating func described(_ number: Int, channel: Int, _ description: StreamDescription) {}
        mutating func reject(_ reject: Reject) { rejects += 1 }
    }

    private static let sensor = """
        name: Counter
        hear: file
        message:
          ends: "\\n"
          split: ";"
          columns: 2
          fields:
            counts: { number: 1, unit: count }
        streams: { counts: { over: 5 s } }

        """

    private func read(_ text: String, isFile: Bool) throws -> (Counter, SensorAccount) {
        var decoder = SensorDecoder(try ParsedText.sensor(Self.sensor, named: "counter"), isFile: isFile)
        var sink = Counter()
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            decoder.read(line + [0x0a], at: .clockStart, &sink)
        }
        return (sink, decoder.account)
    }

    /// The mark is ignored at the beginning, and only there.
    @Test func itIsAcceptedAtTheBeginningOfAFile() throws {
        let (sink, account) = try read("\u{feff};3\n;4\n", isFile: true)
        #expect(sink.messages == 2 && sink.rejects == 0 && account.accepted == account.received)
        #expect(account.received == 9)
    }

    @Test func itIsDroppedOnce() {
        #expect(ByteOrderMark.dropped(from: [0xef, 0xbb, 0xbf, 0xef, 0xbb]).elementsEqual([0xef, 0xbb]))
        #expect(ByteOrderMark.dropped(from: [0xef, 0xbb] as [UInt8]).elementsEqual([0xef, 0xbb]))
        #expect(ByteOrderMark.dropped(from: [] as [UInt8]).isEmpty)
    }
}
