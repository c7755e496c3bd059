import WaldoCore
import WaldoFiles
import WaldoTestSupport

@testable import WaldoApp

/// The page of the documentation that says what becomes of each device of the table.
struct PadPage {
    /// The rows of one device: what it is, and what it is driven by.
    private struct Row: Equatable {
        var cells: [String]
    }

    private let inputs: [RealInput]

    init(_ inputs: [RealInput]) { self.inputs = inputs }

    var text: String {
        let kinds: [(String, String, [String])] = [
            ("Gamepads", "gamepad", ["gamepad"]), ("Plain HID pads and sticks", "joystick", ["joystick"]),
            ("Wheels", "wheel", ["wheel"]), ("Keyboards", "keyboard", ["keyboard"]),
        ]
        var lines = Self.head
        for (title, _, kinds) in kinds {
            lines += ["", "## \(title)", ""] + table(inputs.filter { kinds.contains($0.facts["kind"]?.first ?? "") })
        }
        lines += ["", "## No inputs of a drive", ""] + Self.others
        for input in inputs where input.description.kind == nil { lines.append("* \(escaped(input.title))") }
        return lines.map { $0 + "\n" }.joined()
    }

    private static let head = [
        "# Gamepads", "", "What Waldo does with each device of a table of real ones.", "",
        "<!-- `Tests/run golden pads` writes this page, and a test compares it with the program. -->", "",
        "The table of the tests has these devices as their drivers of Linux 6.1 to 6.12 show them: identities, buttons, axes and",
        "where the axes rest. Each is driven as this page says, or refused in one sentence; none moves anything that nobody touches.",
        "",
        "Where a row of SDL's database for the device changes anything, a second line shows what it is driven by then. *its row* is a",
        "row that Waldo has itself, for devices whose drivers state what is not there; *as shown* means a mapping made of what the",
        "driver shows. A button is named by what it is on the device, a numbered one by its number from 1 on, any other by the kernel.",
        "`waldo mappings show /dev/input/eventN` prints the mapping of a device that is connected, and `waldo inputs --watch` shows it",
        "at work. [Files for pads and arms](Files-for-pads-and-arms.md) says how to write another.",
    ]
    private static let others = [
        "No drive takes these unasked. What has keys or axes can be mapped by [`waldo map`](Wizard.md), and is driven with if `--input`",
        "names it; `waldo inputs --all` lists all of them:", "",
    ]

    private func table(_ inputs: [RealInput]) -> [String] {
        [
            "| device | driver | driven by | slider forward / backward | joystick | stop | resume |",
            "|---|---|---|---|---|---|---|",
        ] + inputs.flatMap(rows)
    }

    private func rows(_ input: RealInput) -> [String] {
        let parts = input.title.split(separator: "(", maxSplits: 1).map { $0.trimmed }
        let title = escaped(parts[0]), driver = escaped(parts.count > 1 ? String(parts[1].dropLast()) : "")
        let alone = cells(input, withRow: false)
        var rows = [[title, driver] + alone]
        if input.row != nil {
            let byRow = cells(input, withRow: true)
            // What drives it may have another name and do the same.
            if byRow.dropFirst() != alone.dropFirst() { rows.append(["", "", byRow[0]] + byRow.dropFirst()) }
        }
        return rows.map { "| " + $0.joined(separator: " | ") + " |" }
    }

    private func cells(_ input: RealInput, withRow: Bool) -> [String] {
        switch PadTableTests.outcome(input, withRow: withRow) {
        case .ignored: return ["not used", "", "", "", ""]
        case .refused(let sentence): return ["refused: " + escaped(sentence.replacing("`", with: "")), "", "", "", ""]
        case .drives(let entry, let mapping):
            let names = PadNames(input)
            let why = PadTableTests.explained[input.id + (withRow ? " by its row" : "")]?.why
            return [
                source(entry) + (why.map { ": \($0.first!.lowercased() + $0.dropFirst().dropLast())" } ?? ""),
                slider(mapping, names), joystick(mapping, names, input), names.keys(mapping.keys.stop),
                names.keys(mapping.keys.resume),
            ].map(escaped)
        }
    }

    private func source(_ entry: LibraryEntry<Mapping>) -> String {
        switch entry.origin {
        case .shipped, .file: "\(entry.name).yaml"
        case .row(let place): place.contains("own") ? "its row" : "SDL's row"
        case .input: "as shown"
        }
    }

    private func slider(_ mapping: Mapping, _ names: PadNames) -> String {
        switch mapping.slider.source {
        case .axis(let axis): names.axis(axis)
        case .halves(let forward, let backward): "\(names.axis(forward)) / \(names.axis(backward))"
        case .keys([], []): "nothing"
        case .keys(let forward, let backward): "\(names.keys(forward)) / \(names.keys(backward))"
        }
    }

    private func joystick(_ mapping: Mapping, _ names: PadNames, _ input: RealInput) -> String {
        guard let joystick = mapping.joystick else { return "nothing" }
        switch joystick.source {
        case .axes(let x, let y): return names.stick(x, y)
        case .keys([], [], [], []): return "nothing"
        case .keys(let up, let down, let left, let right):
            let isPad = input.facts["dpad"] == ["keys"]
            return isPad
                ? "directional pad"
                : [up, down, left, right].compactMap(\.first).map(names.key).joined(separator: ", ")
        }
    }

    private func escaped(_ text: String) -> String { text.replacing("|", with: "\\|").replacing("<", with: "\\<") }
}

extension Substring {
    /// Without blanks at its ends.
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
