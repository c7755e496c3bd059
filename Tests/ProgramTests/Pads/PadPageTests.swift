import Testing
import WaldoTestSupport

/// The page of the devices says what the program does.
///
/// `WALDO_WRITE_PADS=1 swift test --filter PadPageTests` writes it again.
@Suite struct PadPageTests {
    private static let path = SourceModule.projectFolder + "/Sources/waldo/Documentation.docc/Gamepads.md"

    @Test func thePageIsWhatTheProgramDoes() throws {
        let made = PadPage(try RealInput.all()).text
        try GoldenFile.compare(made, to: Self.path, writtenFor: "WALDO_WRITE_PADS")
    }

    @Test func everyDeviceIsOnIt() throws {
        let page = try readFile(Self.path)
        for input in try RealInput.all() {
            let title = input.title.split(separator: "(")[0].reversed().drop { $0 == " " }.reversed()
            #expect(page.contains(String(title).replacing("|", with: "\\|")), "\(input.id)")
        }
    }
}
