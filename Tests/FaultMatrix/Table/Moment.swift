/// The moment at which a fault strikes: a column of the matrix.
enum Moment: String, CaseIterable, Sendable {
    /// The link is up, the gates are open, nothing is held.
    case idle = "idle"
    case sliderHeld = "slider held"
    case joystickHeld = "joystick held"
    /// A frame of a held slider has been written and is not yet taken or answered.
    case midWrite = "in a write"
    /// `Connect` has been called and is not answered; the slider is held.
    case connecting = "connecting"
    /// The shield does not advertise; the slider is held.
    case scanning = "scanning"
    /// The stop button was pressed while the slider was held, and the zeros are being sent.
    case stopping = "stopping"
    /// A recording is played to the shield, at a moment when its slider is held.
    case replay = "replay"
    /// A raster moves the slider to a point, by counted frames.
    case rasterMoving = "raster moving"
    /// A raster measures at a point; nothing moves.
    case rasterMeasuring = "raster measuring"

    /// Whether there is a link that carries frames.
    var hasLink: Bool { self != .connecting && self != .scanning }
    /// Whether a raster drives, whose operator has the terminal's keys and no pad.
    var isRaster: Bool { self == .rasterMoving || self == .rasterMeasuring }
}
