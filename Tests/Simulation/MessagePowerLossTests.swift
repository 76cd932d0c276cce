import FaultyDisk
import FlipcashAPI
import FlipcashCore
import FlipcashNode
import FlipcashNodeTestKit
import FlipcashTestKit
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import Testing

@Suite("Bills on show when a node loses power")
struct MessagePowerLossTests {
    private typealias Messaging = Ocp_Messaging_V1_Messaging.Client<InProcessTransport.Client>

    private let bill: KeyPair

    init() throws {
        bill = try KeyPair(seed: [UInt8](repeating: 9, count: 32))
    }

    private static func configuration(on disk: FaultyDisk) -> NodeConfiguration {
        var configuration = NodeConfiguration.inMemory(seed: [UInt8](repeating: 7, count: 32))
        configuration.databaseURI = disk.uri("/node/node.sqlite")
        return configuration
    }

    /// Leaves the bill's offer and returns the message's id.
    private func offer(_ messaging: Messaging) async throws -> [UInt8] {
        let message = Ocp_Messaging_V1_Message.with {
            $0.requestToGiveBill = .with { $0.mint = .with { $0.value = PublicKey.usdf.bytes } }
        }
        let signature = bill.sign(try message.serializedBytes())
        let answer = try await messaging.sendMessage(
            .with {
                $0.message = message
                $0.rendezvousKey = .with { $0.value = bill.publicKey.bytes }
                $0.signature = .with { $0.value = signature.bytes }
            })
        return answer.messageID.value
    }

    private func poll(_ messaging: Messaging) async throws -> [[UInt8]] {
        var request = Ocp_Messaging_V1_PollMessagesRequest.with {
            $0.rendezvousKey = .with { $0.value = bill.publicKey.bytes }
        }
        let signature = bill.sign(try request.serializedBytes())
        request.signature = .with { $0.value = signature.bytes }
        return try await messaging.pollMessages(request).messages.map(\.id.value)
    }

    @Test("A power loss takes at most the messages of the last 250 ms; the others are there after the restart")
    func powerLoss_atAnyMoment_losesLastMomentOnly() throws {
        for pause in [10, 150, 250, 400] as [Int64] {
            let disk = try FaultyDisk("messages-\(pause)", seed: 3, isPowersafe: true)
            let world = SimulatedWorld(seed: UInt64(pause))
            let (early, late) = try world.run {
                let node = try await Node.start(Self.configuration(on: disk), environment: world.environment)
                let ids = try await withGRPCClient(transport: node.connect()) { client in
                    let messaging = Messaging(wrapping: client)
                    let early = try await offer(messaging)
                    try await world.clock.sleep(for: .milliseconds(250))
                    let late = try await offer(messaging)
                    try await world.clock.sleep(for: .milliseconds(pause))
                    disk.losePower(after: 0)
                    return (early, late)
                }
                await node.shutDown()
                return ids
            }
            disk.crash(seed: 5)
            try disk.reopen()
            let again = SimulatedWorld(seed: 1)
            let found = try again.run {
                try await withNode(Self.configuration(on: disk), environment: again.environment) { node in
                    try await withGRPCClient(transport: node.connect()) { try await poll(Messaging(wrapping: $0)) }
                }
            }
            #expect(found == (pause < 200 ? [early] : [early, late]), "\(pause) ms")
        }
    }
}
