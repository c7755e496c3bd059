extension Fix {
    /// The place that a message states; nil where it states none.
    public init?(_ message: SensorMessage, _ fields: MessagePlace) {
        guard let latitude = message.number(fields.latitude), let longitude = message.number(fields.longitude) else {
            return nil
        }
        // Receivers report a dilution of 0, and an accuracy of 0, where they do not know it.
        func known(_ field: Int?) -> Double? { message.number(field).flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
        let accuracy: Double? =
            switch fields.accuracy {
            case .metres(let metres): metres
            case .times(let metres, let field): known(field).map { metres * $0 }
            case nil: nil
            }
        let isAbsent = fields.absent.map { $0.latitude == latitude && $0.longitude == longitude } ?? false
        self.init(
            source: .message, at: message.measured,
            place: Place(x: longitude, y: latitude, z: message.number(fields.altitude), accuracy: accuracy),
            isValid: message.holds(fields.valid) && !isAbsent,
            satellites: message.number(fields.satellites).flatMap { Int(exactly: $0.rounded()) },
            hdop: known(fields.hdop))
    }
}
