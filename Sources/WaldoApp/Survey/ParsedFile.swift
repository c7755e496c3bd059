import WaldoCore
import WaldoFiles
import WaldoStore
import WaldoSurvey

/// Parses the files that a survey's store keeps.
enum ParsedFile {
    static func arm(_ file: SurveyDescription.File) throws(FileError) -> Arm {
        try ParsedText.arm(file.text, named: file.name)
    }

    static func sensor(_ file: SurveyDescription.File) throws(FileError) -> Sensor {
        try ParsedText.sensor(file.text, named: file.name)
    }

    static func graph(_ file: SurveyDescription.File) throws(FileError) -> Graph {
        try ParsedText.graph(file.text, named: file.name)
    }
}
