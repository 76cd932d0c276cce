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
    name: "FlipcashCLI",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "FlipcashNode", targets: ["FlipcashNode"]),
        .library(name: "FlipcashNodeTestKit", targets: ["FlipcashNodeTestKit"]),
        .library(name: "FlipcashDrawing", targets: ["FlipcashDrawing"]),
        .library(name: "FlipcashCommands", targets: ["FlipcashCommands"]),
        .executable(name: "flipcash", targets: ["flipcash"]),
    ],
    dependencies: [
        .package(path: "../FlipcashCore"),
        .package(path: "../CodeScanner"),
        .package(path: "../CodeCurves"),
        .package(path: "../FlipcashAPI"),
        .package(path: "../FlipcashCoreAPI"),
        grdb,
        log,
        metrics,
        grpc,
        grpcTransport,
        nio,
        nioHTTP2,
        nioSSL,
        asyncHTTPClient,
        argumentParser,
        documentation,
    ],
    targets: [
        .systemLibrary(
            name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(
            name: "CPostgreSQL",
            path: "Sources/CPostgreSQL",
            exclude: ["libpq"],
            publicHeadersPath: "include",
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "CDrawing",
            path: "Sources/CDrawing",
            publicHeadersPath: "include"),
        .target(
            name: "FlipcashDrawing",
            dependencies: [
                .product(name: "FlipcashCore", package: "FlipcashCore"),
                .product(name: "CodeScanner", package: "CodeScanner"),
                "CDrawing",
                "CZlib",
            ],
            path: "Sources/FlipcashDrawing",
            swiftSettings: swiftSettings),
        .target(
            name: "FlipcashNode",
            dependencies: [
                "CPostgreSQL",
                .product(name: "FlipcashCore", package: "FlipcashCore"),
                .product(name: "SharedExpenses", package: "FlipcashCore"),
                .product(name: "CodeCurves", package: "CodeCurves"),
                .product(name: "FlipcashAPI", package: "FlipcashAPI"),
                .product(name: "FlipcashCoreAPI", package: "FlipcashCoreAPI"),
                .product(name: "ProtobufCodec", package: "FlipcashAPI"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
                .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Sources/FlipcashNode",
            swiftSettings: swiftSettings),
        .target(
            name: "FlipcashNodeTestKit",
            dependencies: [
                "FlipcashNode",
                .product(name: "FlipcashCore", package: "FlipcashCore"),
                .product(name: "FlipcashTestKit", package: "FlipcashCore"),
            ],
            path: "Sources/FlipcashNodeTestKit",
            swiftSettings: swiftSettings),
        .target(
            name: "FlipcashCommands",
            dependencies: [
                .product(name: "FlipcashWallet", package: "FlipcashCore"),
                .product(name: "SavingsGoals", package: "FlipcashCore"),
                .product(name: "SharedExpenses", package: "FlipcashCore"),
                .product(name: "SolanaRPC", package: "FlipcashCore"),
                "FlipcashNode",
                "FlipcashDrawing",
                .product(name: "CodeScanner", package: "CodeScanner"),
                .product(name: "CodeScannerIO", package: "CodeScanner"),
                .product(name: "FlipcashCore", package: "FlipcashCore"),
                .product(name: "CodeCurves", package: "CodeCurves"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
            ],
            path: "Sources/FlipcashCommands",
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "flipcash",
            dependencies: [
                "FlipcashCommands"
            ],
            path: "Sources/flipcash",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "FlipcashDrawingTests",
            dependencies: [
                "FlipcashDrawing",
                .product(name: "FlipcashCore", package: "FlipcashCore"),
                .product(name: "CodeScanner", package: "CodeScanner"),
                .product(name: "CodeScannerIO", package: "CodeScanner"),
            ],
            path: "Tests/FlipcashDrawingTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "FlipcashNodeTests",
            dependencies: [
                "FlipcashNode",
                "FlipcashNodeTestKit",
                .product(name: "FlipcashTestKit", package: "FlipcashCore"),
                .product(name: "FlipcashCore", package: "FlipcashCore"),
                .product(name: "SharedExpenses", package: "FlipcashCore"),
                .product(name: "SharedExpensesFixtures", package: "FlipcashCore"),
                .product(name: "FlipcashAPI", package: "FlipcashAPI"),
                .product(name: "FlipcashCoreAPI", package: "FlipcashCoreAPI"),
                .product(name: "CodeCurves", package: "CodeCurves"),
                .product(name: "ProtobufCodec", package: "FlipcashAPI"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
                .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/FlipcashNodeTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "FlipcashCommandsTests",
            dependencies: [
                "FlipcashCommands",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                "FlipcashNode",
                "FlipcashNodeTestKit",
                .product(name: "FlipcashTestKit", package: "FlipcashCore"),
                .product(name: "FlipcashWallet", package: "FlipcashCore"),
                .product(name: "SharedExpenses", package: "FlipcashCore"),
                .product(name: "SharedExpensesFixtures", package: "FlipcashCore"),
                "FlipcashDrawing",
                .product(name: "FlipcashCore", package: "FlipcashCore"),
                .product(name: "CodeCurves", package: "CodeCurves"),
                .product(name: "CodeScanner", package: "CodeScanner"),
                .product(name: "CodeScannerIO", package: "CodeScanner"),
                .product(name: "SavingsGoals", package: "FlipcashCore"),
                .product(name: "SolanaRPC", package: "FlipcashCore"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/FlipcashCommandsTests",
            swiftSettings: swiftSettings),
    ]
)
