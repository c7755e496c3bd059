import Foundation
import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoFiles

/// The file's structure, record by record, read by the test's own reader. In ProgramTests the format's own Python
/// package reads a whole export.
@Suite struct MCAPWriterTests {
    private struct Record {
        var opcode: UInt8
        /// The record's offset in the file.
        var start: Int
        var content: Data
        var length: Int { content.count + 9 }
    }

    private func records(_ data: Data) throws -> [Record] {
        var records: [Record] = [], position = 0
        while position < data.count {
            try #require(position + 9 <= data.count)
            let length = Int(number(data, position + 1, UInt64.self))
            try #require(position + 9 + length <= data.count)
            let content = Data(data.dropFirst(position + 9).prefix(length))
            records.append(Record(opcode: data[data.startIndex + position], start: position, content: content))
            position += 9 + length
        }
        return records
    }

    private func number<Number: FixedWidthInteger>(_ data: Data, _ position: Int, _: Number.Type) -> Number {
        data.dropFirst(position).prefix(MemoryLayout<Number>.size).reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    private let topics = ["/a", "/b", "/never"].map {
        MessageTopic(name: $0, type: "T", schema: "{\"type\":\"object\"}")
    }

    private func write(messages: Int) throws -> (file: Data, magic: Data) {
        let folder = try TemporaryFolder()
        let path = folder.path + "/x.mcap"
        let writer = try MCAPWriter(
            ExportFile(path), library: "test", topics: topics, facts: ("facts", [("key", "value")]))
        for index in 0..<messages {
            let data = Array("{\"n\":\(index),\"s\":\"\(String(repeating: "x", count: 200))\"}".utf8)
            // Not quite in order: a message is stamped when it is reported.
            try writer.add(topic: index % 2, time: UInt64(1_000_000 + (index ^ 1)), data)
        }
        #expect(writer.messages == UInt64(messages))
        try writer.finish()
        return (try Data(contentsOf: URL(filePath: path)), Data([0x89]) + Data("MCAP0\r\n".utf8))
    }

    @Test func theChecksumIsThatOfZip() {
        #expect(CRC32.of(Array("123456789".utf8)) == 0xcbf4_3926)
        #expect(CRC32.of([UInt8]()) == 0)
    }

    @Test func anEmptyFileHasASummaryToo() throws {
        let (file, magic) = try write(messages: 0)
        let records = try records(file.dropFirst(8).dropLast(8))
        #expect(file.prefix(8) == magic && file.suffix(8) == magic)
        #expect(records.map(\.opcode) == [1, 12, 6, 15] + [3, 3, 3, 4, 4, 4, 11, 8, 13] + [14, 14, 14, 14, 14, 2])
    }

    @Test func everyIndexLeadsToWhatItNames() throws {
        let messages = 12_000
        let (file, _) = try write(messages: messages)
        let records = try records(file.dropFirst(8).dropLast(8)).map { record in
            Record(opcode: record.opcode, start: record.start + 8, content: record.content)
        }
        let byStart = Dictionary(uniqueKeysWithValues: records.map { ($0.start, $0) })
        let entries = records.filter { $0.opcode == 8 }
        #expect(entries.count == 3 && records.filter { $0.opcode == 6 }.count == 3)
        var found = 0
        for entry in entries {
            let chunk = try #require(byStart[Int(number(entry.content, 16, UInt64.self))])
            #expect(chunk.opcode == 6 && chunk.length == Int(number(entry.content, 24, UInt64.self)))
            let inside = Data(chunk.content.dropFirst(8 + 8 + 8 + 4 + 4 + 8))
            #expect(number(chunk.content, 24, UInt32.self) == CRC32.of(inside))
            let within = try self.records(inside)
            let atStart = Dictionary(uniqueKeysWithValues: within.map { ($0.start, $0) })
            let times = within.filter { $0.opcode == 5 }.map { number($0.content, 6, UInt64.self) }
            #expect(number(entry.content, 0, UInt64.self) == times.min()!)
            #expect(number(entry.content, 8, UInt64.self) == times.max()!)
            #expect(number(entry.content, 32, UInt32.self) == 2 * 10)
            for index in 0..<2 {
                let topic = number(entry.content, 36 + 10 * index, UInt16.self)
                let messageIndex = try #require(byStart[Int(number(entry.content, 38 + 10 * index, UInt64.self))])
                #expect(messageIndex.opcode == 7 && number(messageIndex.content, 0, UInt16.self) == topic)
                for position in stride(from: 6, to: messageIndex.content.count, by: 16) {
                    let message = try #require(atStart[Int(number(messageIndex.content, position + 8, UInt64.self))])
                    #expect(message.opcode == 5 && number(message.content, 0, UInt16.self) == topic)
                    #expect(
                        number(message.content, 6, UInt64.self) == number(messageIndex.content, position, UInt64.self))
                    found += 1
                }
            }
        }
        #expect(found == messages)
    }

    @Test func theSummaryIsWhereTheFooterSaysAndItsChecksumsAreRight() throws {
        let (file, _) = try write(messages: 100)
        let records = try records(file.dropFirst(8).dropLast(8))
        let end = try #require(records.first { $0.opcode == 15 })
        #expect(number(end.content, 0, UInt32.self) == CRC32.of(file.prefix(end.start + 8)))
        let footer = try #require(records.last)
        let start = Int(number(footer.content, 0, UInt64.self))
        #expect(start == end.start + 8 + end.length)
        #expect(number(footer.content, 16, UInt32.self) == CRC32.of(file.dropFirst(start).dropLast(8 + 4)))
        let offsets = records.filter { $0.opcode == 14 }
        #expect(offsets.first?.start == Int(number(footer.content, 8, UInt64.self)) - 8)
        var next = start
        for offset in offsets {
            #expect(Int(number(offset.content, 1, UInt64.self)) == next)
            let group = records.filter { $0.start + 8 >= start && $0.opcode == offset.content[0] }
            #expect(group.first?.start == next - 8)
            #expect(group.reduce(0) { $0 + $1.length } == Int(number(offset.content, 9, UInt64.self)))
            next += Int(number(offset.content, 9, UInt64.self))
        }
        #expect(next == Int(number(footer.content, 8, UInt64.self)))
        let statistics = try #require(records.first { $0.opcode == 11 })
        #expect(number(statistics.content, 0, UInt64.self) == 100 && number(statistics.content, 22, UInt32.self) == 1)
    }
}
