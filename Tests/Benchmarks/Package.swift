// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nobody who imports a library resolves what only measuring needs.

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A product of the umbrella package at the top of the repository.
func library(_ name: String) -> Target.Dependency { .product(name: name, package: "Flipcash") }

/// An executable of benchmarks that `Scripts/benchmark.sh` runs: ours and its rivals in one process.
func benchmarks(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["Comparison", .product(name: "Benchmark", package: "benchmark")] + dependencies,
        path: "Benchmarks/\(name)",  // the plug-in looks in a folder of this name
        swiftSettings: swiftSettings,
        plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        // By name, since a checkout's folder may be called anything.
        .package(name: "Flipcash", path: "../.."),
        // Without its traits: they replace the allocator and the runtime, which is what is measured here.
        .package(url: "https://github.com/ordo-one/benchmark", .upToNextMinor(from: "1.38.1"), traits: []),
        .package(url: "https://github.com/attaswift/BigInt", .upToNextMinor(from: "6.0.1")),
    ],
    targets: [
        .target(name: "AllocationCounter"),
        .target(
            name: "Comparison",
            dependencies: ["AllocationCounter", .product(name: "Benchmark", package: "benchmark")],
            swiftSettings: swiftSettings),
        benchmarks("CurveBenchmarks", [library("FlipcashCore"), .product(name: "BigInt", package: "BigInt")]),
        .executableTarget(
            name: "scanner-benchmark",
            dependencies: [library("CodeScanner"), library("CodeScannerIO")],
            path: "Sources/ScannerBenchmark",
            swiftSettings: swiftSettings),
    ]
)
