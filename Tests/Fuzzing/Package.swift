// swift-tools-version: 6.1
import PackageDescription

// Programs for libFuzzer, one for each parser that reads what strangers write. Scripts/fuzz.sh builds and runs them; see
// README.md here for how to add one.
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A fuzzer: the folder of its name holds a main.swift, and its inputs stand in folders of that name too.
func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "FlipcashAPI", path: "../../FlipcashAPI")
    ],
    targets: [
        .target(
            name: "CodecFuzzing",
            dependencies: [
                .product(name: "ProtobufCodec", package: "FlipcashAPI")
            ],
            swiftSettings: swiftSettings),
        fuzzer("codec-binary", ["CodecFuzzing"]),
        fuzzer("codec-json", ["CodecFuzzing"]),
    ]
)
