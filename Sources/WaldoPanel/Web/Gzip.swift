import CZlib

/// gzip (RFC 1952).
enum Gzip {
    /// The bytes, compressed. zlib fails only without memory, which ends the program anyway.
    static func bytes(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream(), source = bytes
        // A window of 15 bits, and 16 more for the head of gzip.
        let began = deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            CInt(MemoryLayout<z_stream>.size))
        precondition(began == Z_OK, "zlib cannot compress")
        defer { deflateEnd(&stream) }
        let capacity = Int(deflateBound(&stream, uLong(bytes.count)))
        return [UInt8](unsafeUninitializedCapacity: capacity) { output, written in
            source.withUnsafeMutableBufferPointer { input in
                (stream.next_in, stream.avail_in) = (input.baseAddress, uInt(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, uInt(capacity))
                precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END, "zlib cannot compress")
            }
            written = capacity - Int(stream.avail_out)
        }
    }
}
