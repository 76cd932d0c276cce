#!/usr/bin/env bash
# Compiles one source file with swift-protobuf and with this project's codec, changing only the import line, and
# compares the output of the two programs.
#
#   Tests/Interop/drop-in.sh
#
# Downloads the swift-protobuf package.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
"$root/Scripts/bootstrap.sh"
package=$root/Tests/DropIn
for name in theirs ours; do
    rm -rf "$package/Sources/$name/Generated"
    mkdir -p "$package/Sources/$name/Generated"
done

swift build --package-path "$root/FlipcashAPI" --product protoc-gen-flipcash-swift
ours=$(swift build --package-path "$root/FlipcashAPI" --show-bin-path)/protoc-gen-flipcash-swift
protoc -I"$package/Shared" --plugin=protoc-gen-flipcash-swift="$ours" \
    --flipcash-swift_out="$package/Sources/ours/Generated" --flipcash-swift_opt=Module=Sample,Bytes=Data sample.proto
sed 's/^import SwiftProtobuf$/import ProtobufCodec/' "$package/Shared/Usage.swift" \
    > "$package/Sources/ours/Generated/Usage.swift"

# Builds the plugin from the same package version that the program links.
swift package --package-path "$package" resolve
checkout=$package/.build/checkouts/swift-protobuf
swift build --package-path "$checkout" --scratch-path "$package/.build/plugin" --product protoc-gen-swift
theirs=$(swift build --package-path "$checkout" --scratch-path "$package/.build/plugin" --show-bin-path)/protoc-gen-swift
protoc -I"$package/Shared" --plugin=protoc-gen-swift="$theirs" \
    --swift_out="$package/Sources/theirs/Generated" --swift_opt=Visibility=Public sample.proto
cp "$package/Shared/Usage.swift" "$package/Sources/theirs/Generated/Usage.swift"

if [ "$(diff "$package"/Sources/*/Generated/Usage.swift | grep -c '^[<>]')" != 2 ]; then
    echo "more than the import line was changed" >&2
    exit 1
fi
for name in theirs ours; do
    swift build --package-path "$package" --product "$name"
    "$(swift build --package-path "$package" --show-bin-path)/$name" > "$package/.build/$name.txt"
done
diff "$package/.build/theirs.txt" "$package/.build/ours.txt"
echo "the two programs print the same $(wc -l < "$package/.build/ours.txt") lines"
