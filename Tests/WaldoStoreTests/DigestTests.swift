import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// SHA-256 and the logical dump.
struct DigestTests {
    private func digest(_ text: [UInt8], inPiecesOf size: Int) -> String {
        var hash = SHA256()
        for start in stride(from: 0, to: text.count, by: size) {
            hash.update(text[start..<min(start + size, text.count)])
        }
        return HexText.text(of: hash.digest())
    }

    /// FIPS 180-4's examples of NIST ("SHA256.pdf" of its example values), and a million times `a`.
    @Test(arguments: [
        ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func theStandardsVectors(_ text: String, _ times: Int, _ expected: String) {
        let bytes = Array(repeating: Array(text.utf8), count: times).flatMap { $0 }
        for size in [1, 7, 63, 64, 65, 1000] where times == 1 || size > 60 {
            #expect(digest(bytes, inPiecesOf: size) == expected)
        }
    }

    /// The same rows, committed at places that the seed chooses.
    private func digest(_ seed: UInt64, changing change: (inout [(SurveyEvent, Instant)]) -> Void = { _ in }) throws
        -> String
    {
        var random = SeededGenerator(seed)
        let store = try HandDrivenStore(in: try TemporaryFolder())
        var events = Fixtures.events
        change(&events)
        for (event, at) in events {
            store.writer.record(event, at: at)
            if Bool.random(using: &random) { try store.commit() }
        }
        for (number, stream) in Fixtures.streams.enumerated() { store.writer.stream(number, stream) }
        for number in 0..<20 {
            store.writer.sample(Fixtures.sample(Int64(number), place: number % 3 == 0 ? Fixtures.fix.place : nil))
            if Bool.random(using: &random) { try store.commit() }
        }
        for reject in Fixtures.rejects { store.writer.reject(reject) }
        try store.finish()
        return try StoreReader(path: store.path).digest()
    }

    @Test func theDumpDoesNotDependOnCommits() throws {
        let first = try digest(1)
        for seed in 2..<6 as Range<UInt64> { #expect(try digest(seed) == first) }
    }

    @Test func theDumpDependsOnEachByteTimeAndOrder() throws {
        let first = try digest(1)
        #expect(try digest(1) { $0[2].0 = .bytes(channel: 0, [1, 2, 4]) } != first)
        #expect(try digest(1) { $0[2].1 = 1_000_201 } != first)
        #expect(try digest(1) { $0.swapAt(1, 2) } != first)
        #expect(try digest(1) { $0.removeLast() } != first)
    }
}
