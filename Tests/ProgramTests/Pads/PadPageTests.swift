import Glibc
import Testing
import WaldoTestSupport

/// The page of the devices says what the program does.
///
/// `WALDO_WRITE_PADS=1 swift test --filter PadPageTests` writes it again.
@Suite struct PadPageTests {
    private static let path = SourceModule.projectFolder + "/Sources/waldo/Documentation.docc/Gamepads.md"

    @Test func thePageIsWhatTheProgramDoes() throws {
        let made = PadPage(try RealInput.all()).text
        if getenv("WALDO_WRITE_PADS") != nil {
            let stream = try #require(fopen(Self.path, "we"))
            fputs(made, stream)
            fclose(stream)
        }
        let kept = try readFile(Self.path)
        let lines = (kept.split(separator: "\n"), made.split(separator: "\n"))
        let parting = zip(lines.0, lines.1).enumerated().first { $0.element.0 != $0.element.1 }
        #expect(parting == nil, "line \((parting?.offset ?? 0) + 1): \(parting.map { String($0.element.1) } ?? "")")
        #expect(lines.0.count == lines.1.count)
    }

    @Test func everyDeviceIsOnIt() throws {
        let page = try readFile(Self.path)
        for input in try RealInput.all() {
            let title = input.title.split(separator: "(")[0].reversed().drop { $0 == " " }.reversed()
            #expect(page.contains(String(title).replacing("|", with: "\\|")), "\(input.id)")
        }
    }
}
