// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]
// No module imports tests: they need no pass for their interface alone. Most need no optimiser, which takes as long
// again; those that count allocations do.
let optimised = swift + [.unsafeFlags(["-no-emit-module-separately-wmo"])]
let tests = optimised + [.unsafeFlags(["-Onone"])]

let package = Package(
    name: "waldo",
    products: [
        .executable(name: "waldo", targets: ["waldo"]), .executable(name: "waldo-relay", targets: ["waldo-relay"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    ],
    targets: [
        .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "CWaldoShims"),

        .target(name: "WaldoTime", swiftSettings: swift),
        .target(name: "WaldoCore", dependencies: ["WaldoTime"], swiftSettings: swift),
        .target(name: "WaldoSurvey", dependencies: ["WaldoCore", "WaldoTime"], swiftSettings: swift),
        .target(name: "WaldoLoop", dependencies: ["CWaldoShims", "WaldoTime"], swiftSettings: swift),
        .target(
            name: "WaldoInput", dependencies: ["CLibevdev", "CWaldoShims", "WaldoCore", "WaldoLoop", "WaldoTime"],
            swiftSettings: swift),
        .target(
            name: "WaldoBus", dependencies: ["CDBus", "CWaldoShims", "WaldoLoop", "WaldoTime"], swiftSettings: swift),
        .target(
            name: "WaldoBlueZ", dependencies: ["WaldoBus", "WaldoCore", "WaldoLoop", "WaldoSurvey", "WaldoTime"],
            swiftSettings: swift),
        .target(
            name: "WaldoSerial", dependencies: ["CWaldoShims", "WaldoCore", "WaldoLoop", "WaldoTime"],
            swiftSettings: swift),
        .target(
            name: "WaldoFiles",
            dependencies: ["CLibevdev", "CYaml", "WaldoCore", "WaldoLoop", "WaldoSurvey", "WaldoTime"],
            swiftSettings: swift),
        .target(
            name: "WaldoStore",
            dependencies: ["CSQLite", "CWaldoShims", "WaldoCore", "WaldoLoop", "WaldoSurvey", "WaldoTime"],
            swiftSettings: swift),
        .target(
            name: "WaldoTerminal", dependencies: ["WaldoCore", "WaldoLoop", "WaldoTime"],
            swiftSettings: swift),
        .target(name: "WaldoSimulator", dependencies: ["WaldoCore", "WaldoSurvey", "WaldoTime"], swiftSettings: swift),
        .target(
            name: "WaldoMap", dependencies: ["CZlib", "WaldoCore", "WaldoSurvey", "WaldoTime"], swiftSettings: swift),
        .target(name: "WaldoTeleop", dependencies: ["WaldoCore", "WaldoLoop", "WaldoTime"], swiftSettings: swift),
        .target(name: "CWaldoPanel"),
        .target(
            name: "WaldoPanel", dependencies: ["CWaldoPanel", "CZlib", "WaldoCore", "WaldoLoop", "WaldoTime"],
            exclude: ["Page"], swiftSettings: swift),
        .target(
            name: "WaldoApp",
            dependencies: [
                "WaldoBlueZ", "WaldoCore", "WaldoFiles", "WaldoInput", "WaldoLoop", "WaldoMap", "WaldoPanel",
                "WaldoSerial", "WaldoSimulator", "WaldoStore", "WaldoSurvey", "WaldoTeleop", "WaldoTerminal",
                "WaldoTime",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: swift),
        .target(
            name: "WaldoCommands",
            dependencies: [
                "WaldoCore", "WaldoFiles", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swift),
        .executableTarget(
            name: "waldo",
            dependencies: [
                "WaldoApp", "WaldoBlueZ", "WaldoCommands", "WaldoCore", "WaldoFiles", "WaldoInput", "WaldoLoop",
                "WaldoMap",
                "WaldoSerial", "WaldoSimulator", "WaldoSurvey", "WaldoTime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swift),

        .target(
            name: "WaldoRelay",
            dependencies: [
                "CCurl", "CMosquitto", "CPQ", "WaldoBus", "WaldoCore", "WaldoFiles", "WaldoLoop", "WaldoStore",
                "WaldoSurvey", "WaldoTerminal", "WaldoTime",
            ],
            resources: [
                "000-rights.sql", "005-database.sql", "008-numbers.sql", "010-tables.sql", "015-stations.sql",
                "018-partitions.sql", "020-ingest.sql", "022-compare.sql", "025-meta.sql", "040-views.sql",
                "050-cells.sql", "051-grid.sql", "052-quarantine.sql", "053-changes.sql", "054-sums.sql",
                "055-refresh.sql", "058-tiles.sql", "059-places.sql", "060-routes.sql", "070-roles.sql",
            ].map { .embedInCode("Schema/\($0)") },
            swiftSettings: swift),
        .executableTarget(
            name: "waldo-relay",
            dependencies: [
                "WaldoCommands", "WaldoCore", "WaldoFiles", "WaldoLoop", "WaldoRelay", "WaldoTerminal",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swift),

        .executableTarget(
            name: "waldo-fake-bluez", dependencies: ["WaldoBus", "WaldoLoop", "WaldoTime"],
            path: "Tests/FakeBlueZ", swiftSettings: swift),
        .target(
            name: "WaldoMeter", dependencies: ["WaldoLoop", "WaldoTime"], path: "Tests/WaldoMeter",
            swiftSettings: swift),
        .executableTarget(
            name: "waldo-meter", dependencies: ["WaldoMeter"], path: "Tests/Meter", swiftSettings: swift),
        .testTarget(name: "WaldoMeterTests", dependencies: ["WaldoMeter", "WaldoTime"], swiftSettings: tests),
        .target(
            name: "WaldoTestSupport",
            dependencies: ["CSQLite", "WaldoCore", "WaldoLoop", "WaldoMeter", "WaldoSimulator", "WaldoTime"],
            path: "Tests/WaldoTestSupport", swiftSettings: swift),
        .target(
            name: "WaldoTesting",
            dependencies: ["WaldoLoop", "WaldoMeter", "WaldoTestSupport", "WaldoTime"], path: "Tests/WaldoTesting",
            swiftSettings: swift),
        .testTarget(name: "WaldoTimeTests", dependencies: ["WaldoTime"], swiftSettings: tests),
        .testTarget(
            name: "WaldoCoreTests", dependencies: ["WaldoCore", "WaldoTestSupport", "WaldoTime"], swiftSettings: tests),
        .testTarget(
            name: "WaldoSurveyTests",
            dependencies: ["WaldoCore", "WaldoSurvey", "WaldoTestSupport", "WaldoTime"], swiftSettings: tests),
        .testTarget(
            name: "WaldoLoopTests",
            dependencies: ["CWaldoShims", "WaldoLoop", "WaldoTestSupport", "WaldoTesting", "WaldoTime"],
            swiftSettings: tests),
        .executableTarget(
            name: "waldo-input-probe", dependencies: ["WaldoCore", "WaldoInput", "WaldoLoop", "WaldoTime"],
            path: "Tests/InputProbe", swiftSettings: swift),
        .testTarget(
            name: "WaldoInputTests",
            dependencies: [
                "CLibevdev", "WaldoCore", "WaldoInput", "WaldoLoop", "WaldoTestSupport", "WaldoTime",
                "waldo-input-probe",
            ],
            exclude: ["Devices", "Recordings"], swiftSettings: tests),
        .testTarget(
            name: "WaldoBusTests", dependencies: ["WaldoBus", "WaldoTestSupport", "WaldoTesting", "WaldoTime"],
            swiftSettings: tests),
        .testTarget(
            name: "WaldoSerialTests",
            dependencies: ["WaldoCore", "WaldoLoop", "WaldoSerial", "WaldoTestSupport", "WaldoTesting", "WaldoTime"],
            swiftSettings: tests),
        .testTarget(
            name: "WaldoBlueZTests",
            dependencies: [
                "WaldoBlueZ", "WaldoBus", "WaldoSurvey", "WaldoTestSupport", "WaldoTesting", "WaldoTime",
                "waldo-fake-bluez",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "WaldoFilesTests",
            dependencies: ["CLibevdev", "WaldoFiles", "WaldoSurvey", "WaldoTestSupport", "WaldoTesting", "WaldoTime"],
            exclude: ["Survey/check_exports.py", "foreign_clients.py"], swiftSettings: tests),
        .executableTarget(
            name: "waldo-store-probe",
            dependencies: ["WaldoCore", "WaldoLoop", "WaldoRelay", "WaldoStore", "WaldoSurvey", "WaldoTime"],
            path: "Tests/StoreProbe", swiftSettings: swift),
        .testTarget(
            name: "WaldoStoreTests",
            dependencies: [
                "CMallocCounter", "CSQLite", "WaldoCore", "WaldoLoop", "WaldoStore", "WaldoSurvey", "WaldoTestSupport",
                "WaldoTesting",
                "WaldoTime",
                "waldo-store-probe",
            ],
            exclude: ["Golden"], swiftSettings: optimised),
        .testTarget(
            name: "WaldoTerminalTests",
            dependencies: ["WaldoTerminal", "WaldoTestSupport", "WaldoTesting", "WaldoTime"],
            swiftSettings: tests),
        .testTarget(
            name: "WaldoPanelTests",
            dependencies: ["WaldoLoop", "WaldoPanel", "WaldoTestSupport", "WaldoTesting", "WaldoTime"],
            swiftSettings: tests),
        .testTarget(
            name: "WaldoTeleopTests",
            dependencies: ["WaldoCore", "WaldoTeleop", "WaldoTestSupport", "WaldoTesting", "WaldoTime"],
            swiftSettings: tests),
        .testTarget(
            name: "WaldoSimulatorTests",
            dependencies: [
                "CMallocCounter", "WaldoCore", "WaldoFiles", "WaldoSimulator", "WaldoSurvey", "WaldoTestSupport",
                "WaldoTime",
            ],
            swiftSettings: optimised),
        .testTarget(
            name: "WaldoMapTests",
            dependencies: ["WaldoCore", "WaldoMap", "WaldoSurvey", "WaldoTestSupport", "WaldoTime"],
            swiftSettings: tests),
        .testTarget(
            name: "WaldoRelayTests",
            dependencies: [
                "CMosquitto", "WaldoBus", "WaldoCore", "WaldoFiles", "WaldoLoop", "WaldoRelay", "WaldoStore",
                "WaldoSurvey", "WaldoTerminal", "WaldoTestSupport", "WaldoTesting", "WaldoTime", "waldo", "waldo-relay",
            ],
            swiftSettings: tests),
        .target(name: "CMallocCounter", path: "Tests/CMallocCounter"),
        .executableTarget(
            name: "waldo-instruction-count", dependencies: ["WaldoCore", "WaldoTestSupport"],
            path: "Tests/InstructionCount",
            exclude: ["figures"], swiftSettings: swift),
        .executableTarget(
            name: "waldo-bench",
            dependencies: [
                "CLibevdev", "CMallocCounter", "CSQLite", "WaldoCore", "WaldoFiles", "WaldoLoop", "WaldoMap",
                "WaldoSimulator", "WaldoStore", "WaldoSurvey", "WaldoTeleop", "WaldoTestSupport", "WaldoTime", "waldo",
                "waldo-fake-bluez",
                "waldo-relay",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Bench", exclude: ["README.md", "pad", "peers"], swiftSettings: swift),
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "WaldoBlueZ", "WaldoCore", "WaldoFiles", "WaldoInput", "WaldoLoop", "WaldoMap", "WaldoMeter",
                "WaldoPanel", "WaldoSimulator",
                "WaldoSurvey", "WaldoTeleop", "WaldoTerminal", "WaldoTestSupport", "WaldoTesting", "WaldoTime",
                "WaldoApp", "waldo",
                "waldo-fake-bluez", "waldo-input-probe", "waldo-instruction-count", "waldo-relay",
            ],
            exclude: [
                "Dashboards", "Receiver/probe.cpp", "Recordings", "felt_pad.c", "note_grabs.c",
                "preloaded_ioctl.h", "refuse_grabs.c",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "AllocationTests",
            dependencies: [
                "CMallocCounter", "WaldoApp", "WaldoCore", "WaldoFiles", "WaldoLoop", "WaldoSurvey", "WaldoTeleop",
                "WaldoTestSupport", "WaldoTesting",
                "WaldoTime",
            ],
            swiftSettings: optimised),
        .testTarget(
            name: "FaultMatrixTests",
            dependencies: [
                "WaldoLoop", "WaldoMeter", "WaldoTestSupport", "WaldoTesting", "WaldoTime", "waldo", "waldo-fake-bluez",
            ],
            path: "Tests/FaultMatrix",
            exclude: [
                "README.md", "Stage/hung_loop.c", "Stage/injected_fault.c", "Stage/moved_clock.c",
                "Stage/shared_word.h", "Stage/stamped_input.c", "page.md", "results.py", "run",
            ], swiftSettings: tests),
    ],
    swiftLanguageModes: [.v6]
)
