import NIOCore
import NIOEmbedded
import Testing

@testable import FlipcashNode

@Suite("Flushes of a connection")
struct FlushGatheringTests {
    private final class Flushes: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        var count = 0

        func flush(context: ChannelHandlerContext) {
            count += 1
            context.flush()
        }
    }

    private let flushes = Flushes()
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers([flushes, FlushGathering()])
    }

    private func written() throws -> [String] {
        var texts: [String] = []
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) { texts.append(String(buffer: buffer)) }
        return texts
    }

    @Test("Many flushes of one turn are one, after it")
    func flush_manyInOneTurn_isOne() throws {
        defer { _ = try? channel.finish() }
        for text in ["a", "b", "c"] { channel.writeAndFlush(ByteBuffer(string: text), promise: nil) }
        #expect(flushes.count == 0)
        channel.embeddedEventLoop.run()
        #expect(flushes.count == 1)
        #expect(try written() == ["a", "b", "c"])
        channel.writeAndFlush(ByteBuffer(string: "d"), promise: nil)
        channel.embeddedEventLoop.run()
        #expect(flushes.count == 2)
        #expect(try written() == ["d"])
    }

    @Test("What was flushed before the connection is closed is sent")
    func close_afterFlush_sendsFirst() throws {
        channel.writeAndFlush(ByteBuffer(string: "last"), promise: nil)
        channel.close(promise: nil)
        #expect(flushes.count == 1)
        #expect(try written() == ["last"])
        channel.embeddedEventLoop.run()
        #expect(flushes.count == 1)
    }
}
