package import WaldoMap

/// Which samples of a store a map, a search for a source or a route is made of.
package struct MapSelection: Sendable {
    /// The store.
    package var store: String
    /// The survey's number; nil: the only one.
    package var survey: Int64?
    /// The stream's name; nil: the first that suits.
    package var stream: String?
    /// When they were taken.
    package var window = UTCWindow()
    /// How the survey was made; nil: by an arm where the places are an arm's, else on foot.
    package var method: MapMethod?
    /// From which side an arm's workspace is seen.
    package var side = MapPlane.Side.xy

    /// Creates a selection.
    package init(store: String, survey: Int64? = nil, stream: String? = nil) {
        (self.store, self.survey, self.stream) = (store, survey, stream)
    }
}
