import WaldoTime

/// A BLE serial module that a new arm's file can be written for.
package enum SerialModule: String, CaseIterable, Sendable {
    /// HM-10, HM-11 and their like.
    case hm10
    /// Nordic's UART service: nRF5x, ESP32, Adafruit's Bluefruit.
    case nordicUART = "nordic-uart"
    /// RedBearLab's BLE Shield, Blend and Biscuit.
    case redbear

    /// What it is, for a comment.
    var summary: String {
        switch self {
        case .hm10: "an HM-10 or its like"
        case .nordicUART: "a Nordic UART (nRF5x, ESP32, Bluefruit)"
        case .redbear: "a RedBear BLE Shield"
        }
    }

    /// The GATT service, and the characteristics that Waldo writes to and that the module sends by.
    var uuids: (service: String, write: String, notify: String) {
        switch self {
        case .hm10: ("ffe0", "ffe1", "ffe1")
        case .nordicUART: Self.uuids("6e40000#-b5a3-f393-e0a9-e50e24dcca9e", service: "1", write: "2", notify: "3")
        case .redbear: Self.uuids("713d000#-503e-4c75-ba94-3148f18d941e", service: "0", write: "3", notify: "2")
        }
    }

    private static func uuids(
        _ pattern: String, service: String, write: String, notify: String
    ) -> (service: String, write: String, notify: String) {
        func filled(_ digit: String) -> String { pattern.split(separator: "#").joined(separator: digit) }
        return (filled(service), filled(write), filled(notify))
    }

    /// The shortest time between two writes: short enough for eight channels, long enough for frames of 6 bytes on a
    /// UART of 9600 baud. A Nordic UART often has no UART behind it.
    var interval: TimeSpan { .milliseconds(self == .nordicUART ? 20 : 40) }
}
