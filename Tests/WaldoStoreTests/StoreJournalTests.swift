import Foundation
import Testing
import WaldoTestSupport

@testable import WaldoStore

/// Journals that lie beside a store: only what a Waldo that was killed has left is played in.
@Suite struct StoreJournalTests {
    private let store: TamperedStore
    private let path: String
    private let whole: Data

    init() throws {
        store = try TamperedStore()
        path = try store.copy([])
        try RawDatabase.execute("PRAGMA journal_mode = DELETE", in: path)
        whole = try Data(contentsOf: URL(filePath: path))
    }

    private func refusal(_ body: () throws -> Void) -> StoreError? {
        do { try body() } catch { return error as? StoreError }
        return nil
    }

    /// Opens the file to read and to write it.
    private func expectRefused(at location: SourceLocation = #_sourceLocation) throws {
        for open in [{ _ = try StoreReader(path: path) }, { try StoreEditor(path: path).close() }] {
            let refusal = refusal(open)
            #expect(refusal?.kind == .foreign, "\(refusal as Any)", sourceLocation: location)
            #expect(refusal?.sentence.contains("that is not Waldo's") == true, sourceLocation: location)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == whole, sourceLocation: location)
        #expect(FileIdentity.exists(path + "-journal"), sourceLocation: location)
    }

    @Test func anotherFilesJournalReplacesNothing() throws {
        let other = path + ".other"
        try Data(whole).write(to: URL(filePath: other))
        try RawDatabase.execute("UPDATE survey SET title = 'evil'", in: other)
        try StrangersJournal(beside: path, from: other).writeAll()
        try expectRefused()
        unlink(path + "-journal")
        try StoreEditor(path: path).close()
        #expect(try StoreReader(path: path).check() == [])
    }

    @Test func noPageButTheFirstIsTakenBack() throws {
        for pages in [[2], [1, 1], [1, 2]] {
            try StrangersJournal(beside: path).write(holding: pages)
            try expectRefused()
        }
    }

    /// Page 1 holds the schema too.
    @Test(arguments: [16, 20, 28, 40, 60, 68, 91, 100, 511, 4_095]) func noByteOfPageOneButThoseOfTheModeIsTakenBack(
        _ place: Int
    ) throws {
        try StrangersJournal(beside: path).write(holding: [1]) { $0[place] ^= 1 }
        try expectRefused()
    }

    /// SQLite gives a store the size that a journal beside it states, up to the file system's limit.
    @Test(arguments: [0, 1, 1 << 31]) func aJournalMakesNoStoreLongerOrShorter(_ pages: Int) throws {
        for numbers in [[], [1]] {
            try StrangersJournal(beside: path).write(pages: pages, holding: numbers)
            try expectRefused()
        }
    }

    /// SQLite deletes the super-journal that a journal names, once it has undone what the journal says.
    @Test func aJournalThatNamesAnotherFileDeletesNothing() throws {
        let victim = path + ".victim"
        try Data("mine".utf8).write(to: URL(filePath: victim))
        try StrangersJournal(beside: path).write(naming: victim)
        let refusal = refusal { _ = try StoreEditor(path: path) }
        #expect(refusal?.kind == .foreign && refusal?.sentence.contains("that is not Waldo's") == true)
        #expect(try Data(contentsOf: URL(filePath: victim)) == Data("mine".utf8))
        // Its part that is a journal was empty, and is gone.
        try StoreEditor(path: path).addTag("seen", to: 1)
        #expect(try StoreReader(path: path).check() == [])
    }

    /// A second part, behind one that holds nothing.
    @Test func aPartBehindAnEmptyOneIsSeen() throws {
        let other = path + ".part"
        try Data(whole).write(to: URL(filePath: other))
        try StrangersJournal(beside: other).write(holding: [1]) { $0[40] ^= 1 }
        let part = [UInt8](try Data(contentsOf: URL(filePath: other + "-journal")))
        try StrangersJournal(beside: path).write(end: part)
        try expectRefused()
    }

    /// What a process leaves that is killed while the file begins to have a log.
    @Test(arguments: [false, true]) func whatAKilledWaldoLeavesIsTakenBack(isComplete: Bool) throws {
        let digest = try StoreReader(path: path).digest()
        try StrangersJournal(beside: path).write(holding: isComplete ? [1] : [])
        if isComplete {
            var changed = whole
            for place in [18, 19] { changed[place] = 2 }
            for place in [27, 95] { changed[place] &+= 1 }
            try changed.write(to: URL(filePath: path))
        }
        #expect(try StoreReader(path: path).check() == [])
        #expect(!FileIdentity.exists(path + "-journal"))
        #expect(try StoreReader(path: path).digest() == digest)
    }

    @Test func whatIsNoJournalIsNotPlayedIn() throws {
        try Data("no journal".utf8).write(to: URL(filePath: path + "-journal"))
        try StoreEditor(path: path).close()
        #expect(try StoreReader(path: path).check() == [] && !FileIdentity.exists(path + "-journal"))
    }

    /// Journals of any bytes: one is refused, or the survey stays as it is.
    @Test(arguments: 0..<4) func aJournalIsRefusedOrChangesNothing(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let digest = try StoreReader(path: path).digest()
        try StrangersJournal(beside: path).write(holding: [[1], [1, 2, 3]][Int(seed % 2)])
        let journal = [UInt8](try Data(contentsOf: URL(filePath: path + "-journal")))
        var refused = 0
        for _ in HostileTime.rounds(30, cases: 4) {
            var bytes = journal
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let limit = Bool.random(using: &generator) ? 28 : bytes.count
                bytes[Int.random(in: 0..<limit, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            }
            try whole.write(to: URL(filePath: path))
            try Data(bytes).write(to: URL(filePath: path + "-journal"))
            if refusal({ try StoreEditor(path: path).close() }) != nil {
                refused += 1
                #expect(try Data(contentsOf: URL(filePath: path)) == whole, "\(bytes.prefix(28))")
                unlink(path + "-journal")
            }
            #expect(try StoreReader(path: path).digest() == digest, "\(bytes.prefix(28))")
        }
        #expect(refused > 0)
    }

    // MARK: by their bytes

    /// A journal of page 1 of a file of two pages, byte by byte.
    private struct Journal {
        var records = 1, nonce = 7, pages = 2, sector = 512, pageSize = 512, number = 1, end: [UInt8] = []
        /// The file's first bytes, which the journal takes back to.
        var page = [UInt8](repeating: 9, count: 512)

        var bytes: [UInt8] {
            var bytes: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
            bytes += [records, nonce, pages, sector, pageSize].flatMap(Self.bigEndian)
            bytes += [UInt8](repeating: 0, count: max(0, sector - bytes.count))
            return bytes + (records == 0 ? [] : Self.bigEndian(number) + page + [0, 0, 0, 0]) + end
        }

        private static func bigEndian(_ number: Int) -> [UInt8] {
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { Array($0) }
        }

        func isHarmless(size: Int64 = 1_024, beginning: [UInt8]? = nil, _ count: Int = .max) -> Bool {
            StoreJournal.isHarmless(Array(bytes.prefix(count)), beginning: beginning ?? page, size: size)
        }
    }

    @Test func aJournalIsOfOnePageAndNothingElse() {
        #expect(Journal().isHarmless() && Journal(records: 0).isHarmless())
        #expect(Journal(records: 0, end: [UInt8](repeating: 0, count: 520)).isHarmless())
        let part = Array(Journal().bytes.prefix(28))
        for (place, journal) in [
            Journal(records: 2), Journal(records: 0xffff_ffff), Journal(pages: 1), Journal(pages: 3),
            Journal(number: 2), Journal(sector: 65_540), Journal(end: [0]), Journal(records: 0, end: part),
            Journal(records: 0, end: [UInt8](repeating: 0, count: 521)),
        ].enumerated() { #expect(!journal.isHarmless(), "\(place)") }
        #expect(!Journal(pages: 4, pageSize: 256, page: [UInt8](repeating: 9, count: 256)).isHarmless())
        // Cut off within its head, within its page, and before the last byte.
        for count in [8, 27, 516, 1_031] { #expect(!Journal().isHarmless(count), "\(count)") }
        #expect(!Journal().isHarmless(beginning: [UInt8](repeating: 9, count: 511)))
        #expect(!Journal().isHarmless(beginning: [UInt8](repeating: 8, count: 512)))
    }

    /// The head itself would be the record.
    @Test func aSectorIsNoShorterThanAHead() {
        let whole = Journal(nonce: 1, sector: 12).bytes, journal = Array(whole.prefix(532))
        #expect(journal.count == 532)
        #expect(!StoreJournal.isHarmless(journal, beginning: Array(journal[16..<528]), size: 1_024))
    }
}
