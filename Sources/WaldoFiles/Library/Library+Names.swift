/// Names without their files, for what lists them often, such as a shell's completion.
extension Library {
    /// The arms' names, the operator's first. No file is read.
    public func armNames() -> [String] { names(.arms) }

    /// The mappings' names, the operator's first. No file is read.
    public func mappingNames() -> [String] { names(.mappings) }

    /// The sensors' names, the operator's first. No file is read.
    public func sensorNames() -> [String] { names(.sensors) }

    /// The graphs' names, the operator's first. No file is read.
    public func graphNames() -> [String] { names(.graphs) }

    private func names<Value>(_ kind: FileKind<Value>) -> [String] {
        let own = ownNames(kind)
        return own + kind.shipped.map(\.name).filter { !own.contains($0) }
    }
}
