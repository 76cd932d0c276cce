// swift-tools-version: 6.1
import PackageDescription

// The program that Google's conformance suite for protobuf talks to. Tests/Interop/conformance.sh generates what is
// missing here from the suite's own definitions, builds the program and runs the suite.
let package = Package(
    name: "Conformance",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "FlipcashAPI", path: "../../FlipcashAPI")
    ],
    targets: [
        .executableTarget(
            name: "testee",
            dependencies: [
                .product(name: "ProtobufCodec", package: "FlipcashAPI")
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ]
)
