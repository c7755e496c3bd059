internal import WaldoCore

extension YamlValue {
    func uuid() throws(FileError) -> BluetoothUUID {
        let expected =
            "a Bluetooth UUID, 4 hexadecimal digits (`ffe0`) or 32 (`713d0000-503e-4c75-ba94-3148f18d941e`)"
        guard let uuid = BluetoothUUID(try text(expected: expected)) else { throw mismatch(expected: expected) }
        return uuid
    }
}
