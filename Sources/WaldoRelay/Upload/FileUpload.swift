import CCurl
import Glibc
import WaldoCore
import WaldoFiles

/// One file by a multipart form, as a Safecast-compatible import takes it.
final class FileUpload {
    private var answer: [UInt8] = []
    /// How much of an answer is kept.
    private static let greatestAnswer = 64 << 10
    private static let library = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    /// What a server answered.
    struct Answer: Equatable {
        /// The status of HTTP.
        var status: Int
        /// The beginning of the body.
        var body: String
    }

    /// Sends a file and waits for the answer.
    /// - Parameters:
    ///   - key: that of the interface; it travels in the form, which no log of a server shows.
    ///   - authorities: a file in PEM; nil: the system's.
    /// - Throws: `Failure`: the server cannot be reached. `ExitStatus`: a signal came.
    func send(
        _ bytes: [UInt8], named name: String, to address: UploadAddress, key: String, authorities: String?
    ) throws -> Answer {
        _ = Self.library
        guard let curl = curl_easy_init(), let form = curl_mime_init(curl) else {
            throw Failure(.output, "there is no memory for a connection")
        }
        let header = curl_slist_append(nil, "Expect:")
        defer {
            curl_mime_free(form)
            curl_slist_free_all(header)
            curl_easy_cleanup(curl)
        }
        add(form, "api_key", Array(key.utf8), file: nil)
        add(form, "bgeigie_import[source]", bytes, file: name)
        _ = waldo_curl_text(curl, CURLOPT_URL, address.description)
        _ = waldo_curl_text(curl, CURLOPT_PROTOCOLS_STR, "http,https")
        _ = waldo_curl_text(curl, CURLOPT_USERAGENT, "waldo-relay/\(Version.current)")
        // A proxy would see the key of an unencrypted address on this machine.
        if address.isLoopback { _ = waldo_curl_text(curl, CURLOPT_NOPROXY, "*") }
        if let authorities { _ = waldo_curl_text(curl, CURLOPT_CAINFO, authorities) }
        _ = waldo_curl_pointer(curl, CURLOPT_MIMEPOST, UnsafeMutableRawPointer(form))
        _ = waldo_curl_pointer(curl, CURLOPT_HTTPHEADER, header.map { UnsafeMutableRawPointer($0) })
        _ = waldo_curl_number(curl, CURLOPT_NOSIGNAL, 1)
        _ = waldo_curl_number(curl, CURLOPT_CONNECTTIMEOUT_MS, 20_000)
        _ = waldo_curl_number(curl, CURLOPT_LOW_SPEED_LIMIT, 1)
        _ = waldo_curl_number(curl, CURLOPT_LOW_SPEED_TIME, 60)
        _ = waldo_curl_on_progress(curl) { _, _, _, _, _ in !Interruption.hasCome ? 0 : 1 }
        _ = waldo_curl_on_write(
            curl,
            { bytes, size, count, object in
                guard let bytes, let object else { return 0 }
                let upload = Unmanaged<FileUpload>.fromOpaque(object).takeUnretainedValue()
                let room = FileUpload.greatestAnswer - upload.answer.count
                upload.answer += UnsafeRawBufferPointer(start: bytes, count: min(size * count, max(0, room)))
                return size * count
            }, Unmanaged.passUnretained(self).toOpaque())
        let result = curl_easy_perform(curl)
        try Interruption.check()
        guard result == CURLE_OK else {
            let certificate = result == CURLE_PEER_FAILED_VERIFICATION ? "; give its authority by --ca" : ""
            throw Failure(
                .link,
                "\(address): it cannot be reached (\(String(cString: curl_easy_strerror(result))))\(certificate)")
        }
        return Answer(
            status: waldo_curl_status(curl), body: SafeText.escaped(String(decoding: answer, as: UTF8.self), upTo: 300))
    }

    private func add(_ form: OpaquePointer, _ name: String, _ bytes: [UInt8], file: String?) {
        let part = curl_mime_addpart(form)
        curl_mime_name(part, name)
        bytes.withUnsafeBytes { raw in
            _ = curl_mime_data(part, raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count)
        }
        if let file {
            curl_mime_filename(part, file)
            curl_mime_type(part, "text/plain")
        }
    }
}
