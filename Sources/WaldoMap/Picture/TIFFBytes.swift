/// Numbers of a TIFF file, the lowest byte first.
struct TIFFBytes {
    var bytes: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    mutating func add(_ number: Double) { add(number.bitPattern) }
}
