import ArgumentParser
import WaldoCore
import WaldoFiles
import WaldoInput

/// What a shell offers for an option's value: the names that the value may have. Where it may be a file too, the shell
/// adds its own files to them, by what `Sources/Packaging/completions.py` puts into the shells' scripts.
extension CompletionKind {
    /// Names of arms.
    static var arms: Self { offering { Library().armNames() } }

    /// Names of mappings.
    static var mappings: Self { offering { Library().mappingNames() } }

    /// Names of sensors.
    static var sensors: Self { offering { Library().sensorNames() } }

    /// Names of sensors whose peripheral is remembered.
    static var knownSensors: Self { offering { (try? KnownSensors().list().map(\.sensor)) ?? [] } }

    /// Names of graphs.
    static var graphs: Self { offering { Library().graphNames() } }

    /// Names of graphs, or none.
    static var graphsOrNone: Self { offering { Library().graphNames() + ["none"] } }

    /// Names of every kind.
    static var library: Self {
        offering {
            let library = Library()
            let names = library.armNames() + library.mappingNames() + library.sensorNames() + library.graphNames()
            return names.enumerated().filter { !names[..<$0.offset].contains($0.element) }.map(\.element)
        }
    }

    /// Words and devices of `--input`.
    static var inputs: Self { offering { InputSelection.words + devices() } }

    /// Gamepads and keyboards, and words for them.
    static func inputDevices(_ words: String...) -> Self { offering { words + devices() } }

    /// A survey's file.
    static var survey: Self { .file(extensions: ["gpkg"]) }

    private static func devices() -> [String] {
        InputCatalogue.list().filter { $0.kind == .gamepad || $0.kind == .keyboard }.map(\.path)
    }

    private static func offering(_ names: @escaping @Sendable () -> [String]) -> Self {
        .custom { _, _, _ in names().filter(isPlain) }
    }

    /// Whether a shell takes a word as it is: bash expands the words that it is given, and so would run what stands in
    /// the name of a file such as `$(reboot).yaml`.
    private static func isPlain(_ word: String) -> Bool {
        !word.hasPrefix("-") && word.allSatisfy { $0.isLetter || $0.isNumber || "._-+@/".contains($0) }
    }
}
