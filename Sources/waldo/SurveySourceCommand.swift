import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoMap

/// `waldo survey source FILE`: where a point source is.
struct SurveySourceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source",
        abstract: "Find a point source by a survey's counts.",
        discussion: """
                waldo survey source r.gpkg
                waldo survey source r.gpkg --region -0.3..0.3:-0.3..0.3:0..0.5

            The likeliest place and strength of a source whose field falls with the square of the distance, over an even \
            background, and the region that holds the place in 95 of 100 surveys. Without enough evidence the answer is that \
            there is none above the background.

            Counts on one layer of an arm's workspace, such as the surface of a sphere, give two answers that are mirror \
            images: survey a second layer, or exclude one of them with --region.

            Of more than 2,000 places those far from where most was counted are merged, and the answer says so.
            """)

    @OptionGroup var selection: MapSelectionOptions

    @OptionGroup var times: TimeWindowOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Where the source may be: X..X:Y..Y:Z..Z in metres in an arm's workspace, such as -0.3..0.3:-0.3..0.3:0..0.5. \
            Default: around the places, by half their extent more.
            """, valueName: "box"), transform: RegionText.parse)
    var region: SpaceBox?

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        Interruption.watch()
        ForeignFiles.limitMemory()
        let report = try SourceReport(selection.selection(times.window), region: region)
        if json {
            print(String(decoding: report.json, as: UTF8.self))
        } else {
            for line in report.lines { print(line) }
        }
    }
}

/// A box on the command line: `-0.3..0.3:-0.3..0.3:0..0.5`.
enum RegionText {
    /// Parses a box.
    /// - Throws: why it is refused.
    @Sendable static func parse(_ argument: String) throws -> SpaceBox {
        let sides = argument.split(separator: ":", omittingEmptySubsequences: false).map(side)
        guard sides.count == 3, let x = sides[0], let y = sides[1], let z = sides[2] else {
            throw ValidationError(
                "no box; give three ranges in metres, each from the less to the greater: -0.3..0.3:-0.3..0.3:0..0.5")
        }
        return SpaceBox(
            low: ArmPoint(x: x.lowerBound, y: y.lowerBound, z: z.lowerBound),
            high: ArmPoint(x: x.upperBound, y: y.upperBound, z: z.upperBound))
    }

    private static func side(_ text: Substring) -> ClosedRange<Double>? {
        guard let dots = text.firstRange(of: ".."), let low = Double(text[..<dots.lowerBound]),
            let high = Double(text[dots.upperBound...]), low < high, low.magnitude < 1e6, high.magnitude < 1e6
        else { return nil }
        return low...high
    }
}
