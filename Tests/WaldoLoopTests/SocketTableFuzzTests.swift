import Testing
import WaldoTestSupport

@testable import WaldoLoop

/// Whatever a table of sockets contains, no owner is found that it does not state.
@Suite struct SocketTableFuzzTests {
    private static let remote = "0100007F:0B83", local = "0100007F:C350"
    private static let table = [
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
        "   0: 0100007F:0B83 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 643 1 0 100 0 0 10 0",
        "   1: 0100007F:C350 0100007F:0B83 01 00000000:00000000 00:00000000 00000000  1000        0 645 1 0 20 4 30 10 -1",
        "   2: 0100007F:0B83 0100007F:C350 01 00000000:00000000 00:00000000 00000000   104        0 646 1 0 20 4 30 10 -1",
        "   3: 0000000000000000FFFF00000100007F:0B83 0000000000000000FFFF00000100007F:C351 06 0:0 00:0 0 65534 0 0 1 0",
    ]
    private static let pieces = [
        " ", "  ", ":", "0", "F", "0A", "01", "-1", "+1", "104", "65534", "4294967295", "4294967296", "\t", "\u{0}",
        "é", "0100007F:0B83", "0100007F:C350", "0000000000000000FFFF00000100007F", "18446744073709551616",
    ]

    @Test func aMutatedTableInventsNoOwner() throws {
        var random = SeededGenerator(26), owned = 0, others = 0
        let remote = try #require(SocketEnd(kernel: Self.remote)), local = try #require(SocketEnd(kernel: Self.local))
        for _ in HostileTime.rounds(4_000) {
            var table = Self.table
            for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&table, &random) }
            switch PeerSocket(of: local, to: remote, in: table) {
            case .owned(let user, _):
                owned += 1
                #expect(table.contains { states($0, user) }, "\(table)")
            case .unowned, .elsewhere: others += 1
            }
        }
        #expect(owned > 100 && others > 100)
    }

    /// Whether a line states this user for the connection's other end.
    private func states(_ line: String, _ user: UInt32) -> Bool {
        let fields = line.split(separator: " ")
        return fields.count >= 10 && UInt32(fields[7]) == user && fields[1].hasSuffix(Self.remote)
            && fields[2].hasSuffix(Self.local)
    }

    private func mutate(_ table: inout [String], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0..<table.count, using: &random)
        var line = Array(table[place].unicodeScalars)
        let at = Int.random(in: 0...line.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: line.insert(contentsOf: Self.pieces.randomElement(using: &random)!.unicodeScalars, at: at)
        case 1: line.removeSubrange(at..<min(line.count, at + Int.random(in: 1...9, using: &random)))
        case 2: if at < line.count { line[at] = "0123456789ABCDEF: ".unicodeScalars.randomElement(using: &random)! }
        case 3: return table.swapAt(place, Int.random(in: 0..<table.count, using: &random))
        default: table.append(table[place])
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: line)
        table[place] = String(text)
    }
}
