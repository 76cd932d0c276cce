import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing

@testable import FlipcashNode

@Suite("Connections that end in the middle of a read")
struct ReadCompletionTests {
    @Test("A connection that is closed during a read is freed, with its streams")
    func channelInactive_withinARead_freesAll() throws {
        weak var connection: EmbeddedChannel?
        weak var stream: (any Channel)?
        do {
            let channel = EmbeddedChannel()
            connection = channel
            let opened = NIOLoopBoundBox<(any Channel)?>(nil, eventLoop: channel.eventLoop)
            let http2 = NIOHTTP2Handler(mode: .server, eventLoop: channel.eventLoop) { stream in
                opened.value = stream
                return stream.eventLoop.makeSucceededVoidFuture()
            }
            try channel.pipeline.syncOperations.addHandler(ReadCompletion())
            try channel.pipeline.syncOperations.addHandler(http2)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            var client = RawConnection.preface
            client += RawFrame(type: RawFrame.settings, stream: 0, payload: []).bytes
            var encoder = HPACKEncoder(allocator: ByteBufferAllocator())
            var block = ByteBuffer()
            try encoder.encode(
                headers: [":method": "POST", ":scheme": "http", ":path": "/a/b", ":authority": "x"], to: &block)
            client +=
                RawFrame(
                    type: RawFrame.headers, flags: RawFrame.endHeaders, stream: 1,
                    payload: Array(block.readableBytesView)
                ).bytes
            // The connection is closed before the read completes.
            channel.pipeline.fireChannelRead(ByteBuffer(bytes: client))
            channel.close(promise: nil)
            stream = opened.value
            opened.value = nil
            #expect(stream != nil)
            channel.embeddedEventLoop.run()
        }
        #expect(stream == nil && connection == nil)
    }
}
