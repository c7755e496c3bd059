internal import WaldoCore

/// Places that are kept for newcomers: nobody keeps all of them, from one source or from many. Pure.
struct PanelPlaces {
    /// Places in all, and for one source.
    let most: Int, mostASource: Int

    /// Pages at once.
    static let pages = PanelPlaces(most: 16, mostASource: 8)
    /// Connections that are not a page's: a browser fetches the page's files by up to six.
    static let guests = PanelPlaces(most: 32, mostASource: 16)

    /// Who has a place.
    struct Holder {
        var source: PanelSource
        /// When it last did something.
        var acted: Microseconds
        /// It gives way to nobody: it drives.
        var stays = false
    }

    /// Who gives way to a newcomer of this source: of its own source, when that has its share, else of the source that
    /// has most, whoever has done nothing for longest. Nil while there is space.
    func givingWay(to source: PanelSource, among holders: [Holder]) -> Int? {
        let count = holders.reduce(into: [PanelSource: Int]()) { $0[$1.source, default: 0] += 1 }
        let isFull = count[source, default: 0] >= mostASource
        guard isFull || holders.count >= most else { return nil }
        let share = count.values.max() ?? 0
        let candidates = holders.indices.filter { index in
            let holder = holders[index]
            return !holder.stays && (isFull ? holder.source == source : count[holder.source] == share)
        }
        // A source whose only page drives gives no place: then it is anybody's.
        let anybody = holders.indices.filter { !holders[$0].stays }
        return (candidates.isEmpty ? anybody : candidates).min { holders[$0].acted < holders[$1].acted }
    }
}
