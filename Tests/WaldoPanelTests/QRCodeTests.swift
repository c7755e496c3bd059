import Glibc
import Testing
import WaldoTestSupport

@testable import WaldoPanel

/// The code that a phone reads, decoded by an independent program (zbarimg of Debian's zbar-tools).
@Suite(.serialized) struct QRCodeTests {
    private static let reader = "/usr/bin/zbarimg"

    /// Each version at its full capacity, and the addresses that it is for.
    static let texts =
        [17, 32, 53, 78, 106].map { String(("http://192.168.178.100:8713/#" + filler).prefix($0)) }
        + ["a", "http://[fd00:1234:5678:9abc:def0:1234:5678:9abc]:65535/#0123456789abcdef0123456789abcdef"]
    private static let filler = String(repeating: "0123456789abcdef_-", count: 6)

    @Test func anotherProgramReadsIt() async throws {
        guard access(Self.reader, X_OK) == 0 else {
            Issue.record("\(Self.reader) is missing (Debian: zbar-tools): run the README's test command once")
            return
        }
        let folder = try TemporaryFolder()
        for text in Self.texts {
            let code = try #require(QRCode(text))
            let path = try folder.write(picture(code), to: "code.pgm")
            let zbar = try ChildProcess(Self.reader, ["--raw", "-q", path])
            defer { zbar.close() }
            #expect(try await zbar.exitStatus() == 0, "\(text)")
            #expect(zbar.lines == [text])
        }
    }

    @Test func whatDoesNotFitIsNoCode() {
        #expect(QRCode(String(repeating: "a", count: 107)) == nil)
        #expect(QRCode("grüße") == nil, "decoders guess at what is not ASCII")
        #expect(QRCode(String(repeating: "a", count: 106))?.modules.count == 37)
    }

    @Test func theTerminalsLinesHaveTheSameModules() throws {
        let code = try #require(QRCode("http://192.168.1.5:8713/#0123456789abcdef"))
        let lines = code.lines, size = code.modules.count
        #expect(lines.count == (size + 4 + 1) / 2 && lines.allSatisfy { $0.count == size + 4 })
        for row in 0..<size {
            let line = Array(lines[(row + 2) / 2])
            for column in 0..<size {
                let light: Set<Character> = (row + 2) % 2 == 0 ? ["█", "▀"] : ["█", "▄"]
                #expect(light.contains(line[column + 2]) != code.modules[row][column])
            }
        }
    }

    /// A portable graymap with eight pixels a module.
    private func picture(_ code: QRCode) -> String {
        let zone = 4, scale = 8, size = code.modules.count + 2 * zone
        let rows = (0..<size).map { row in
            let line = (0..<size).map { column -> String in
                let inside = code.modules.indices.contains(row - zone) && code.modules.indices.contains(column - zone)
                let isDark = inside && code.modules[row - zone][column - zone]
                return String(repeating: isDark ? "0 " : "255 ", count: scale)
            }.joined()
            return String(repeating: line + "\n", count: scale)
        }
        return "P2\n\(size * scale) \(size * scale)\n255\n" + rows.joined()
    }
}
