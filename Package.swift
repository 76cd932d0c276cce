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
    name: "Flipcash",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "CodeCurves", targets: ["CodeCurves"]),
        .library(name: "FlipcashAPI", targets: ["FlipcashAPI"]),
        .library(name: "ProtobufCodec", targets: ["ProtobufCodec"]),
        .library(name: "FlipcashCoreAPI", targets: ["FlipcashCoreAPI"]),
        .library(name: "CodeScanner", targets: ["CodeScanner"]),
        .library(name: "CodeScannerIO", targets: ["CodeScannerIO"]),
        .library(name: "FlipcashCore", targets: ["FlipcashCore"]),
        .library(name: "SolanaRPC", targets: ["SolanaRPC"]),
        .library(name: "SharedExpenses", targets: ["SharedExpenses"]),
        .library(name: "SharedExpensesFixtures", targets: ["SharedExpensesFixtures"]),
        .library(name: "SavingsGoals", targets: ["SavingsGoals"]),
        .library(name: "FlipcashWallet", targets: ["FlipcashWallet"]),
        .library(name: "FlipcashTestKit", targets: ["FlipcashTestKit"]),
        .library(name: "FlipcashNode", targets: ["FlipcashNode"]),
        .library(name: "FlipcashNodeTestKit", targets: ["FlipcashNodeTestKit"]),
        .library(name: "FlipcashDrawing", targets: ["FlipcashDrawing"]),
        .library(name: "FlipcashCommands", targets: ["FlipcashCommands"]),
        .executable(name: "protoc-gen-flipcash-swift", targets: ["protoc-gen-flipcash-swift"]),
        .executable(name: "flipcash", targets: ["flipcash"]),
    ],
    dependencies: [
        grpc,
        log,
        metrics,
        grpcTransport,
        grdb,
        bigInt,
        crypto,
        nio,
        nioHTTP2,
        nioSSL,
        asyncHTTPClient,
        argumentParser,
        documentation,
    ],
    targets: [
        .systemLibrary(
            name: "CSodium", path: "CodeCurves/Sources/CSodium", pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
        .target(
            name: "CodeCurves",
            dependencies: [
                "CSodium",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "CodeCurves/Sources/CodeCurves",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CodeCurvesTests",
            dependencies: [
                "CodeCurves"
            ],
            path: "CodeCurves/Tests/CodeCurvesTests",
            swiftSettings: swiftSettings),
        .target(
            name: "ProtobufCodec",
            path: "FlipcashAPI/Sources/ProtobufCodec",
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "protoc-gen-flipcash-swift",
            dependencies: [
                "ProtobufCodec"
            ],
            path: "FlipcashAPI/Sources/protoc-gen-flipcash-swift",
            swiftSettings: swiftSettings),
        .target(
            name: "FlipcashAPI",
            dependencies: [
                "ProtobufCodec",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
            ],
            path: "FlipcashAPI/Sources/FlipcashAPI",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "ProtobufCodecTests",
            dependencies: [
                "ProtobufCodec"
            ],
            path: "FlipcashAPI/Tests/ProtobufCodecTests",
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
            path: "FlipcashAPI/Tests/FlipcashAPITests",
            swiftSettings: swiftSettings),
        .target(
            name: "FlipcashCoreAPI",
            dependencies: [
                "ProtobufCodec",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
            ],
            path: "FlipcashCoreAPI/Sources/FlipcashCoreAPI",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "FlipcashCoreAPITests",
            dependencies: [
                "FlipcashCoreAPI",
                "ProtobufCodec",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
            ],
            path: "FlipcashCoreAPI/Tests/FlipcashCoreAPITests",
            swiftSettings: swiftSettings),
        .target(
            name: "CKikCodes",
            path: "CodeScanner/Sources/CKikCodes",
            exclude: ["opencv"],
            publicHeadersPath: "include",
            cxxSettings: [.headerSearchPath("opencv/debian"), .headerSearchPath("opencv/homebrew")],
            linkerSettings: [.linkedLibrary("opencv_core"), .linkedLibrary("opencv_imgproc")]),
        .target(
            name: "CodeScanner",
            dependencies: [
                "CKikCodes"
            ],
            path: "CodeScanner/Sources/CodeScanner",
            swiftSettings: swiftSettings),
        .target(
            name: "CCodeScannerIO",
            path: "CodeScanner/Sources/CCodeScannerIO",
            exclude: ["opencv"],
            publicHeadersPath: "include",
            cxxSettings: [.headerSearchPath("opencv/debian"), .headerSearchPath("opencv/homebrew")],
            linkerSettings: [.linkedLibrary("opencv_core"), .linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "CodeScannerIO",
            dependencies: [
                "CodeScanner",
                "CCodeScannerIO",
            ],
            path: "CodeScanner/Sources/CodeScannerIO",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "CodeScannerTests",
            dependencies: [
                "CodeScanner",
                "CodeScannerIO",
            ],
            path: "CodeScanner/Tests/CodeScannerTests",
            swiftSettings: swiftSettings),
        .target(
            name: "FlipcashCore",
            dependencies: [
                "CodeCurves",
                "FlipcashAPI",
                "FlipcashCoreAPI",
                "ProtobufCodec",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
            ],
            path: "FlipcashCore/Sources/FlipcashCore",
            swiftSettings: swiftSettings),
        .target(
            name: "CSecretService",
            path: "FlipcashCore/Sources/CSecretService",
            publicHeadersPath: "include",
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "FlipcashWallet",
            dependencies: [
                "FlipcashCore",
                "CSecretService",
                "CodeCurves",
                "FlipcashAPI",
                "ProtobufCodec",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
            ],
            path: "FlipcashCore/Sources/FlipcashWallet",
            swiftSettings: swiftSettings),
        .target(
            name: "SolanaRPC",
            dependencies: [
                "FlipcashCore",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "FlipcashCore/Sources/SolanaRPC",
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
            path: "FlipcashCore/Sources/SavingsGoals",
            swiftSettings: swiftSettings),
        .target(
            name: "FlipcashTestKit",
            dependencies: [
                "FlipcashCore"
            ],
            path: "FlipcashCore/Sources/FlipcashTestKit",
            swiftSettings: swiftSettings),
        .target(
            name: "SharedExpenses",
            dependencies: [
                "FlipcashCore",
                "FlipcashCoreAPI",
                "ProtobufCodec",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
            ],
            path: "FlipcashCore/Sources/SharedExpenses",
            swiftSettings: swiftSettings),
        .target(
            name: "SharedExpensesFixtures",
            dependencies: [
                "SharedExpenses",
                "FlipcashCore",
            ],
            path: "FlipcashCore/Sources/SharedExpensesFixtures",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "SharedExpensesTests",
            dependencies: [
                "SharedExpenses",
                "SharedExpensesFixtures",
                "FlipcashCore",
                "FlipcashTestKit",
                "FlipcashCoreAPI",
                "ProtobufCodec",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "FlipcashCore/Tests/SharedExpensesTests",
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
            path: "FlipcashCore/Tests/SavingsGoalsTests",
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
            path: "FlipcashCore/Tests/SolanaRPCTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "FlipcashCoreTests",
            dependencies: [
                "FlipcashCore",
                "FlipcashTestKit",
                "CodeCurves",
                "FlipcashAPI",
                "ProtobufCodec",
                .product(name: "BigInt", package: "BigInt"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "FlipcashCore/Tests/FlipcashCoreTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "FlipcashWalletTests",
            dependencies: [
                "FlipcashWallet",
                "FlipcashCore",
                "FlipcashTestKit",
                "CodeCurves",
                "FlipcashAPI",
                "FlipcashCoreAPI",
                "ProtobufCodec",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
                .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport"),
            ],
            path: "FlipcashCore/Tests/FlipcashWalletTests",
            swiftSettings: swiftSettings),
        .systemLibrary(
            name: "CZlib", path: "FlipcashCLI/Sources/CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(
            name: "CPostgreSQL",
            path: "FlipcashCLI/Sources/CPostgreSQL",
            exclude: ["libpq"],
            publicHeadersPath: "include",
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "CDrawing",
            path: "FlipcashCLI/Sources/CDrawing",
            publicHeadersPath: "include"),
        .target(
            name: "FlipcashDrawing",
            dependencies: [
                "FlipcashCore",
                "CodeScanner",
                "CDrawing",
                "CZlib",
            ],
            path: "FlipcashCLI/Sources/FlipcashDrawing",
            swiftSettings: swiftSettings),
        .target(
            name: "FlipcashNode",
            dependencies: [
                "CPostgreSQL",
                "FlipcashCore",
                "SharedExpenses",
                "CodeCurves",
                "FlipcashAPI",
                "FlipcashCoreAPI",
                "ProtobufCodec",
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
            path: "FlipcashCLI/Sources/FlipcashNode",
            swiftSettings: swiftSettings),
        .target(
            name: "FlipcashNodeTestKit",
            dependencies: [
                "FlipcashNode",
                "FlipcashCore",
                "FlipcashTestKit",
            ],
            path: "FlipcashCLI/Sources/FlipcashNodeTestKit",
            swiftSettings: swiftSettings),
        .target(
            name: "FlipcashCommands",
            dependencies: [
                "FlipcashWallet",
                "SavingsGoals",
                "SharedExpenses",
                "SolanaRPC",
                "FlipcashNode",
                "FlipcashDrawing",
                "CodeScanner",
                "CodeScannerIO",
                "FlipcashCore",
                "CodeCurves",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
            ],
            path: "FlipcashCLI/Sources/FlipcashCommands",
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "flipcash",
            dependencies: [
                "FlipcashCommands"
            ],
            path: "FlipcashCLI/Sources/flipcash",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "FlipcashDrawingTests",
            dependencies: [
                "FlipcashDrawing",
                "FlipcashCore",
                "CodeScanner",
                "CodeScannerIO",
            ],
            path: "FlipcashCLI/Tests/FlipcashDrawingTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "FlipcashNodeTests",
            dependencies: [
                "FlipcashNode",
                "FlipcashNodeTestKit",
                "FlipcashTestKit",
                "FlipcashCore",
                "SharedExpenses",
                "SharedExpensesFixtures",
                "FlipcashAPI",
                "FlipcashCoreAPI",
                "CodeCurves",
                "ProtobufCodec",
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
            path: "FlipcashCLI/Tests/FlipcashNodeTests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "FlipcashCommandsTests",
            dependencies: [
                "FlipcashCommands",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                "FlipcashNode",
                "FlipcashNodeTestKit",
                "FlipcashTestKit",
                "FlipcashWallet",
                "SharedExpenses",
                "SharedExpensesFixtures",
                "FlipcashDrawing",
                "FlipcashCore",
                "CodeCurves",
                "CodeScanner",
                "CodeScannerIO",
                "SavingsGoals",
                "SolanaRPC",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "FlipcashCLI/Tests/FlipcashCommandsTests",
            swiftSettings: swiftSettings),
        .target(
            name: "CProtobufReference",
            path: "Tests/CProtobufReference",
            publicHeadersPath: "include",
            linkerSettings: [.linkedLibrary("protobuf")]),
        .testTarget(
            name: "WireContract",
            dependencies: [
                "CProtobufReference", "CodeCurves", "FlipcashAPI", "FlipcashCoreAPI", "ProtobufCodec",
            ],
            path: "Tests/WireContract",
            swiftSettings: swiftSettings),
        .target(
            name: "CTypeRecords",
            path: "Tests/CTypeRecords",
            publicHeadersPath: "include"),
        .testTarget(
            name: "Layout",
            dependencies: [
                "CTypeRecords", "CodeCurves", "CodeScanner", "CodeScannerIO", "FlipcashAPI", "FlipcashCommands",
                "FlipcashCore", "FlipcashCoreAPI", "FlipcashDrawing", "FlipcashNode", "FlipcashTestKit",
                "FlipcashWallet", "ProtobufCodec", "SavingsGoals", "SharedExpenses", "SolanaRPC",
            ],
            path: "Tests/Layout",
            exclude: ["Compiler"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "EndToEnd",
            dependencies: [
                "FlipcashNode",
                "FlipcashNodeTestKit",
                "FlipcashTestKit",
                "FlipcashWallet",
                "FlipcashCore",
                "CodeCurves",
                "FlipcashAPI",
                "FlipcashCoreAPI",
                "ProtobufCodec",
                "CodeScanner",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport"),
            ],
            path: "Tests/EndToEnd",
            swiftSettings: swiftSettings),
        .target(
            name: "CFaultyDisk",
            path: "Tests/FaultyDisk/Sources/CFaultyDisk",
            linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "FaultyDisk",
            dependencies: ["CFaultyDisk"],
            path: "Tests/FaultyDisk/Sources/FaultyDisk",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "FaultyDiskTests",
            dependencies: [
                "FaultyDisk",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/FaultyDisk/Tests",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "Simulation",
            dependencies: [
                "FaultyDisk",
                "FlipcashNode",
                "FlipcashNodeTestKit",
                "FlipcashTestKit",
                "FlipcashWallet",
                "FlipcashCore",
                "SharedExpenses",
                "SharedExpensesFixtures",
                "FlipcashAPI",
                "ProtobufCodec",
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
            ],
            path: "Tests/Simulation",
            exclude: ["PlantedBugs"],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "node-load",
            dependencies: [
                "FlipcashNode",
                "FlipcashCore",
                "CodeCurves",
                "FlipcashAPI",
                "ProtobufCodec",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
            ],
            path: "Tests/Load/Sources",
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "solana-transactions",
            dependencies: [
                "FlipcashCore"
            ],
            path: "Tests/Interop/SolanaTransactions",
            swiftSettings: swiftSettings),
    ]
    // No C++ standard is named, C++17 being the compiler's own: it would be passed on for CSecretService as well when
    // the documentation is written, and C refuses it.
)
