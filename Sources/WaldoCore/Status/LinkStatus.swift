public import WaldoTime

/// The state of the link to a peripheral, an arm's or a sensor's.
public struct LinkStatus: Equatable, Sendable {
    /// The phases of a link.
    public enum Phase: String, Sendable, CaseIterable {
        /// Something other than the peripheral is missing; see `detail`.
        case waiting
        /// The serial port is missing, or not free; see `detail`.
        case noPort = "no-port"
        /// Scanning for the peripheral.
        case scanning
        /// The peripheral was found; connecting to it.
        case connecting
        /// Commands are sent.
        case connected
        /// Connected, but writes are not confirmed; motion is held back.
        case stalled
        /// The link was up and has been lost.
        case lost
        /// Under override nothing is connected.
        case absent = "none"

        /// Whether a peripheral is connected, also while what is written does not leave.
        public var isUp: Bool { self == .connected || self == .stalled }
    }

    /// The present phase.
    public var phase: Phase
    /// The peripheral's name and address; empty: none has been found. Received over the air: the text is untrusted.
    public var name: String, address: String
    /// What is missing, or details of the link.
    public var detail: String
    /// Signal strength of the latest advertisement received, in dBm, and the time of its reception.
    public var signal: Int?, heardAt: Instant?

    /// Creates a state from its parts.
    public init(
        _ phase: Phase = .waiting, name: String = "", address: String = "", detail: String = "", signal: Int? = nil,
        heardAt: Instant? = nil
    ) {
        self.phase = phase
        self.name = name
        self.address = address
        self.detail = detail
        self.signal = signal
        self.heardAt = heardAt
    }

    /// Whether a peripheral is named.
    public var hasPeripheral: Bool { !name.isEmpty || !address.isEmpty }

    /// The peripheral and what is known of the link, in one text.
    public var summary: String { [name, address, detail].filter { !$0.isEmpty }.joined(separator: " ") }

    /// Whether it makes the same line of text: only screens show the signal strength.
    public func hasSameText(as other: LinkStatus?) -> Bool {
        guard var other else { return false }
        (other.signal, other.heardAt) = (signal, heardAt)
        return self == other
    }
}

extension LinkStatus {
    /// The same link while the arm's answer to a motion is missing.
    var unanswered: LinkStatus {
        var status = self
        status.phase = .stalled
        status.detail = "the arm has not answered a motion: look at its power and its cable"
        return status
    }
}

extension LinkStatus.Phase {
    /// The phase in JSON Lines and on the panel's page: a link over Bluetooth is "scanning" also while its adapter is
    /// missing, one by a serial port is "waiting", and none is "override".
    public var name: String {
        switch self {
        case .waiting: Self.scanning.rawValue
        case .noPort: Self.waiting.rawValue
        case .absent: "override"
        case .scanning, .connecting, .connected, .stalled, .lost: rawValue
        }
    }
}
