internal import Foundation
internal import ProtobufCodec

// Answers the requests of the conformance suite until it closes the pipe.
//
// A request is a length in four bytes, little-endian, followed by a `conformance.ConformanceRequest`. Responses have
// the same format.

func read(_ count: Int) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
        guard let piece = try FileHandle.standardInput.read(upToCount: count - bytes.count), !piece.isEmpty else {
            return nil
        }
        bytes += piece
    }
    return bytes
}

while let prefix = try read(4) {
    let length = prefix.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard let bytes = try read(length) else { break }
    let request = try Conformance_ConformanceRequest(serializedBytes: bytes)
    let answer: [UInt8] = try Testee.answer(request).serializedBytes()
    let frame = (0..<4).map { UInt8(truncatingIfNeeded: answer.count >> ($0 * 8)) }
    try FileHandle.standardOutput.write(contentsOf: Data(frame + answer))
}
