import NIOCore
import Testing

@testable import FlipcashNode

@Suite struct MessageLengthsTests {
    private static func framed(_ lengths: [Int], flag: UInt8 = 0) -> [UInt8] {
        lengths.flatMap { [flag, 0, 0, UInt8($0 >> 8), UInt8($0 & 0xFF)] + [UInt8](repeating: 0xAB, count: $0) }
    }

    @Test("Messages are tracked wherever the bytes are split")
    func append_everyCut_accepted() throws {
        let bytes = Self.framed([0, 1, 5, 300, 0, 7])
        for cut in bytes.indices {
            var lengths = MessageLengths(limit: 300)
            try lengths.append(ByteBuffer(bytes: bytes[..<cut]))
            try lengths.append(ByteBuffer(bytes: bytes[cut...]))
            try lengths.finish()
        }
        var lengths = MessageLengths(limit: 300)
        for byte in bytes { try lengths.append(ByteBuffer(bytes: [byte])) }
        try lengths.finish()
    }

    @Test("A stream that ends inside a message or its length is truncated")
    func finish_everyPrefix_truncated() throws {
        let bytes = Self.framed([3])
        for count in 1..<bytes.count {
            var lengths = MessageLengths(limit: 3)
            try lengths.append(ByteBuffer(bytes: bytes[..<count]))
            #expect(throws: MessageLengths.Violation.truncated) { try lengths.finish() }
        }
    }

    @Test("A message at the limit passes; one more byte is refused before its bytes arrive")
    func append_overLimit_refused() throws {
        var exact = MessageLengths(limit: 4 * 1024 * 1024)
        try exact.append(ByteBuffer(bytes: [0, 0, 0x40, 0, 0]))
        var over = MessageLengths(limit: 4 * 1024 * 1024)
        #expect(throws: MessageLengths.Violation.tooLarge(4 * 1024 * 1024 + 1)) {
            try over.append(ByteBuffer(bytes: [0, 0, 0x40, 0, 1]))
        }
        var huge = MessageLengths(limit: 4 * 1024 * 1024)
        #expect(throws: MessageLengths.Violation.tooLarge(0xFFFF_FFFF)) {
            try huge.append(ByteBuffer(bytes: [0, 0xFF, 0xFF, 0xFF, 0xFF]))
        }
    }

    @Test(
        "A message that is marked as compressed, or with an unknown flag, is refused",
        arguments: [1, 2, 255] as [UInt8])
    func append_flag_refused(flag: UInt8) {
        var lengths = MessageLengths(limit: 10)
        #expect(throws: flag == 1 ? MessageLengths.Violation.compressed : .unknownFlag(flag)) {
            try lengths.append(ByteBuffer(bytes: Self.framed([1], flag: flag)))
        }
    }
}
