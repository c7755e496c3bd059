import WaldoCore
import WaldoStore
import WaldoSurvey

extension ColumnRule {
    /// Whether a whole number is right.
    func accepts(_ number: Int64) -> Bool {
        switch kind {
        case .integer(let range, _): range.contains(number)
        case .code(let codes, _): codes.contains(number)
        default: false
        }
    }

    var isCoordinate: Bool { if case .coordinate = kind { true } else { false } }

    /// Whether a number is right as a coordinate.
    func accepts(_ number: Double) -> Bool { Place.coordinates.contains(number) }

    /// Whether a text is right, where only some words are.
    func accepts(word: UnsafeRawBufferPointer) -> Bool {
        guard case .word(let words) = kind else { return true }
        return words.contains { $0.utf8.elementsEqual(word) }
    }
}
