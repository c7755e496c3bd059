import WaldoCore
import WaldoTime

/// Decides which connection makes way for a new one, so that nobody can occupy all places, from one source or from
/// many. Pure.
struct PanelPlaces {
    /// Number of places in total, and per source.
    let limit: Int, limitPerSource: Int

    /// Limits for pages.
    static let pages = PanelPlaces(limit: 16, limitPerSource: 8)
    /// Limits for connections that are not pages: a browser fetches the page's files over up to six.
    static let guests = PanelPlaces(limit: 32, limitPerSource: 16)

    /// The holder of a place.
    struct Holder {
        var source: PanelSource
        /// The time of its last activity.
        var acted: Instant
        /// Whether it never makes way, because it drives or holds STOP.
        var stays = false
        /// Whether it only waits for its refusal: it makes way before all others.
        var isRefused = false
    }

    /// What a newcomer finds.
    enum Admission: Equatable {
        case free
        /// This holder makes way, by its index.
        case evicting(Int)
        /// All holders stay.
        case refused
    }

    /// Selects the holder that makes way for a newcomer. If the newcomer's source has used up its share, it is one of
    /// that source, otherwise one of a source with the most places; among those, the one that has been idle longest of
    /// those that wait for their refusal, or of all.
    func admit(_ source: PanelSource, among holders: [Holder]) -> Admission {
        let count = holders.reduce(into: [PanelSource: Int]()) { $0[$1.source, default: 0] += 1 }
        let isFull = count[source, default: 0] >= limitPerSource
        guard isFull || holders.count >= limit else { return .free }
        let share = count.values.max() ?? 0
        let candidates = holders.indices.filter { index in
            let holder = holders[index]
            return !holder.stays && (isFull ? holder.source == source : count[holder.source] == share)
        }
        // If a source's pages all stay, any other holder may make way.
        let anybody = holders.indices.filter { !holders[$0].stays }
        let leaving = candidates.isEmpty ? anybody : candidates
        let refused = leaving.filter { holders[$0].isRefused }
        let idlest = (refused.isEmpty ? leaving : refused).min { holders[$0].acted < holders[$1].acted }
        return idlest.map { .evicting($0) } ?? .refused
    }
}
