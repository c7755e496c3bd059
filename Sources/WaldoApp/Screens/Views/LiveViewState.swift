import WaldoCore
import WaldoSurvey
import WaldoTime

/// What pages show of the running survey beside what every screen shows.
struct LiveViewState {
    /// Over how long each stream's samples are formed.
    var windows: [String?] = []
    /// Of each of the graph's outputs that is a sum, the time that it is of, and that it lacks.
    var exposures: [(measured: TimeSpan, unmeasured: TimeSpan)?] = []
    /// The nodes of the raised alarms that the operator has heard.
    var acknowledged: Set<String> = []
    /// The newest value of each of the graph's inputs and nodes.
    var nodes: [GraphValue?] = []
    /// What the raster does; nil: there is none.
    var raster: RasterStatus?
}
