/// A WebSocket frame (RFC 6455), limited to what the panel's page sends: masked, unfragmented, small.
struct WebSocketFrame: Equatable {
    enum Kind: UInt8 { case text = 1, close = 8, ping = 9, pong = 10 }

    enum Reading: Equatable {
        /// The end of the frame has not arrived yet.
        case incomplete
        /// The panel's page never sends this; the connection is closed with this reason.
        case refused(CloseReason)
        /// A frame, and its length in bytes.
        case whole(WebSocketFrame, Int)
    }

    /// Status codes of a close frame.
    enum CloseReason: UInt16 {
        case leaving = 1001, broken = 1002, notText = 1003, forbidden = 1008, tooLong = 1009
        /// A newer page has taken its place.
        case gaveWay = 4000
    }

    /// Length of the longest payload, in bytes.
    static let longest = 125

    var kind: Kind
    var payload: [UInt8]

    /// Parses the frame that begins at `start`.
    static func read(_ bytes: [UInt8], from start: Int = 0) -> Reading {
        guard bytes.count >= start + 2 else { return .incomplete }
        let first = bytes[start], second = bytes[start + 1]
        guard first & 0x70 == 0, second & 0x80 != 0 else { return .refused(.broken) }
        guard first & 0x80 != 0, let kind = Kind(rawValue: first & 0x0f) else { return .refused(.notText) }
        let length = Int(second & 0x7f)
        // 126 and 127 announce a longer length, which no message of a page has.
        guard length <= longest else { return .refused(.tooLong) }
        let end = start + 6 + length
        guard bytes.count >= end else { return .incomplete }
        let mask = bytes[(start + 2)..<(start + 6)]
        let payload = (0..<length).map { bytes[start + 6 + $0] ^ mask[mask.startIndex + $0 % 4] }
        return .whole(WebSocketFrame(kind: kind, payload: payload), 6 + length)
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
