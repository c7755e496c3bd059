import Glibc
import WaldoTime

/// What `waldo-relay push` was asked to do.
public struct PushPlan: Sendable {
    /// The survey's file.
    public var path: String
    /// The station that it is sent as.
    public var station: StationName
    /// Where it goes.
    public var destination: PushDestination
    /// Whether it goes on with what is added to the file.
    public var follows: Bool
    /// The number or UUID of the survey; nil: all.
    public var survey: String?
    /// Whether surveys of a simulated sensor are sent too.
    public var includesSimulated: Bool
    /// Whether lines about the station come from standard input.
    public var readsState: Bool
    /// Whether the network is metered at present; nil: that does not matter.
    public var isMetered: (@Sendable () -> Bool)?
    /// How often that is asked.
    var networkInterval: TimeSpan = .seconds(30)
    /// After how many seconds without an acknowledgement it gives up, unless it follows.
    public var patience: Int

    /// The name of this machine.
    static let machine: String = {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()

    /// A plan from its parts.
    /// - Parameter station: nil: it has the name of this machine.
    public init(
        path: String, to destination: PushDestination, follows: Bool = false, survey: String? = nil,
        includesSimulated: Bool = false,
        readsState: Bool = false, patience: Int = 60, station: StationName? = nil
    ) {
        self.path = path
        self.station = station ?? StationName(machine: Self.machine)
        self.destination = destination
        self.follows = follows
        self.survey = survey
        self.includesSimulated = includesSimulated
        self.readsState = readsState
        self.patience = patience
    }
}
