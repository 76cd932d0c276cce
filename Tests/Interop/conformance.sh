#!/usr/bin/env bash
# Runs Google's conformance suite for protobuf against the codec and writes the results to docs/conformance.md.
#
#   Tests/Interop/conformance.sh [FOLDER]
#
# The suite comes from Debian's source package of protobuf and is built in FOLDER (default .build-conformance), where
# later runs find it. It is not part of this repository. The generator generates models from the suite's unchanged
# definitions. Needs Debian or Ubuntu, and installs missing packages.
# Fails when a required or recommended test of proto3's binary or JSON form fails.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=${1:-$root/.build-conformance}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

"$root/Scripts/bootstrap.sh" libjsoncpp-dev dpkg-dev g++

# --- The suite

cd "$folder"
if [ ! -x runner ]; then
    mkdir -p apt/sources apt/lists/partial
    if [ -f /etc/apt/sources.list.d/debian.sources ]; then
        sed 's/^Types: .*/Types: deb-src/' /etc/apt/sources.list.d/debian.sources > apt/sources/debian.sources
    else
        sed -n 's/^deb /deb-src /p' /etc/apt/sources.list > apt/sources/debian.list
    fi
    apt=(apt-get -q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$PWD/apt/sources"
        -o Dir::State::lists="$PWD/apt/lists")
    "${apt[@]}" update
    "${apt[@]}" source --download-only protobuf
    tar xf protobuf_*.orig.tar.*
    sources=$(find . -maxdepth 1 -type d -name 'protobuf-*' | head -1)
    ln -sfn "$sources" source

    mkdir -p gen include/third_party/jsoncpp
    echo '#include <json/json.h>' > include/third_party/jsoncpp/json.h
    protoc -Isource/conformance -Isource/src --cpp_out=gen conformance.proto \
        google/protobuf/test_messages_proto2.proto google/protobuf/test_messages_proto3.proto
    # shellcheck disable=SC2046
    g++ -O1 -std=c++17 -w -Igen -Iinclude -Isource/conformance -idirafter source/src \
        $(pkg-config --cflags jsoncpp protobuf) \
        source/conformance/{conformance_test,conformance_test_main,conformance_test_runner}.cc \
        source/conformance/{binary_json_conformance_suite,text_format_conformance_suite}.cc \
        gen/conformance.pb.cc gen/google/protobuf/test_messages_proto{2,3}.pb.cc \
        -o runner $(pkg-config --libs protobuf) -ljsoncpp
fi

# --- The tested program

generated=$root/Tests/Conformance/Sources/testee/Generated
swift build --package-path "$root/FlipcashAPI" --product protoc-gen-flipcash-swift
plugin=$(swift build --package-path "$root/FlipcashAPI" --show-bin-path)/protoc-gen-flipcash-swift
rm -rf "$generated"
mkdir -p "$generated"
protoc -Isource/conformance -Isource/src \
    --plugin=protoc-gen-flipcash-swift="$plugin" \
    --flipcash-swift_out="$generated" --flipcash-swift_opt=Module=Conformance \
    conformance.proto google/protobuf/test_messages_proto3.proto
swift build --package-path "$root/Tests/Conformance" -c release --product testee
testee=$(swift build --package-path "$root/Tests/Conformance" -c release --show-bin-path)/testee

# --- The run

status=0
./runner --enforce_recommended --verbose "$testee" > report.txt 2>&1 || status=$?
python3 "$root/Tests/Interop/conformance_report.py" report.txt "$(readlink -f source)" > summary.md || status=$?
cp summary.md "$root/docs/conformance.md"
cat summary.md
exit "$status"
