internal import WaldoCore
internal import WaldoFiles
internal import WaldoStore

/// Parses the files that a survey's store keeps, whose errors become failures of the program.
enum ParsedFile {
    static func arm(_ file: SurveyDescription.File) throws(Failure) -> Arm {
        do throws(FileError) {
            return try ParsedText.arm(file.text, named: file.name)
        } catch {
            throw Failure(Failure.file, error.description)
        }
    }

    static func sensor(_ file: SurveyDescription.File) throws(Failure) -> Sensor {
        do throws(FileError) {
            return try ParsedText.sensor(file.text, named: file.name)
        } catch {
            throw Failure(Failure.file, error.description)
        }
    }

    static func graph(_ file: SurveyDescription.File) throws(Failure) -> Graph {
        do throws(FileError) {
            return try ParsedText.graph(file.text, named: file.name)
        } catch {
            throw Failure(Failure.file, error.description)
        }
    }
}
