public import WaldoCore

extension Library {
    /// The arm of an option or its default, with the text of its file.
    /// - Parameter option: the value of `--arm`.
    /// - Throws: `FileError` if the arm is missing or its file is wrong; for a default it also names what sets it.
    public func arm(
        _ settings: Settings, given option: String? = nil
    ) throws(FileError) -> (value: Arm, source: SourceText) {
        do throws(FileError) { return try arm(settings.arm(given: option)) } catch {
            throw settings.setting(.arm, given: option).blamed(for: error)
        }
    }

    /// What is wrong with the files that defaults name: a sentence each.
    public func problems(of settings: Settings) -> [FileError] {
        var problems: [FileError] = []
        if settings.value(.arm) != nil {
            do throws(FileError) { _ = try arm(settings) } catch { problems.append(error) }
        }
        if let name = settings.value(.sensor) {
            do throws(FileError) { _ = try sensor(name) } catch {
                problems.append(settings.setting(.sensor).blamed(for: error))
            }
        }
        return problems
    }

    /// The arm that a drive would take, which decides between mappings; nil: its file cannot be read, and nobody has
    /// named it now.
    /// - Parameter option: the value of `--arm`.
    /// - Throws: that there is no such arm, or what is wrong with its file.
    public func drivenArm(given option: String?) throws(FileError) -> Arm? {
        let settings = (try? Settings.forCommand()) ?? .builtIn
        if option != nil { return try arm(settings, given: option).value }
        return try? arm(settings).value
    }
}
