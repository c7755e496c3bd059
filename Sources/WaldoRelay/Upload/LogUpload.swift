import WaldoCore
public import WaldoFiles
import WaldoLoop
import WaldoStore

/// Sends a bGeigie log, or those that were imported into a store, to a Safecast-compatible import. A log that the
/// server has accepted is not sent again.
public struct LogUpload {
    private let path: String, survey: String?
    private let address: UploadAddress, key: String, authorities: String?

    /// A log of more bytes is not sent.
    static let greatest = 64 << 20
    /// Identifies in the ledger a log that is a file of its own.
    static let ownLog = "log"

    /// An upload whose key has been read.
    /// - Parameters:
    ///   - survey: a number or UUID; nil: all that have a log.
    ///   - key: a file with the key of the interface in its only line.
    /// - Throws: `Failure`.
    public init(
        _ path: String, survey: String?, to address: UploadAddress, key: String, authorities: String?
    ) throws(Failure) {
        let lines = try SecretFile.lines(key)
        guard lines.count == 1, let line = lines.first, line.utf8.allSatisfy({ (0x21..<0x7f).contains($0) }) else {
            throw Failure(.file, "\(key): it has the key in its only line")
        }
        self.path = path
        self.survey = survey
        self.address = address
        self.key = line
        self.authorities = authorities
    }

    /// Sends them.
    /// - Parameter says: told what was done and what was left out: one sentence each.
    /// - Throws: `Failure`, `StoreError`, `ExitStatus`.
    public func run(says: (String) -> Void) throws {
        let log = try LogFile.bytes(path, atMost: Self.greatest)
        guard survey == nil || log == nil else {
            throw Failure(.usage, "\(path): a log has no surveys; leave out --survey")
        }
        let reader = log == nil ? try RelayReader(path: path, isInterrupted: { Interruption.hasCome }) : nil
        let ledger = try RelayLedger(path: RelayLedger.path(for: path))
        let lock = try ledger.lock(address.description, sending: path)
        if let log { try send(log, named: Self.name(path), as: Self.ownLog, ledger, says) }
        if let reader { try send(reader, ledger, says) }
        _ = consume lock
    }

    /// The name under which a log that is a file of its own is sent.
    static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The name under which an imported log is sent, and its key in the ledger.
    static func imported(_ survey: RelayReader.Survey, _ session: Int64) -> (name: String, log: String) {
        ("survey-\(survey.id)-session-\(session).log", "\(survey.uuid.lowercased()) \(session)")
    }

    /// Sends the logs that were imported into a store.
    private func send(_ reader: RelayReader, _ ledger: RelayLedger, _ says: (String) -> Void) throws {
        let chosen = try PushChoice.surveys(
            survey, among: try reader.surveys(), includesSimulated: false, of: path, says: says)
        var logs = 0
        for survey in chosen where !survey.isDeleted {
            for log in try reader.logs(of: survey.id, greatest: Self.greatest) where LogFile.isOne(log.bytes) {
                logs += 1
                let (name, ledgerKey) = Self.imported(survey, log.session)
                try send(log.bytes, named: name, as: ledgerKey, ledger, says)
            }
        }
        guard logs > 0 else {
            throw Failure(
                .file,
                "\(path): none of its surveys that may be sent has an imported bGeigie log; write one by "
                    + "`waldo survey export --bgeigie LOG FILE`, and push that")
        }
    }

    /// - Parameter ledgerKey: identifies the log in the ledger.
    private func send(
        _ bytes: [UInt8], named name: String, as ledgerKey: String, _ ledger: RelayLedger, _ says: (String) -> Void
    ) throws {
        let destination = address.description, crc = CRC32.of(bytes)
        if let known = try ledger.meta(destination, of: ledgerKey), known.crc == crc {
            let date = DateText.text(known.revision, decimals: 0)
            return says("\(path): \(name) was taken by \(destination) before, \(date)")
        }
        var status = try ledger.status(destination) ?? RelayLedger.Status()
        try ledger.setStatus(destination, status)
        var upload = RelayLedger.Upload(
            log: ledgerKey, name: name, utc: WallClock.now(), bytes: Int64(bytes.count), crc: crc)
        // Whoever is killed from here on has sent it perhaps.
        try ledger.setUpload(upload, to: destination)
        let answer: FileUpload.Answer
        do {
            answer = try FileUpload().send(bytes, named: name, to: address, key: key, authorities: authorities)
        } catch {
            upload.answer = error is ExitStatus ? "it was interrupted" : "\(error)"
            try ledger.setUpload(upload, to: destination)
            throw error
        }
        let now = WallClock.now()
        (upload.status, upload.answer) = (answer.status, answer.body)
        try ledger.setUpload(upload, to: destination)
        guard upload.isAccepted else {
            let sentence = "it answers \(answer.status)" + (answer.body.isEmpty ? "" : ": \(answer.body)")
            status.error = sentence
            status.errorAt = now
            try ledger.setStatus(destination, status)
            let isKey = answer.status == 401 || answer.status == 403
            throw Failure(
                isKey ? .forbidden : .link,
                "\(destination): \(sentence)" + (isKey ? "; look at the key of --api-key" : ""))
        }
        status.contact = now
        status.rows += Int64(bytes.count { $0 == 10 })
        try ledger.setStatus(destination, status)
        try ledger.setMeta(destination, of: ledgerKey, revision: now, crc: crc)
        try ledger.note(
            destination, "\(name) was taken: \(answer.status)" + (answer.body.isEmpty ? "" : " \(answer.body)"), at: now
        )
        says("\(path): \(name) (\(bytes.count) bytes) was taken by \(destination)")
    }
}
