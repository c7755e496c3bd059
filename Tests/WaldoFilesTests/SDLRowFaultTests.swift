import CLibevdev
import Foundation
import Glibc
import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoFiles

/// What an operator wrote as rows of SDL's database and what is not used of it.
@Suite struct SDLRowFaultTests {
    private let guid = "030000004c050000cc09000011810000"

    private func sentences(_ text: String) -> [String] {
        SDLRowFault.faults(in: Array(text.utf8), file: "db").map { "\($0)" }
    }

    @Test func whatSDLTakesHasNoFault() {
        let text = """
            # comment

            \(guid),A pad,a:b0,leftx:a0~,+lefty:h0.1,crc:1234,face:axby,sdk>=:30,platform:Linux,
            \(guid),Another system's,a:q0,platform:Windows,
            xinput,XInput Controller,a:b0,
            \(guid),Only labels,a:b0,hint:SDL_GAMECONTROLLER_USE_BUTTON_LABELS:=1,\r
            """
        #expect(sentences(text).isEmpty)
    }

    @Test(arguments: [
        ("GUID,A pad,a:b0,", "db:2:1: a row begins with the pad's GUID"),
        (" GUID", "begins with “ GUID”"),
        ("030000004c050000cc09000011810000,A pad,a:b-1,leftx:a0,", "“a:b-1” names no source"),
        ("030000004c050000cc09000011810000,A pad,start,a:b0,", "“start” names no source"),
        ("030000004c050000cc09000011810000,A pad,platform:Linux,", "the row binds nothing"),
        ("030000004c050000cc09000011810000,A pad", "the row binds nothing"),
        ("030000004c050000cc09000011810000,A \u{0}pad,a:b0,", "control character"),
        ("030000004c050000cc09000011810000,A pad,a:b0," + String(repeating: "x", count: 5000), "4096 are read"),
    ])
    func aFaultHasItsLine(row: String, sentence: String) {
        let shown = sentences("# comment\n" + row)
        #expect(shown.count == 1 && shown.first?.hasPrefix("db:2:1: ") == true, "\(shown)")
        #expect(shown.first?.contains(sentence) == true, "\(shown)")
    }

    @Test func noBytesAreTooStrange() {
        var random = SeededGenerator(11)
        for _ in HostileTime.rounds(2_000) {
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                Array("0123456789abf,:+-~h.#\n\r\u{0}\u{ff}".utf8).randomElement(using: &random)!
            }
            let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).count
            for fault in SDLRowFault.faults(in: bytes, file: "db") {
                #expect((1...lines).contains(fault.line ?? 0) && !fault.sentence.isEmpty)
            }
        }
    }

    // MARK: where they stand

    private let pad = InputDescription(
        identity: InputIdentity(bus: 3, vendor: 0x54c, product: 0x9cc, version: 0x8111, port: "", name: "Pad"),
        kind: .gamepad, axes: [ABS_X, ABS_Y].map { AxisState(UInt16($0), minimum: 0, maximum: 255, value: 128) },
        keyCodes: [BTN_SOUTH, BTN_EAST, BTN_START].map { UInt16($0) })

    private func library(_ text: String, in folder: TemporaryFolder, environment: String = "") throws -> Library {
        let path = try folder.write(text, to: "gamecontrollerdb.txt")
        chmod(path, 0o644)
        return Library(directory: folder.path, rows: SDLRowSources(environment: environment))
    }

    @Test func aByteOrderMarkHidesNoRow() throws {
        let folder = try TemporaryFolder()
        let row = "\(guid),Marked,a:b0,b:b1,start:b2,leftx:a0,lefty:a1,platform:Linux,\n"
        let library = try library("\u{feff}" + row, in: folder)
        #expect(library.rowProblems.isEmpty && library.bestMapping(for: pad)?.value?.name == "Marked")
    }

    @Test func aRowOfWhichNoMappingCanBeMadeIsNamedAndTheNextSourceIsUsed() throws {
        let folder = try TemporaryFolder()
        // The stop button is the resume button, too.
        let poor = "\(guid),Poor,b:b1,start:b1,leftx:a0,lefty:a1,platform:Linux,"
        let good = "\(guid),Good,b:b1,start:b2,leftx:a0,lefty:a1,platform:Linux,"
        let library = try library(good, in: folder, environment: poor)
        let problems = library.rowProblems(for: pad)
        #expect(problems.map(\.file) == ["SDL_GAMECONTROLLERCONFIG"])
        #expect(problems.first?.sentence.contains("no mapping can be made of the row “Poor”") == true)
        #expect(library.bestMapping(for: pad)?.value?.name == "Good")
    }

    @Test func whatThePadLacksIsNamed() throws {
        let row = "\(guid),Long,a:b0,b:b9,start:b2,leftx:a0,lefty:a1,rightx:a7,dpup:h0.1,misc1:b77,platform:Linux,"
        let library = Library(directory: nil, rows: SDLRowSources(environment: row))
        let sentence = library.rowProblems(for: pad).first?.sentence
        #expect(sentence?.hasPrefix("`b:b9`, `dpup:h0.1`, `rightx:a7` of the row “Long”") == true, "\(sentence ?? "")")
        #expect(library.bestMapping(for: pad)?.value?.name == "Long")
    }

    @Test func aFileThatCannotBeReadTakesNoOtherSourceAway() throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.path + "/gamecontrollerdb.txt", 0o644) == 0)
        let hori = InputDescription(
            identity: InputIdentity(bus: 3, vendor: 0x24c6, product: 0x5501, version: 0, port: "", name: "Hori"),
            kind: .gamepad, axes: [16, 17].map { AxisState($0, minimum: -1, maximum: 1, value: 0) },
            keyCodes: Array(UInt16(BTN_SOUTH)...UInt16(BTN_THUMBR)))
        let library = Library(directory: folder.path, rows: SDLRowSources())
        #expect(library.rowProblems.first?.sentence.contains("FIFO") == true)
        #expect(library.bestMapping(for: hori)?.origin == .row(OwnRows.source))
    }
}
