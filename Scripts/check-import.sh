#!/usr/bin/env bash
# Checks that other packages can import this repository by URL and version: clones it, tags the clone, and plans the build
# of a temporary package that depends on every library. Then it builds and runs a target that depends on two of them.
#
#   Scripts/check-import.sh            builds everything
#   Scripts/check-import.sh .build     builds in a folder that may already contain the dependencies
#
# SwiftPM refuses a library with unsafe flags, or one that depends on a package without a version, when it plans. That the
# libraries compile is what the tests of this repository show.
set -euo pipefail
cd "$(dirname "$0")/.."
./Scripts/bootstrap.sh
scratch=${1:+$(realpath "$1")}
libraries=$(swift package dump-package | python3 -c '
import json, sys
for product in json.load(sys.stdin)["products"]:
    if "library" in product["type"]:
        print(f"""                .product(name: "{product["name"]}", package: "flipcash"),""")')
[ -n "$libraries" ] || { echo "the manifest has no libraries" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone --quiet . "$folder/flipcash"
git -C "$folder/flipcash" tag 1.0.0
mkdir -p "$folder/importer/Sources/importer" "$folder/importer/Sources/everything"
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
                .product(name: "CodeCurves", package: "flipcash"),
                .product(name: "CodeScanner", package: "flipcash"),
            ]),
        .target(
            name: "everything",
            dependencies: [
$libraries
            ]),
    ]
)
SWIFT
cat >"$folder/importer/Sources/importer/main.swift" <<'SWIFT'
import CodeCurves
import CodeScanner

let code = try KikCodes.encode([UInt8](repeating: 7, count: 20))
print("imported: a code has \(code.count) bytes, a digest \(SHA256.digestByteCount)")
SWIFT
echo "// Only planned." >"$folder/importer/Sources/everything/Everything.swift"
options=(--package-path "$folder/importer" --scratch-path "${scratch:-$folder/importer/.build}")
swift build "${options[@]}" --print-manifest-job-graph >/dev/null
echo "every library can be imported: $(wc -l <<<"$libraries")"
swift run "${options[@]}" importer
