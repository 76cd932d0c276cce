// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that importers of the libraries do not resolve the dependencies of benchmarks. generate.sh
// generates the models of the other implementations; Scripts/benchmark.sh calls it before the build.

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A product of the umbrella package at the root of the repository.
func library(_ name: String) -> Target.Dependency { .product(name: name, package: "Flipcash") }

let swiftProtobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
let benchmark = Target.Dependency.product(name: "Benchmark", package: "benchmark")
let grpc = Target.Dependency.product(name: "GRPCCore", package: "grpc-swift-2")

/// A benchmark executable, run by `Scripts/benchmark.sh`, with this project and other implementations in one process.
func benchmarks(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["Comparison", benchmark] + dependencies,
        path: "Benchmarks/\(name)",  // folder name required by the plug-in
        swiftSettings: swiftSettings,
        plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        // By name, because the folder of a checkout may have any name.
        .package(name: "Flipcash", path: "../.."),
        // Without its traits, which replace the allocator and the runtime that are measured here.
        .package(url: "https://github.com/ordo-one/benchmark", .upToNextMinor(from: "1.38.1"), traits: []),
        .package(url: "https://github.com/attaswift/BigInt", .upToNextMinor(from: "6.0.1")),
        .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0"),
        .package(url: "https://github.com/apple/swift-crypto", .upToNextMinor(from: "4.5.2")),
        .package(url: "https://github.com/grpc/grpc-swift-2", .upToNextMinor(from: "2.4.3")),
    ],
    targets: [
        .target(name: "AllocationCounter"),
        .target(
            name: "Comparison",
            dependencies: ["AllocationCounter", benchmark],
            swiftSettings: swiftSettings),
        .target(
            name: "SwiftProtobufModels",
            dependencies: ["Comparison", swiftProtobuf],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .target(
            name: "CppProtobufModels",
            cxxSettings: [.headerSearchPath("Generated"), .define("NDEBUG")],
            linkerSettings: [.linkedLibrary("protobuf")]),
        .target(name: "CLibsodium", linkerSettings: [.linkedLibrary("sodium")]),
        benchmarks("CurveBenchmarks", [library("FlipcashCore"), .product(name: "BigInt", package: "BigInt")]),
        benchmarks(
            "CodecBenchmarks",
            [
                library("FlipcashAPI"), library("FlipcashCoreAPI"), library("ProtobufCodec"), "SwiftProtobufModels",
                "CppProtobufModels",
            ]),
        benchmarks(
            "KeyBenchmarks",
            [
                library("FlipcashCore"), library("CodeCurves"), "CLibsodium",
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "BigInt", package: "BigInt"),
            ]),
        .executableTarget(
            name: "scanner-benchmark",
            dependencies: [library("CodeScanner"), library("CodeScannerIO")],
            path: "Sources/ScannerBenchmark",
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "sharing-benchmark",
            dependencies: [
                library("FlipcashCore"), library("FlipcashCoreAPI"), library("FlipcashNode"),
                library("FlipcashNodeTestKit"), library("FlipcashTestKit"), library("ProtobufCodec"),
                library("SavingsGoals"), library("SharedExpenses"), library("SharedExpensesFixtures"), grpc,
            ],
            path: "Sources/SharingBenchmark",
            swiftSettings: swiftSettings),
    ],
    cxxLanguageStandard: .cxx17
)
