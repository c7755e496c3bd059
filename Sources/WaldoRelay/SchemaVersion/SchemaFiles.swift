import WaldoCore
import WaldoFiles
import WaldoStore

/// The texts of the database's schema, in the order in which they are applied. Applying them again changes nothing but
/// what differs.
public enum SchemaFiles {
    /// The version that this program writes and reads.
    public static let version = 2

    /// The earliest version whose databases the files can migrate: they add what such a database lacks, also by psql.
    static let earliest = 1

    static let embedded: [[UInt8]] = [
        PackageResources._00_rights_sql, PackageResources._05_database_sql, PackageResources._08_numbers_sql,
        PackageResources._10_tables_sql, PackageResources._15_stations_sql, PackageResources._18_partitions_sql,
        PackageResources._20_ingest_sql, PackageResources._22_compare_sql, PackageResources._25_meta_sql,
        PackageResources._40_views_sql, PackageResources._50_cells_sql, PackageResources._51_grid_sql,
        PackageResources._52_quarantine_sql, PackageResources._53_changes_sql, PackageResources._54_sums_sql,
        PackageResources._55_refresh_sql, PackageResources._58_tiles_sql, PackageResources._59_places_sql,
        PackageResources._60_routes_sql, PackageResources._70_roles_sql,
    ]

    static let files = embedded.map { SQL(embedded: filled($0)) }

    /// The first text: it has no effect on rights that are right already, and may be applied alone.
    static var rights: SQL { files[0] }

    /// A text with the store's tables in the place of `{{table NAME}}` and `{{columns of NAME}}`.
    private static func filled(_ file: [UInt8]) -> String {
        var text = String(decoding: file, as: UTF8.self)
        for table in StoreTable.meta + StoreTable.appended {
            text.replace("{{table \(table.name)}}", with: table.creation)
            text.replace("{{columns of \(table.name)}}", with: table.definitions)
        }
        return text
    }

    /// The whole schema as one script for `psql`, in one transaction.
    public static var script: String {
        (["BEGIN;\n"] + files.map { $0.text + "\n" } + [record.text + "\nCOMMIT;\n"]).joined()
    }

    /// Notes what was applied, in the same transaction.
    static var record: SQL {
        SQL(
            embedded: """
                INSERT INTO waldo.schema_version (version, contents, program)
                VALUES (\(version), '\(contents)', '\(Version.current)')
                ON CONFLICT (version) DO UPDATE SET contents = excluded.contents, program = excluded.program, applied = now();
                \(SchemaParts.note)
                """)
    }

    /// The SHA-256 of all texts: it shows whether a database's functions and views are those of this program.
    static let contents: String = {
        var hash = ContentHash()
        for file in files { Array(file.text.utf8).withUnsafeBytes { hash.update($0) } }
        return hash.text
    }()
}
