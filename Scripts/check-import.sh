#!/usr/bin/env bash
# Checks that other packages can import this repository by URL and version: clones it, tags the clone, and builds and
# runs a temporary package that depends on FlipcashCore and CodeScanner.
#
#   Scripts/check-import.sh            builds everything
#   Scripts/check-import.sh .build     builds in a folder that may already contain the dependencies
set -euo pipefail
cd "$(dirname "$0")/.."
./Scripts/bootstrap.sh
scratch=${1:+$(realpath "$1")}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet . "$folder/flipcash"
git -C "$folder/flipcash" tag 1.0.0

mkdir -p "$folder/importer/Sources/importer"
cat >"$folder/importer/Package.swift" <<SWIFT
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "importer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "file://$folder/flipcash", from: "1.0.0")],
    targets: [
        .executableTarget(
            name: "importer",
            dependencies: [
                .product(name: "FlipcashCore", package: "flipcash"),
                .product(name: "CodeScanner", package: "flipcash"),
            ])
    ]
)
SWIFT
cat >"$folder/importer/Sources/importer/main.swift" <<'SWIFT'
import CodeScanner
import FlipcashCore

let code = try KikCodes.encode([UInt8](repeating: 7, count: 20))
print("imported: USDF is \(PublicKey.usdf.base58), a code has \(code.count) bytes")
SWIFT
swift run ${FLIPCASH_SWIFT_OPTIONS:-} --package-path "$folder/importer" --scratch-path "${scratch:-$folder/importer/.build}" importer
