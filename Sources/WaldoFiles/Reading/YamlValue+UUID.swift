import WaldoCore

extension YamlValue {
    func uuid() throws(FileError) -> BluetoothUUID {
        let expected =
            "a Bluetooth UUID, 4 hexadecimal digits (`ffe0`) or 32 (`713d0000-503e-4c75-ba94-3148f18d941e`)"
        guard let uuid = text.flatMap({ BluetoothUUID($0) }) else {
            throw mismatch(expected: expected, fix: .value("ffe0", "fff0"))
        }
        return uuid
    }
}
