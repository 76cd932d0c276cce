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
    name: "FlipcashCore",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "FlipcashCore", targets: ["FlipcashCore"]),
        .library(name: "SolanaRPC", targets: ["SolanaRPC"]),
        .library(name: "SharedExpenses", targets: ["SharedExpenses"]),
        .library(name: "SharedExpensesFixtures", targets: ["SharedExpensesFixtures"]),
        .library(name: "SavingsGoals", targets: ["SavingsGoals"]),
        .library(name: "FlipcashWallet", targets: ["FlipcashWallet"]),
        .library(name: "FlipcashTestKit", targets: ["FlipcashTestKit"]),
    ],
    dependencies: [
        .package(path: "../CodeCurves"),
        .package(path: "../FlipcashAPI"),
        .package(path: "../FlipcashCoreAPI"),
        log,
        grpc,
        grpcTransport,
        grdb,
        bigInt,
        nio,
        nioHTTP2,
        nioSSL,
        asyncHTTPClient,
        documentation,
    ],
    targets: [
        .target(
            name: "FlipcashCore",
            dependencies: [
                .product(name: "CodeCurves", package: "CodeCurves"),
                .product(name: "FlipcashAPI", package: "FlipcashAPI"),
                .product(name: "FlipcashCoreAPI", package: "FlipcashCoreAPI"),
                .product(name: "ProtobufCodec", package: "FlipcashAPI"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
            ],
            path: "Sources/FlipcashCore",
            swiftSettings: swiftSettings),
        .target(
            name: "CSecretService",
            path: "Sources/CSecretService",
            publicHeadersPath: "include",
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "FlipcashWallet",
            dependencies: [
                "FlipcashCore",
                "CSecretService",
                .product(name: "CodeCurves", package: "CodeCurves"),
                .product(name: "FlipcashAPI", package: "FlipcashAPI"),
                .product(name: "ProtobufCodec", package: "FlipcashAPI"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
            ],
            path: "Sources/FlipcashWallet",
            swiftSettings: swiftSettings),
        .target(
            name: "SolanaRPC",
            dependencies: [
                "FlipcashCore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "Sources/SolanaRPC",
            swiftSettings: swiftSettings),
        .target(
            name: "SavingsGoals",
            dependencies: [
                "FlipcashCore",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "Sources/SavingsGoals",
            swiftSettings: swiftSettings),
        .target(
            name: "FlipcashTestKit",
            dependencies: [
                "FlipcashCore"
            ],
            path: "Sources/FlipcashTestKit",
            swiftSettings: swiftSettings),
        .target(
            name: "SharedExpenses",
            dependencies: [
                "FlipcashCore",
                .product(name: "FlipcashCoreAPI", package: "FlipcashCoreAPI"),
                .product(name: "ProtobufCodec", package: "FlipcashAPI"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
            ],
            path: "Sources/SharedExpenses",
            swiftSettings: swiftSettings),
        .target(
            name: "SharedExpensesFixtures",
            dependencies: [
                "SharedExpenses",
                "FlipcashCore",
            ],
            path: "Sources/SharedExpensesFixtures",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SharedExpensesTests",
            dependencies: [
                "SharedExpenses",
                "SharedExpensesFixtures",
                "FlipcashCore",
                "FlipcashTestKit",
                .product(name: "FlipcashCoreAPI", package: "FlipcashCoreAPI"),
                .product(name: "ProtobufCodec", package: "FlipcashAPI"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/SharedExpensesTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SavingsGoalsTests",
            dependencies: [
                "SavingsGoals",
                "FlipcashCore",
                "FlipcashTestKit",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/SavingsGoalsTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SolanaRPCTests",
            dependencies: [
                "SolanaRPC",
                "FlipcashCore",
                "FlipcashTestKit",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/SolanaRPCTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "FlipcashCoreTests",
            dependencies: [
                "FlipcashCore",
                "FlipcashTestKit",
                .product(name: "CodeCurves", package: "CodeCurves"),
                .product(name: "FlipcashAPI", package: "FlipcashAPI"),
                .product(name: "ProtobufCodec", package: "FlipcashAPI"),
                .product(name: "BigInt", package: "BigInt"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Tests/FlipcashCoreTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "FlipcashWalletTests",
            dependencies: [
                "FlipcashWallet",
                "FlipcashCore",
                "FlipcashTestKit",
                .product(name: "CodeCurves", package: "CodeCurves"),
                .product(name: "FlipcashAPI", package: "FlipcashAPI"),
                .product(name: "FlipcashCoreAPI", package: "FlipcashCoreAPI"),
                .product(name: "ProtobufCodec", package: "FlipcashAPI"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
                .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport"),
            ],
            path: "Tests/FlipcashWalletTests",
            swiftSettings: swiftSettings),
    ]
)
