// swift-tools-version: 6.1
import PackageDescription

// Compiles one source file, Shared/Usage.swift, with swift-protobuf and with this project's codec.
// Tests/Interop/drop-in.sh generates the models for both, changes the import line, and compares the outputs.
let package = Package(
    name: "DropIn",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "FlipcashAPI", path: "../../FlipcashAPI"),
        .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0"),
    ],
    targets: [
        .executableTarget(
            name: "theirs",
            dependencies: [
                .product(name: "SwiftProtobuf", package: "swift-protobuf")
            ]),
        .executableTarget(
            name: "ours",
            dependencies: [
                .product(name: "ProtobufCodec", package: "FlipcashAPI")
            ]),
    ],
    swiftLanguageModes: [.v6]
)
