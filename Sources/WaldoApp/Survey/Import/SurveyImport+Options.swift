package import WaldoFiles
package import WaldoSurvey

extension SurveyImport {
    /// What the operator asks for.
    package struct Options {
        /// The store: a file, or a directory.
        package var store: String
        /// Sensor and graph, each a name or a file; nil: those of the format.
        package var sensor: String?, graph: String?
        /// How the sensor was carried; nil: as its file states.
        package var method: TravelMethod?
        /// The zone of times that are local; nil: not known.
        package var zone: LocalZone?
        /// The GPX track whose places the measurements get; nil: none.
        package var track: String?
        /// The survey's title; nil: the file's name.
        package var title: String?
        /// Tags of each survey.
        package var tags: [String]
        /// Whether the surveys may be published.
        package var allowsUpload: Bool

        /// Options of these parts.
        package init(
            store: String, sensor: String?, graph: String?, method: TravelMethod? = nil, zone: LocalZone?,
            track: String?, title: String?, tags: [String], allowsUpload: Bool
        ) {
            self.store = store
            self.sensor = sensor
            self.graph = graph
            self.method = method
            self.zone = zone
            self.track = track
            self.title = title
            self.tags = tags
            self.allowsUpload = allowsUpload
        }
    }
}
