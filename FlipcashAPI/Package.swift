// swift-tools-version: 6.1
import PackageDescription

// >>> shared: this block stands in every manifest of the repository; Scripts/check-manifests.py compares them
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Lets tests kill the node. Scripts/test.sh --release defines it too; the shipped executable is built without it.
    .define("CRASH_POINTS", .when(configuration: .debug)),
]
let argumentParser = Package.Dependency.package(
    url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2"))
let grdb = Package.Dependency.package(
    url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0"))
let grpc = Package.Dependency.package(
    url: "https://github.com/grpc/grpc-swift-2", .upToNextMinor(from: "2.4.3"))
let grpcTransport = Package.Dependency.package(
    url: "https://github.com/grpc/grpc-swift-nio-transport", .upToNextMinor(from: "2.9.2"))
let log = Package.Dependency.package(
    url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.2"))
let metrics = Package.Dependency.package(
    url: "https://github.com/apple/swift-metrics", .upToNextMinor(from: "2.13.0"))
let crypto = Package.Dependency.package(
    url: "https://github.com/apple/swift-crypto", .upToNextMinor(from: "4.5.2"))
let bigInt = Package.Dependency.package(
    url: "https://github.com/attaswift/BigInt", .upToNextMinor(from: "6.0.1"))
let nio = Package.Dependency.package(
    url: "https://github.com/apple/swift-nio", .upToNextMinor(from: "2.101.2"))
let nioHTTP2 = Package.Dependency.package(
    url: "https://github.com/apple/swift-nio-http2", .upToNextMinor(from: "1.46.0"))
let nioSSL = Package.Dependency.package(
    url: "https://github.com/apple/swift-nio-ssl", .upToNextMinor(from: "2.37.6"))
let asyncHTTPClient = Package.Dependency.package(
    url: "https://github.com/swift-server/async-http-client", .upToNextMinor(from: "1.37.0"))
// For `swift package generate-documentation`. No target depends on it: importers never fetch it.
let documentation = Package.Dependency.package(
    url: "https://github.com/swiftlang/swift-docc-plugin", .upToNextMinor(from: "1.5.0"))
// <<< shared

let package = Package(
    name: "FlipcashAPI",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "FlipcashAPI", targets: ["FlipcashAPI"]),
        .library(name: "ProtobufCodec", targets: ["ProtobufCodec"]),
        .executable(name: "protoc-gen-flipcash-swift", targets: ["protoc-gen-flipcash-swift"]),
    ],
    dependencies: [
        grpc,
        documentation,
    ],
    targets: [
        .target(
            name: "ProtobufCodec",
            path: "Sources/ProtobufCodec",
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "protoc-gen-flipcash-swift",
            dependencies: [
                "ProtobufCodec"
            ],
            path: "Sources/protoc-gen-flipcash-swift",
            swiftSettings: swiftSettings),
        .target(
            name: "FlipcashAPI",
            dependencies: [
                "ProtobufCodec",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
            ],
            path: "Sources/FlipcashAPI",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "ProtobufCodecTests",
            dependencies: [
                "ProtobufCodec"
            ],
            path: "Tests/ProtobufCodecTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "FlipcashAPITests",
            dependencies: [
                "FlipcashAPI",
                "ProtobufCodec",
                "protoc-gen-flipcash-swift",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
            ],
            path: "Tests/FlipcashAPITests",
            swiftSettings: swiftSettings),
    ]
)
