import WaldoCore
import WaldoSurvey

/// A point in the standard's binary format (OGC 12-128r18, clause 2.1.3): its header, and well-known binary.
enum GeometryBlob {
    /// The most bytes that `write` gives.
    static let capacity = 37

    /// Writes a place, little-endian and without an envelope.
    /// - Returns: the number of bytes.
    static func write(_ place: Place, to bytes: UnsafeMutableRawBufferPointer) -> Int {
        bytes[0] = UInt8(ascii: "G")
        bytes[1] = UInt8(ascii: "P")
        bytes[2] = 0
        bytes[3] = 1
        bytes.storeBytes(of: place.system.rawValue.littleEndian, toByteOffset: 4, as: Int32.self)
        bytes[8] = 1
        bytes.storeBytes(of: (place.z == nil ? 1 : 1001 as UInt32).littleEndian, toByteOffset: 9, as: UInt32.self)
        store(place.x, at: 13, in: bytes)
        store(place.y, at: 21, in: bytes)
        guard let z = place.z else { return 29 }
        store(z, at: 29, in: bytes)
        return 37
    }

    private static func store(_ value: Double, at offset: Int, in bytes: UnsafeMutableRawBufferPointer) {
        bytes.storeBytes(of: value.bitPattern.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
}
