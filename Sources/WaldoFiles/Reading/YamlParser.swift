import CYaml
import WaldoCore

/// Builds the tree of one YAML document from libyaml's events (https://pyyaml.org/wiki/LibYAML).
///
/// Aliases, anchors, tags, duplicate keys, a second document and deep nesting are refused at the event that
/// brings them, so that nothing is expanded.
struct YamlParser: ~Copyable {
    /// Lists and mappings within each other.
    private static let deepest = 64

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let bytes: UnsafeBufferPointer<UInt8>
    private let file: String

    /// The root of a text's document; nil: there is no document.
    static func root(of text: String, file: String) throws(FileError) -> YamlNode? {
        guard !text.isEmpty else { return nil }
        var text = text
        return try text.withUTF8 { bytes in
            Result { () throws(FileError) in
                let parser = try YamlParser(bytes, file: file)
                return try parser.root()
            }
        }.get()
    }

    /// - Parameter bytes: they must outlive the parser.
    private init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) throws(FileError) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw FileError(file: file, "there is no memory to read the file")
        }
        // No encoding is set: libyaml then passes over a byte order mark.
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
        (self.parser, self.bytes, self.file) = (parser, bytes, file)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    // MARK: events

    private struct Event {
        enum Kind {
            case scalar(String, isPlain: Bool)
            case alias, listBegins, mappingBegins, ends, documentBegins, streamEnds, other
        }

        let kind: Kind
        let mark: YamlNode.Mark
        let hasAnchor: Bool
        let tag: String?
    }

    private func next() throws(FileError) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw fault() }
        defer { yaml_event_delete(&event) }
        let data = event.data
        let (kind, anchor, tag): (Event.Kind, UnsafeMutablePointer<yaml_char_t>?, UnsafeMutablePointer<yaml_char_t>?) =
            switch event.type {
            case YAML_SCALAR_EVENT:
                (
                    .scalar(
                        String(
                            decoding: UnsafeBufferPointer(start: data.scalar.value, count: data.scalar.length),
                            as: UTF8.self), isPlain: data.scalar.style == YAML_PLAIN_SCALAR_STYLE),
                    data.scalar.anchor, data.scalar.tag
                )
            case YAML_SEQUENCE_START_EVENT: (.listBegins, data.sequence_start.anchor, data.sequence_start.tag)
            case YAML_MAPPING_START_EVENT: (.mappingBegins, data.mapping_start.anchor, data.mapping_start.tag)
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: (.ends, nil, nil)
            case YAML_ALIAS_EVENT: (.alias, nil, nil)
            case YAML_DOCUMENT_START_EVENT: (.documentBegins, nil, nil)
            case YAML_STREAM_END_EVENT: (.streamEnds, nil, nil)
            default: (.other, nil, nil)
            }
        return Event(
            kind: kind, mark: Self.mark(event.start_mark), hasAnchor: anchor != nil,
            tag: tag.map { String(cString: $0) })
    }

    private static func mark(_ mark: yaml_mark_t) -> YamlNode.Mark {
        YamlNode.Mark(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }

    // MARK: the tree

    private func root() throws(FileError) -> YamlNode? {
        _ = try next()  // the stream begins
        guard case .documentBegins = try next().kind else { return nil }
        let root = try node(from: next(), depth: 0)
        _ = try next()  // the document ends
        let after = try next()
        guard case .streamEnds = after.kind else {
            throw error("a second document begins here; one file holds one arm, mapping, sensor or graph", after.mark)
        }
        return root
    }

    private func node(from event: Event, depth: Int) throws(FileError) -> YamlNode {
        if event.hasAnchor {
            throw error("anchors (`&name`) and aliases (`*name`) are not taken; write the value out", event.mark)
        }
        if let tag = event.tag {
            throw error("tags (`\(SafeText.escaped(tag))`) are not taken; write the value without", event.mark)
        }
        guard depth < Self.deepest else { throw error("the file is nested too deeply here", event.mark) }
        switch event.kind {
        case .scalar(let text, let isPlain):
            return YamlNode(contents: .scalar(text, isPlain: isPlain), mark: event.mark)
        case .listBegins:
            var elements: [YamlNode] = []
            while let first = try nextInside() { elements.append(try node(from: first, depth: depth + 1)) }
            return YamlNode(contents: .list(elements), mark: event.mark)
        case .mappingBegins:
            var pairs: [YamlNode.Pair] = [], names: Set<String> = []
            while let first = try nextInside() {
                let key = try node(from: first, depth: depth + 1)
                if let name = key.scalar?.text, !names.insert(name).inserted {
                    throw error(
                        "the key `\(SafeText.escaped(name))` stands more than once here; keep one of them", first.mark)
                }
                pairs.append((key, try node(from: next(), depth: depth + 1)))
            }
            return YamlNode(contents: .mapping(pairs), mark: event.mark)
        case .alias, .ends, .documentBegins, .streamEnds, .other:
            throw error(
                "aliases (`*name`) are not taken; write the value out, or put a text that begins with `*` between quotes",
                event.mark)
        }
    }

    /// The next event of a list or a mapping; nil: it has ended.
    private func nextInside() throws(FileError) -> Event? {
        let event = try next()
        if case .ends = event.kind { return nil }
        return event
    }

    // MARK: faults

    private func error(_ sentence: String, _ mark: YamlNode.Mark) -> FileError {
        FileError(file: file, line: mark.line, column: mark.column, sentence)
    }

    /// What libyaml has found.
    private func fault() -> FileError {
        let failed = parser.pointee
        guard failed.error != YAML_MEMORY_ERROR, let problem = failed.problem.map({ String(cString: $0) }) else {
            return FileError(file: file, "the file is nested too deeply")
        }
        guard failed.error != YAML_READER_ERROR else {
            return error("not valid YAML: \(problem)", mark(ofByte: Int(failed.problem_offset)))
        }
        let found = String(decoding: bytes, as: UTF8.self).unicodeScalars.dropFirst(failed.problem_mark.index).first
        let isTab = found == "\t" && problem == "found character that cannot start any token"
        guard !isTab, !problem.contains("tab character") else {
            return error("there is a tab; indent by spaces instead of tabs", Self.mark(failed.problem_mark))
        }
        let during = failed.context.map { " (\(String(cString: $0)))" } ?? ""
        let remedy = YamlRemedy.sentence(for: problem).map { "; \($0)" } ?? ""
        return error("not valid YAML: \(problem)\(during)\(remedy)", Self.mark(failed.problem_mark))
    }

    private func mark(ofByte offset: Int) -> YamlNode.Mark {
        let before = bytes.prefix(offset)
        let line = before.lastIndex(of: UInt8(ascii: "\n")).map { before[($0 + 1)...] } ?? before[...]
        return YamlNode.Mark(
            line: before.count { $0 == UInt8(ascii: "\n") } + 1,
            column: String(decoding: line, as: UTF8.self).unicodeScalars.count + 1)
    }
}
