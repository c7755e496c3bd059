import WaldoCore

/// The pictures of a map in an MBTiles file (version 1.3), which is an SQLite file: tiles by zoom, column and row.
public struct TileSet: Equatable, Sendable {
    /// The file.
    public let path: String
    /// The media type of its pictures.
    public let type: String
    /// The zooms that it has.
    public let zooms: ClosedRange<Int>
    /// Whom the map is owed to, as the file states it; empty: it does not.
    public let attribution: String

    /// How long a reader waits for a lock, in seconds.
    private static let patience = 1.0
    /// The largest picture in bytes.
    private static let largest = 1 << 20

    /// Reads what a file states of itself.
    /// - Throws: `StoreError` for a file that cannot be opened, is no MBTiles file, or has no pictures, but vectors.
    public init(path: String) throws(StoreError) {
        let connection = try Connection(path, for: .tiles, patience: Self.patience)
        defer { connection.close() }
        func metadata(_ name: String) throws(StoreError) -> String? {
            try connection.texts("SELECT value FROM metadata WHERE name = ?") { $0.bind(name) }.first
        }
        let types = ["png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp"]
        let format: String?
        do throws(StoreError) {
            format = try metadata("format")
        } catch  where error.kind == .foreign || error.kind == .tooLong {
            throw error
        } catch {
            throw StoreError(
                .notAStore, path,
                "it is no MBTiles file: there is no table `metadata` in it; name one of PNG, JPEG or WebP")
        }
        guard let type = types[format ?? "png"] else {
            let found =
                format.map(\.isEmpty) == false
                ? "its tiles are “\(SafeText.escaped(format ?? ""))”, which is no picture"
                : "its table `metadata` names no format of its tiles"
            throw StoreError(
                .notAStore, path,
                found + "; take a file of PNG, JPEG or WebP")
        }
        let low = try connection.number("SELECT min(zoom_level) FROM tiles")
        let high = try connection.number("SELECT max(zoom_level) FROM tiles")
        guard let low, let high, low >= 0, low <= high, high <= 30 else {
            throw StoreError(.notAStore, path, "there are no tiles in it; take a file of PNG, JPEG or WebP")
        }
        (self.path, self.type, zooms) = (path, type, Int(low)...Int(high))
        attribution = try metadata("attribution") ?? ""
    }

    /// A picture; nil: the map has none there.
    /// - Parameters:
    ///   - zoom: 0 has one tile of the whole world, and each further zoom four times as many.
    ///   - column: from the west.
    ///   - row: from the north, while the file counts from the south.
    /// - Throws: `StoreError`.
    public func picture(zoom: Int, column: Int, row: Int) throws(StoreError) -> [UInt8]? {
        guard zooms.contains(zoom), row >= 0, row < 1 << zoom, column >= 0, column < 1 << zoom else { return nil }
        let connection = try Connection(path, for: .tiles, patience: Self.patience)
        defer { connection.close() }
        let statement = try connection.prepare(
            "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?")
        for number in [zoom, column, (1 << zoom) - 1 - row] { statement.bind(number) }
        defer { statement.reset() }
        guard try statement.step() else { return nil }
        let bytes = statement.bytes(0)
        return bytes.count <= Self.largest ? bytes : nil
    }
}
