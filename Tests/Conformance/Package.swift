// swift-tools-version: 6.1
import PackageDescription

// The program that Google's protobuf conformance suite tests. Tests/Interop/conformance.sh generates the missing
// sources from the suite's definitions, builds the program and runs the suite.
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
