extension PeripheralConnection {
    /// What carries frames to bluetoothd.
    enum Carrier {
        /// That of `BluetoothProfile.write`, and those of its `others`: a loss of one is a loss of the link.
        case sockets(WriteSocket, others: [WriteSocket])
        /// WriteValue, one in flight, to the path of a frame's destination. The failsafe frames go over `spare`; only a
        /// call in flight can then keep bluetoothd from taking them.
        case calls(paths: [String], type: String, spare: SpareConnection)

        var isCalls: Bool { if case .calls = self { true } else { false } }
    }
}
