import CZlib
import WaldoCore

/// A drawing as PNG (W3C, Portable Network Graphics, third edition).
public enum PNGFile {
    /// The bytes of a file.
    public static func bytes(_ drawing: Drawing) -> [UInt8] {
        let canvas = PixelCanvas(drawing)
        let palette = Palette(canvas)
        var header: [UInt8] = number(UInt32(canvas.width)) + number(UInt32(canvas.height))
        header += [8, palette == nil ? 2 : 3, 0, 0, 0]
        let pixel = palette == nil ? 3 : 1, row = canvas.width * pixel + 1
        var rows: [UInt8] = []
        rows.reserveCapacity(row * canvas.height)
        let samples = palette?.indices ?? canvas.pixels
        for start in stride(from: 0, to: samples.count, by: row - 1) {
            rows.append(0)  // no filter
            rows += samples[start..<start + row - 1]
        }
        var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        file += chunk("IHDR", header)
        if let palette { file += chunk("PLTE", palette.colours) }
        file += chunk(
            "tEXt", Array("Title".utf8) + [0] + drawing.title.utf8.map { (0x20..<0x7f).contains($0) ? $0 : 63 })
        file += chunk("IDAT", compressed(rows))
        return file + chunk("IEND", [])
    }

    /// The colours of a picture that has few.
    private struct Palette {
        var colours: [UInt8] = []
        var indices: [UInt8] = []

        /// nil: it has more than 256.
        init?(_ canvas: PixelCanvas) {
            var indexOfColour: [UInt32: UInt8] = [:]
            indices.reserveCapacity(canvas.pixels.count / 3)
            for pixel in stride(from: 0, to: canvas.pixels.count, by: 3) {
                let colour = canvas.pixels[pixel..<pixel + 3]
                let key = colour.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                if let index = indexOfColour[key] {
                    indices.append(index)
                } else {
                    guard indexOfColour.count < 256 else { return nil }
                    indices.append(UInt8(indexOfColour.count))
                    indexOfColour[key] = UInt8(indexOfColour.count)
                    colours += colour
                }
            }
        }
    }

    /// A zlib stream of bytes. zlib fails only without memory, which ends the program anyway.
    private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var count = compressBound(uLong(bytes.count))
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
            let result = compress2(buffer.baseAddress, &count, bytes, uLong(bytes.count), Z_BEST_COMPRESSION)
            precondition(result == Z_OK, "zlib cannot compress")
            written = Int(count)
        }
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return number(UInt32(content.count)) + body + number(CRC32.of(body))
    }

    private static func number(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
