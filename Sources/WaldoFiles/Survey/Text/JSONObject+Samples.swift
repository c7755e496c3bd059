import WaldoCore

/// Values of samples.
extension JSONObject {
    /// Adds a number in its shortest form; nil and one that is not finite is `null`.
    mutating func add(_ key: StaticString, shortest number: Double?) {
        addJSON(plain: key) { bytes in
            if let number, number.isFinite { bytes.add(shortest: number) } else { bytes.add("null" as StaticString) }
        }
    }

    /// Adds a number in its shortest form; nil and one that is not finite is left out.
    mutating func add(_ key: StaticString, known number: Double?) {
        if let number, number.isFinite { add(key, shortest: number) }
    }

    /// Adds a list of finite numbers in their shortest form.
    mutating func add(_ key: StaticString, shortest numbers: [Double]) {
        addJSON(plain: key) { bytes in
            for (index, number) in numbers.enumerated() {
                bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
                bytes.add(shortest: number)
            }
            bytes.append(UInt8(ascii: "]"))
        }
    }

    /// Adds a whole number.
    mutating func add(_ key: StaticString, digits number: Int64) {
        addJSON(plain: key) { $0.add(digits: number, decimals: 0) }
    }

    /// Adds a text that has been quoted before.
    mutating func add(_ key: StaticString, _ text: QuotedText) {
        addJSON(plain: key) { $0.append(contentsOf: text.bytes) }
    }

    /// Adds a text that needs no escaping.
    mutating func add(_ key: StaticString, plain text: [UInt8]) {
        addJSON(plain: key) { bytes in
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: text)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// Adds a time of the wall clock; nil and one without a date is `null`.
    /// - Parameters:
    ///   - utc: microseconds since 1970.
    ///   - zone: what stands behind it; nothing for a local time.
    mutating func add(_ key: StaticString, utc: Int64?, zone: StaticString = "Z") {
        addJSON(plain: key) { bytes in
            guard let utc, CalendarTime.span.contains(utc) else { return bytes.add("null" as StaticString) }
            bytes.append(UInt8(ascii: "\""))
            bytes.add(utc: utc, decimals: 6, zone: zone)
            bytes.append(UInt8(ascii: "\""))
        }
    }
}
