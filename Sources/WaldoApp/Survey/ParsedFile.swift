internal import WaldoCore
internal import WaldoFiles
internal import WaldoStore

/// Parses the files that a survey's store keeps, whose errors become failures of the program.
enum ParsedFile {
    static func arm(_ file: SurveyDescription.File) throws(Failure) -> Arm { try parse(file, ParsedText.arm) }

    static func sensor(_ file: SurveyDescription.File) throws(Failure) -> Sensor { try parse(file, ParsedText.sensor) }

    static func graph(_ file: SurveyDescription.File) throws(Failure) -> Graph { try parse(file, ParsedText.graph) }

    private static func parse<Value>(
        _ file: SurveyDescription.File, _ parser: (String, String) throws(FileError) -> Value
    ) throws(Failure) -> Value {
        do throws(FileError) {
            return try parser(file.text, file.name)
        } catch {
            throw Failure(.file, error.description)
        }
    }
}
