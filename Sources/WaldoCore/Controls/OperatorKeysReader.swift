/// Detects presses and releases of the keys that command the program.
struct OperatorKeysReader {
    /// What a change of these keys requests.
    enum Edge: Equatable {
        case stop, resume, recentre(down: Bool), enableReleased, enablePressed, precise, profile, park
    }

    private var stop: KeyReader
    private var resume: KeyReader
    private var recentre: KeyReader
    private var enable: KeyReader
    private var precise: KeyReader
    private var profile: KeyReader
    private let park: [UInt16]

    init(_ keys: OperatorKeys) {
        stop = KeyReader(keys.stop)
        resume = KeyReader(keys.resume)
        recentre = KeyReader(keys.recentre)
        enable = KeyReader(keys.enable)
        precise = KeyReader(keys.precise)
        profile = KeyReader(keys.profile)
        park = keys.park
    }

    /// Whether the mapping has enable keys and none of them is held.
    var isDisabled: Bool { !enable.isEmpty && !enable.isDown }

    var isStopDown: Bool { stop.isDown }

    /// A stop key that is down; nil: none is.
    var stopDown: UInt16? { stop.isDown ? stop.codesDown.first : nil }

    var isRecentreDown: Bool { recentre.isDown }

    var isPreciseDown: Bool { precise.isDown }

    mutating func adopt(_ state: InputState) {
        stop.adopt(state)
        resume.adopt(state)
        recentre.adopt(state)
        enable.adopt(state)
        precise.adopt(state)
        profile.adopt(state)
    }

    /// Updates one key and returns what the change requests. Every press of a stop key is a stop, whatever else is
    /// held.
    mutating func apply(_ code: UInt16, down: Bool) -> Edge? {
        let wasEnabled = enable.isDown, wasRecentring = recentre.isDown, wasPrecise = precise.isDown
        stop.apply(code, down: down)
        resume.apply(code, down: down)
        recentre.apply(code, down: down)
        enable.apply(code, down: down)
        precise.apply(code, down: down)
        if down && stop.contains(code) { return .stop }
        if wasEnabled != enable.isDown { return enable.isDown ? .enablePressed : .enableReleased }
        if down && resume.contains(code) { return .resume }
        if wasRecentring != recentre.isDown { return .recentre(down: recentre.isDown) }
        if wasPrecise != precise.isDown { return .precise }
        guard down else { return nil }
        return profile.contains(code) ? .profile : park.contains(code) ? .park : nil
    }
}
