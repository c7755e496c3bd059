/// Whether a piece of a line equals a word.
package func ~= (word: StaticString, bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<bytes.count where bytes[index] != word.utf8Start[index] { return false }
    return true
}
