extension Fix {
    /// The place that a message states; nil where it states none.
    public init?(_ message: SensorMessage, _ fields: MessagePlace) {
        guard let latitude = message.number(fields.latitude), let longitude = message.number(fields.longitude) else {
            return nil
        }
        let hdop = message.number(fields.hdop)
        // Receivers report a dilution of 0 where they do not know it.
        let accuracy: Double? =
            switch fields.accuracy {
            case .metres(let metres): metres
            case .times(let metres, let field): message.number(field).flatMap { $0 > 0 ? metres * $0 : nil }
            case nil: nil
            }
        self.init(
            source: .message, at: message.measured,
            place: Place(x: longitude, y: latitude, z: message.number(fields.altitude), accuracy: accuracy),
            isValid: message.holds(fields.valid),
            satellites: message.number(fields.satellites).flatMap { Int(exactly: $0.rounded()) }, hdop: hdop)
    }
}
