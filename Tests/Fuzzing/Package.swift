// swift-tools-version: 6.1
import PackageDescription

// libFuzzer programs for the parsers of untrusted input. Scripts/fuzz.sh builds and runs them. README.md explains how
// to add a target.
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A program `name` and its library of properties, which is a link to the properties in a package's tests.
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
        // The parsing folders of FlipcashCore without its clients. gRPC and its transport would make the build ten
        // times as long and contain no parser of this project.
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
