import NIOCore
import NIOEmbedded
import NIOHTTP2
import Testing

@testable import FlipcashNode

@Suite struct ResetFilterTests {
    /// The bytes that a filter passes when `bytes` arrive in pieces of `size` bytes, and the resets it has removed.
    private func pass(_ bytes: [UInt8], inPiecesOf size: Int, ended: [HTTP2StreamID]) throws -> (
        [UInt8], [HTTP2StreamID]
    ) {
        let channel = EmbeddedChannel()
        let filter = ResetFilter()
        try channel.pipeline.syncOperations.addHandler(filter)
        var kept: [HTTP2StreamID] = []
        for stream in ended { filter.expectReset(of: stream) { kept.append(stream) } }
        for start in stride(from: 0, to: bytes.count, by: size) {
            try channel.writeInbound(ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)]))
        }
        var passed: [UInt8] = []
        while let buffer = try channel.readInbound(as: ByteBuffer.self) { passed += buffer.readableBytesView }
        _ = try? channel.finish()
        return (passed, kept)
    }

    @Test("One reset per ended stream is removed, everything else passes, wherever the bytes are split")
    func channelRead_everyPieceSize_same() throws {
        let before =
            RawConnection.preface + RawFrame(type: RawFrame.settings, stream: 0).bytes
            + RawFrame(type: RawFrame.data, stream: 5, payload: [3, 0, 0, 4, 3, 0, 0, 0, 0, 7, 0, 0, 0, 0]).bytes
            + RawConnection.reset(9).bytes
        let between = RawFrame(type: RawFrame.ping, stream: 0, payload: [UInt8](repeating: 3, count: 8)).bytes
        let after = RawConnection.reset(7, code: 8).bytes + RawFrame(type: RawFrame.data, stream: 5).bytes
        let bytes = before + RawConnection.reset(7).bytes + between + RawConnection.reset(11).bytes + after
        for size in 1...bytes.count {
            let (passed, kept) = try pass(bytes, inPiecesOf: size, ended: [7, 11])
            #expect(passed == before + between + after)
            #expect(kept == [7, 11])
        }
    }

    @Test("Only the last ended streams are remembered")
    func expectReset_many_forgetsTheOldest() throws {
        let ended = (0...ResetFilter.rememberedStreams).map { HTTP2StreamID(2 * $0 + 1) }
        let resets = RawConnection.reset(1).bytes + RawConnection.reset(3).bytes
        let (passed, kept) = try pass(RawConnection.preface + resets, inPiecesOf: 50, ended: ended)
        #expect(passed == RawConnection.preface + RawConnection.reset(1).bytes)
        #expect(kept == [3])
    }
}
