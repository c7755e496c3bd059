internal import WaldoCore

extension Library {
    /// What `waldo check FILE...` prints for one file or name: the bytes of an arm, or the inputs that move each
    /// control of a mapping. A name that is a mapping's and an arm's is taken as the mapping's.
    /// - Throws: what is wrong with the file, or that it cannot be found or read.
    public func check(_ argument: String) throws(FileError) -> String {
        let source: (text: String, file: String)
        if Self.isPath(argument) {
            source = (try FileText.read(argument), argument)
        } else if mappings().contains(where: { $0.name == argument }) {
            source = try find(argument, .mappings)
        } else {
            source = try find(argument, .arms)
        }
        let head = SafeText.escaped(source.file, upTo: .max) + ": "
        if try YamlDocument.isArm(source.text, file: source.file) {
            return head + ArmReport.text(try ArmReader.arm(from: source.text, file: source.file))
        }
        return head + MappingReport.text(try MappingReader.mapping(from: source.text, file: source.file))
    }
}
