// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "../../CodeScanner")
    ],
    targets: [
        .executableTarget(
            name: "scanner-benchmark",
            dependencies: [
                .product(name: "CodeScanner", package: "CodeScanner"),
                .product(name: "CodeScannerIO", package: "CodeScanner"),
            ],
            path: "Sources/ScannerBenchmark",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ]
)
