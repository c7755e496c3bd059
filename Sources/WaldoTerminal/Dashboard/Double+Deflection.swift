extension Double {
    /// The value limited to -1...+1; 0 if it is not finite.
    var asDeflection: Double { isFinite ? Swift.max(-1, Swift.min(1, self)) : 0 }
}
