public import WaldoStore

extension RelayLedger {
    /// How far a log got that was sent to an import.
    public struct Upload: Equatable, Sendable {
        /// By what the ledger knows the log: `log`, or its survey's UUID and its session.
        public var log: String
        /// The name under which it was sent.
        public var name: String
        /// When it was sent last, in microseconds since 1970.
        public var utc: Int64
        /// How many bytes were sent, and their checksum.
        public var bytes: Int64, crc: UInt32
        /// The status of HTTP that the server answered; nil: no answer has come.
        public var status: Int?
        /// The beginning of the answer, or why there is none.
        public var answer: String

        /// Whether the server has accepted what was sent.
        public var isAccepted: Bool { status.map((200..<300).contains) ?? false }

        /// A log that is being sent.
        public init(log: String, name: String, utc: Int64, bytes: Int64, crc: UInt32) {
            (self.log, self.name, self.utc, self.bytes, self.crc) = (log, name, utc, bytes, crc)
            answer = ""
        }
    }

    /// Ledgers of earlier versions lack it.
    static let uploads = """
        CREATE TABLE IF NOT EXISTS upload (
            destination TEXT NOT NULL, log TEXT NOT NULL, name TEXT NOT NULL, utc INTEGER NOT NULL,
            bytes INTEGER NOT NULL, crc INTEGER NOT NULL, status INTEGER, answer TEXT NOT NULL,
            PRIMARY KEY (destination, log)) WITHOUT ROWID;
        """

    /// The newest upload of each log to a destination.
    /// - Throws: `StoreError`.
    public func uploads(to destination: String) throws(StoreError) -> [Upload] {
        guard try connection.number("SELECT count(*) FROM sqlite_master WHERE name = 'upload'") == 1 else { return [] }
        let row = try connection.prepare(
            "SELECT log, name, utc, bytes, crc, status, answer FROM upload WHERE destination = ? ORDER BY log")
        row.bind(destination)
        var uploads: [Upload] = []
        while try row.step() {
            var upload = Upload(
                log: row.text(0), name: row.text(1), utc: row.int(2), bytes: row.int(3),
                crc: UInt32(truncatingIfNeeded: row.int(4)))
            (upload.status, upload.answer) = (row.optionalInt(5).map { Int($0) }, row.text(6))
            uploads.append(upload)
        }
        return uploads
    }

    /// Notes how far an upload got.
    /// - Throws: `StoreError`.
    public func setUpload(_ upload: Upload, to destination: String) throws(StoreError) {
        try connection.execute("INSERT OR REPLACE INTO upload VALUES (?, ?, ?, ?, ?, ?, ?, ?)") {
            $0.bind(destination)
            $0.bind(upload.log)
            $0.bind(upload.name)
            $0.bind(upload.utc)
            $0.bind(upload.bytes)
            $0.bind(Int64(upload.crc))
            $0.bind(upload.status.map { Int64($0) })
            $0.bind(String(upload.answer.prefix(500)))
        }
    }
}
