// swift-tools-version: 6.2
import PackageDescription

/// `TMAPS_STRICT=1` turns every warning into an error; `make check` and CI set it.
let strict = Context.environment["TMAPS_STRICT"] == "1"

let swift: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (strict ? [.treatAllWarnings(as: .error)] : [])

let c: [CSetting] = strict ? [.treatAllWarnings(as: .error)] : []

/// For modules on the message's path: a property that is used while it is being changed is found by every test and
/// sanitizer run, which are debug builds; the release build does not look for it with each access (a fifth of its
/// time). SwiftPM takes no such flag from a package that others use, so the client's modules are without it.
let server: [SwiftSetting] =
    swift + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

func module(
    _ name: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting] = swift
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name + "Tests", dependencies: [.init(stringLiteral: name)] + dependencies, swiftSettings: swift)
}

// Who may import whom: docs/architecture.md; Scripts/check-imports holds the table.
let package = Package(
    name: "tmaps-bridge",
    products: [
        .library(name: "TMapsProtocol", targets: ["TMapsProtocol"]),
        .library(name: "TMapsAdapters", targets: ["TMapsAdapters"]),
        .library(name: "TMapsClient", targets: ["TMapsClient"]),
        .executable(name: "tmaps", targets: ["tmaps"]),
    ],
    targets: [
        .target(
            name: "CWebSockets", cSettings: c,
            linkerSettings: [
                .linkedLibrary("websockets"), .linkedLibrary("uv"), .linkedLibrary("ssl"), .linkedLibrary("crypto"),
            ]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CTLS", pkgConfig: "libssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        module("TMapsProtocol", []),
        module("TMapsRelay", ["TMapsProtocol"], server),
        module("TMapsStore", ["TMapsRelay", "TMapsProtocol", "CSQLite"], server),
        module("TMapsNet", ["CWebSockets"]),
        module("TMapsAdapters", ["TMapsProtocol"]),
        module("TMapsClient", ["TMapsProtocol", "TMapsAdapters", "TMapsNet"]),
        module(
            "TMapsServer",
            ["TMapsProtocol", "TMapsRelay", "TMapsStore", "TMapsNet", "TMapsAdapters", "CCrypto", "CZlib"],
            server),
        .executableTarget(
            name: "tmaps", dependencies: ["TMapsServer", "TMapsClient", "TMapsAdapters", "TMapsProtocol", "CTLS"],
            swiftSettings: swift),
        module(
            "TMapsTesting", ["TMapsServer", "TMapsClient", "TMapsRelay", "TMapsProtocol", "TMapsNet", "TMapsStore"]),
        tests("TMapsProtocol", ["TMapsTesting"]),
        tests("TMapsRelay", ["TMapsProtocol", "TMapsTesting"]),
        tests("TMapsStore", ["TMapsRelay", "TMapsProtocol", "TMapsTesting"]),
        tests("TMapsNet", ["TMapsTesting"]),
        tests("TMapsAdapters", ["TMapsProtocol", "TMapsTesting"]),
        tests("TMapsServer", ["TMapsNet", "TMapsTesting", "TMapsClient", "TMapsProtocol", "TMapsRelay", "TMapsStore"]),
        tests("TMapsClient", ["TMapsTesting", "TMapsProtocol", "TMapsAdapters", "TMapsServer", "TMapsNet"]),
        tests("tmaps", ["TMapsClient", "TMapsProtocol", "TMapsTesting"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu11
)
