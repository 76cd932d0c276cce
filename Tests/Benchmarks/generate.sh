#!/usr/bin/env bash
# Generates the models for the comparison from our definitions, with swift-protobuf's plug-in and with protoc for C++.
#
#   Tests/Benchmarks/generate.sh
#
# They are not committed. The plug-in is built from the same version of swift-protobuf that the benchmarks link.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
package=$root/Tests/Benchmarks
payments=$root/FlipcashAPI/Protos
core=$root/FlipcashCoreAPI/Protos

files=(
    flipcash/validation/rules.proto common/v1/model.proto currency/v1/ocp_currency_service.proto
    transaction/v1/ocp_transaction_service.proto
    common/v1/common.proto activity/v1/model.proto activity/v1/activity_feed_service.proto
)
swift package --package-path "$package" --scratch-path "$package/.build" resolve >&2
checkout=$package/.build/checkouts/swift-protobuf
plugin() {
    swift build --package-path "$checkout" --scratch-path "$package/.build/plugin" --product protoc-gen-swift "$@"
}
plugin >&2
plugin=$(plugin --show-bin-path)/protoc-gen-swift

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
mkdir "$fresh/swift" "$fresh/cpp"
protoc -I "$payments" -I "$core" --cpp_out="$fresh/cpp" --plugin=protoc-gen-swift="$plugin" \
    --swift_out="$fresh/swift" --swift_opt=Visibility=Public --swift_opt=FileNaming=PathToUnderscores "${files[@]}"

# Unchanged files keep their dates, so they are not compiled again.
place() {
    if ! diff -rq "$fresh/$1" "$package/Sources/$2/Generated" > /dev/null 2>&1; then
        rm -rf "$package/Sources/$2/Generated"
        cp -r "$fresh/$1" "$package/Sources/$2/Generated"
    fi
}
place swift SwiftProtobufModels
place cpp CppProtobufModels
