public import ArgumentParser
import WaldoApp
public import WaldoMap

/// The options of every command that puts a survey on a map.
struct MapSelectionOptions: ParsableArguments {
    @Argument(help: "A file of `waldo survey --to` or `waldo survey import`.", completion: .survey)
    var file: String

    @Option(help: ArgumentHelp("The survey's number (see `waldo survey list`). Default: the only one.", valueName: "n"))
    var survey: Int64?

    @Option(help: "The stream (see `waldo survey show`). Default: the first that suits.")
    var stream: String?

    @Option(
        help: "How the survey was made: foot, car, uav or arm, for the size of symbols and cells. Default: arm or foot."
    )
    var method: MapMethod?

    @Option(help: "Which side of an arm's workspace is shown: xy from above, xz or yz. Default: xy.")
    var plane = MapPlane.Side.xy

    /// What was selected.
    func selection(_ window: UTCWindow = UTCWindow()) -> MapSelection {
        var selection = MapSelection(store: file, survey: survey, stream: stream)
        selection.window = window
        (selection.method, selection.side) = (method, plane)
        return selection
    }
}

extension MapMethod: ExpressibleByArgument {}
extension MapPlane.Side: ExpressibleByArgument {}
extension ColourScale: ExpressibleByArgument {}
