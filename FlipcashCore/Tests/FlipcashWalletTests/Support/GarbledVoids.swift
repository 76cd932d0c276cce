import FlipcashAPI
import GRPCCore
import ProtobufCodec

/// Wraps the scripted service's `VoidGiftCard`, and can make its answer unreadable.
struct GarbledVoids: RegistrableRPCService {
    let node: ScriptedNode

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        router.registerHandler(
            forMethod: Ocp_Transaction_V1_Transaction.Method.VoidGiftCard.descriptor,
            deserializer: PlainBytes(), serializer: PlainBytes()
        ) { request, context in
            var iterator = request.messages.makeAsyncIterator()
            let bytes = try await iterator.next() ?? []
            let answer = try await ScriptedTransaction(node: node)
                .voidGiftCard(request: .init(serializedBytes: bytes), context: context)
            let isGarbled = node.read { $0.garblesVoids }
            return StreamingServerResponse(
                single: ServerResponse(message: isGarbled ? [0x08] : try answer.serializedBytes()))
        }
    }
}

/// Sends and receives raw bytes.
private struct PlainBytes: MessageSerializer, MessageDeserializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ message: [UInt8]) throws -> Bytes { Bytes(message) }

    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> [UInt8] {
        bytes.withUnsafeBytes { [UInt8]($0) }
    }
}
