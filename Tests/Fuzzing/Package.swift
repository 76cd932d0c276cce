// swift-tools-version: 6.1
import PackageDescription

// Programs for libFuzzer over the parsers that read what strangers write. Scripts/fuzz.sh builds and runs them; see
// README.md here for how to add a target.
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The program `name`, and a library of the properties that it runs: a link to those of a package's tests.
func fuzzers(
    _ name: String, properties: String, of dependencies: [Target.Dependency]
) -> [Target] {
    [
        .target(name: properties, dependencies: dependencies, swiftSettings: swiftSettings),
        .executableTarget(
            name: name, dependencies: ["FuzzDriver", .target(name: properties)], swiftSettings: swiftSettings),
    ]
}

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "CodeCurves", path: "../../CodeCurves"),
        .package(name: "CodeScanner", path: "../../CodeScanner"),
        .package(name: "FlipcashAPI", path: "../../FlipcashAPI"),
    ],
    targets: [
        .systemLibrary(name: "LibFuzzer"),
        .target(name: "FuzzDriver", dependencies: ["LibFuzzer"], swiftSettings: swiftSettings),
        // The folders of FlipcashCore that parse, without its clients: gRPC and its transport would take ten times as
        // long to build and have no parser of ours.
        .target(
            name: "FlipcashCore",
            dependencies: [.product(name: "CodeCurves", package: "CodeCurves")],
            swiftSettings: swiftSettings + [.enableUpcomingFeature("InternalImportsByDefault")]),
    ]
        + fuzzers(
            "codec", properties: "CodecFuzzing", of: [.product(name: "ProtobufCodec", package: "FlipcashAPI")])
        + fuzzers(
            "core", properties: "CoreFuzzing",
            of: ["FlipcashCore", .product(name: "CodeCurves", package: "CodeCurves")])
        + fuzzers(
            "scanner", properties: "ScannerFuzzing",
            of: [.product(name: "CodeScanner", package: "CodeScanner")])
)
