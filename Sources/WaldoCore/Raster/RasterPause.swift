/// Why a raster waits for its operator.
public enum RasterPause: Equatable, Sendable {
    /// The operator wants it.
    case wanted
    /// The link to the arm was lost, or what was written did not leave: where the arm stands is known only when it
    /// has moved again.
    case link
    /// The input or the panel of the operator who watches was lost.
    case input
    /// The arm was halted, by an emergency stop or for another reason.
    case halt
    /// The sensor was not heard for longer than a point takes.
    case sensor
    /// The store has failed: what is measured from now on is lost.
    case store
}
