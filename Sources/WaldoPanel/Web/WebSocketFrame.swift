/// A WebSocket frame (RFC 6455), limited to what clients of the panel and of Foxglove send: masked, unfragmented,
/// small.
struct WebSocketFrame: Equatable {
    enum Kind: UInt8 { case text = 1, binary = 2, close = 8, ping = 9, pong = 10 }

    enum Reading: Equatable {
        /// The end of the frame has not arrived yet.
        case incomplete
        /// No client needs to send this; the connection is closed with this reason.
        case refused(CloseReason)
        /// A frame, and its length in bytes.
        case whole(WebSocketFrame, Int)
    }

    /// Status codes of a close frame.
    enum CloseReason: UInt16 {
        case leaving = 1001, broken = 1002, notText = 1003, forbidden = 1008, tooLong = 1009
        /// A newer page has taken its place.
        case evicted = 4000
    }

    /// Length of the longest payload of a page, in bytes: a message with a note.
    static let longest = PanelMessage.longestNote

    var kind: Kind
    var payload: [UInt8]

    /// Parses the frame that begins at `start`.
    /// - Parameters:
    ///   - longest: length of the longest payload, in bytes, below 65,536.
    ///   - takesBinary: whether a message may be binary.
    static func read(
        _ bytes: [UInt8], from start: Int = 0, longest: Int = Self.longest, takesBinary: Bool = false
    ) -> Reading {
        guard bytes.count >= start + 2 else { return .incomplete }
        let opening = bytes[start], second = bytes[start + 1]
        guard opening & 0x70 == 0, second & 0x80 != 0 else { return .refused(.broken) }
        guard opening & 0x80 != 0, let kind = Kind(rawValue: opening & 0x0f), takesBinary || kind != .binary
        else {
            return .refused(.notText)
        }
        // 126 announces a length of two bytes; one of eight, after 127, no message of a page has.
        var head = 2, length = Int(second & 0x7f)
        if length == 126 {
            guard bytes.count >= start + 4 else { return .incomplete }
            (head, length) = (4, Int(bytes[start + 2]) << 8 | Int(bytes[start + 3]))
            guard length > 125, kind == .text || kind == .binary else { return .refused(.broken) }
        } else if length == 127 {
            return .refused(.tooLong)
        }
        guard length <= longest else { return .refused(.tooLong) }
        let mask = start + head, first = mask + 4, end = first + length
        guard bytes.count >= end else { return .incomplete }
        let payload = (0..<length).map { bytes[first + $0] ^ bytes[mask + $0 % 4] }
        return .whole(WebSocketFrame(kind: kind, payload: payload), end - start)
    }

    /// The bytes of a frame sent by the server, which is not masked.
    static func bytes(_ kind: Kind, _ payload: [UInt8]) -> [UInt8] {
        var head = [0x80 | kind.rawValue]
        switch payload.count {
        case ...125: head.append(UInt8(payload.count))
        case ...0xffff: head += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
        default: head += [127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - $0 * 8)) }
        }
        return head + payload
    }

    /// The response to a handshake's `Sec-WebSocket-Key`; nil if the key is malformed.
    static func accept(_ key: String) -> String? {
        guard key.utf8.count == 24, key.hasSuffix("==") else { return nil }
        return Base64.text(SHA1.hash(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }
}
