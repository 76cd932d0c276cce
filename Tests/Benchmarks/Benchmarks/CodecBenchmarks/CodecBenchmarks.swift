import Benchmark
import Comparison
import CppProtobufModels
import FlipcashAPI
import FlipcashCoreAPI
import ProtobufCodec
import SwiftProtobufModels

let benchmarks: @Sendable () -> Void = {
    let version = cpp_version()
    let names = CodecNames(
        swift: "swift-protobuf 1.39", cpp: "C++ \(version / 1_000_000).\(version / 1000 % 1000)",
        arena: "C++ \(version / 1_000_000).\(version / 1000 % 1000), arena")
    names.compare(
        "SubmitIntentRequest, 3 actions", Samples.submitIntent, SwiftProtobufRival.submitIntent, cpp_submit_intent)
    names.compare("live data, 60 rates", Samples.liveData, SwiftProtobufRival.liveData, cpp_live_data)
    names.compare("100 notifications", Samples.notifications, SwiftProtobufRival.notifications, cpp_notifications)
    names.compare("10,000 chart points", Samples.history, SwiftProtobufRival.history, cpp_history)
}

/// The names of the other implementations in the table.
private struct CodecNames {
    let swift: String
    let cpp: String
    let arena: String

    // Inlined, so that each message type gets specialized code, as in a program that uses the library.
    @inline(__always)
    func compare<M: ProtobufCodec.Message>(
        _ name: String, _ message: M, _ theirs: CodecRival, _ kind: cpp_kind
    ) {
        guard let bytes = try? message.serializedBytes() else { fatalError("\(name) cannot be written") }
        requireSameBytes(name, bytes, theirs, kind)
        // About 100,000 bytes per sample.
        let calls = max(1, 100_000 / bytes.count)
        let title = "\(name) (\(bytes.count) bytes)"

        let encoding = Comparison("codec: encode \(title)", calls: calls)
        encoding.ours { _ in blackHole(try? message.serializedBytes()) }
        let encoder = theirs.encoder(bytes)
        encoding.rival(swift, reach: .times(4)) { _ in encoder() }
        let (plain, inArena) = (CppMessage(kind, bytes, inArena: false), CppMessage(kind, bytes, inArena: true))
        encoding.rival(cpp, reach: .times(1)) { _ in blackHole(cpp_encode(plain.address)) }
        encoding.rival(arena, reach: .times(1)) { _ in blackHole(cpp_encode(inArena.address)) }

        let decoding = Comparison("codec: decode \(title)", calls: calls)
        decoding.ours(reach: .allocations(HeapNeed.blocks(in: message))) { _ in
            blackHole(try? M(serializedBytes: bytes))
        }
        decoding.rival(swift, reach: .times(3)) { _ in theirs.decode(bytes) }
        decoding.rival(cpp, reach: .times(1)) { _ in blackHole(cpp_decode(kind, bytes, bytes.count)) }
        decoding.rival(arena, reach: .times(1)) { _ in blackHole(cpp_decode_in_arena(kind, bytes, bytes.count)) }

        let copying = Comparison("codec: copy and drop \(title)", calls: 1000)
        copying.ours(reach: .allocations(0)) { _ in
            withUnsafeTemporaryAllocation(of: M.self, capacity: 1) { place in
                place.initializeElement(at: 0, to: message)
                blackHole(place.baseAddress)
                place.deinitializeElement(at: 0)
            }
        }
    }

    /// Checks that all implementations read and write the same bytes, before they are timed.
    private func requireSameBytes(_ name: String, _ bytes: [UInt8], _ theirs: CodecRival, _ kind: cpp_kind) {
        precondition(theirs.rewritten(bytes) == bytes, "\(swift) writes different bytes for \(name)")
        for inArena in [false, true] {
            var written = [UInt8](repeating: 0, count: bytes.count + 1)
            let count = cpp_write(CppMessage(kind, bytes, inArena: inArena).address, &written, written.count)
            precondition(Array(written.prefix(count)) == bytes, "\(cpp) writes different bytes for \(name)")
        }
    }
}

/// A C++ message, kept until the process ends.
///
/// Safe to share: the message is not changed after it was read.
private struct CppMessage: @unchecked Sendable {
    let address: UnsafeMutableRawPointer

    init(_ kind: cpp_kind, _ bytes: [UInt8], inArena: Bool) {
        guard let address = cpp_message(kind, bytes, bytes.count, inArena) else { fatalError("C++ cannot read this") }
        self.address = address
    }
}
