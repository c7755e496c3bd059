import WaldoTestSupport

@testable import WaldoRelay

/// A function of the schema `waldo`, and arguments for it that a stranger may choose.
struct HostileFunction {
    private let name: String
    private let types: [String]
    private let needed: Int

    /// All functions, for any caller.
    static func all(_ admin: DatabaseConnection) throws -> [HostileFunction] {
        try admin.query(
            """
            SELECT p.proname, p.pronargs, p.pronargdefaults, coalesce((
                SELECT string_agg(format_type(t, NULL), ';' ORDER BY n)
                FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY AS a(t, n)), '')
            FROM pg_proc p WHERE p.pronamespace = 'waldo'::regnamespace ORDER BY p.oid::regprocedure::text
            """
        ).compactMap { row in
            guard let name = row[0], let count = row[1].flatMap({ Int($0) }), let defaults = row[2].flatMap({ Int($0) })
            else { return nil }
            return HostileFunction(
                name: name, types: (row[3] ?? "").split(separator: ";").map(String.init), needed: count - defaults)
        }
    }

    /// A call as a statement.
    func call(_ random: inout SeededGenerator) -> String {
        let count = Int.random(in: needed...max(needed, types.count), using: &random)
        let arguments = types.prefix(count).map { Self.argument($0, &random) }
        return "SELECT count(r::text) FROM waldo.\(name)(\(arguments.joined(separator: ", "))) r"
    }

    private static let known = "'3f2504e0-4f89-41d3-9a0c-100000000001'"
    /// The first of each is one such as others give.
    private static let values: [String: [String]] = [
        "bigint": [
            "0", "1", "-1", "6", "18", "21", "1024", "20000", "-9223372036854775808", "9223372036854775807",
            "4294967295",
            "253402300799999999", "1795366800000000", "1099511627776",
        ],
        "integer": ["18", "0", "1", "-1", "6", "21", "24", "64", "-2147483648", "2147483647"],
        "double precision": [
            "50", "0", "-0.0", "1", "144.96", "-37.81", "5e-324", "-5e-324", "1e-300", "1e308", "-1e308", "1e15", "90",
            "180",
            "-85.06", "'NaN'", "'Infinity'", "'-Infinity'",
        ],
        "boolean": ["true", "false"],
        "text": [
            "'dose'", "''", "'make_days'", "'refresh_cells'", "'sample'", "'event-1'", "'sample-1-0'",
            "'sample-9223372036854775807-9223372036854775807'", "'sample; DROP TABLE waldo.sample'", "'turn'",
            "'station-1'", "'pg_authid'", "'%s%I$query$'", "repeat('x', 1000000)", "E'\\\\\\x01\\''", "'22003'",
        ],
        "uuid": [known, "'00000000-0000-0000-0000-000000000000'", "gen_random_uuid()"],
        "date": ["'infinity'", "'-infinity'", "'2026-11-27'", "'1970-01-01'", "'4713-01-01 BC'", "'5874897-12-31'"],
        "bytea": ["''", "'\\x00'", "decode(repeat('ff', 100000), 'hex')"],
        "json": [
            "'{}'", "'[]'", "'null'", "'{\"survey\": [{}]}'", "'{\"session\": [{\"id\": \"1\"}, {\"id\": \"1\"}]}'",
            "'{\"stream\": 1}'", "'{\"tag\": [{\"id\": \"99999999999999999999\"}]}'", "repeat('[', 5000)::json",
        ],
        "geometry": [
            "ST_Point(144.96, -37.81, 4326)", "ST_Point('NaN', 'Infinity', 4326)", "ST_Point(1e308, -1e308)",
            "'POINT EMPTY'", "'POLYGON EMPTY'", "'GEOMETRYCOLLECTION EMPTY'", "'POLYGON((0 0, 1 1, 0 1, 1 0, 0 0))'",
            "ST_Buffer(ST_Point(144.96, -37.81, 4326), 1, 1000)",
        ],
    ]

    /// An argument of a type: one at a limit, or none.
    private static func argument(_ type: String, _ random: inout SeededGenerator) -> String {
        if Int.random(in: 0..<12, using: &random) == 0 { return "NULL::\(type)" }
        if type.hasSuffix("[]") {
            let element = String(type.dropLast(2))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: return "'{}'::\(type)"
            case 1 where element == "bigint": return "ARRAY(SELECT generate_series(10957, 30000)::bigint)"
            case 1: return "array_fill(\(argument(element, &random)), ARRAY[2000])"
            default:
                let list = (0..<Int.random(in: 1...4, using: &random)).map { _ in argument(element, &random) }
                return "ARRAY[\(list.joined(separator: ", "))]::\(type)"
            }
        }
        // Every second one is such as others give: a call that is refused at once shows little.
        let isUsual = Bool.random(using: &random)
        guard let all = values[type], let value = isUsual ? all.first : all.randomElement(using: &random) else {
            return "NULL::\(type)"
        }
        return "(\(value))::\(type)"
    }
}
