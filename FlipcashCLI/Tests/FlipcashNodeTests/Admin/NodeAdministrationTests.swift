import FlipcashCore
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashNode

@Suite("An operator's commands")
struct NodeAdministrationTests {
    @Test("The faucet and deposits reach the owner's account, and the books stay balanced")
    func deposit_owner_credited() async throws {
        try await NodeHarness.run { harness in
            let node = harness.node
            let owner = try Somebody("a")
            let address = owner.key.publicKey.base58
            let vault = try await harness.open(owner)
            let faucet = await node.perform(AdminRequest(.faucet, owner: address, quarks: 20_000_000))
            #expect(faucet.ok)
            #expect(faucet.deposit?.token == vault.token.base58)
            #expect(faucet.deposit?.balance == 20_000_000)
            let deposit = AdminRequest(.deposit, owner: address, quarks: 5, reference: "wire 1")
            #expect(await node.perform(deposit).deposit?.booked == true)
            let again = await node.perform(deposit)
            #expect(again.deposit?.booked == false)
            #expect(again.deposit?.balance == 20_000_005)
            let check = await node.perform(AdminRequest(.check)).check
            #expect(check?.violations == [])
            #expect(check?.accounts == 1 && check?.intents == 2)
        }
    }

    @Test(
        "A command that fails gives the reason and changes nothing",
        arguments: [
            (AdminRequest(.faucet, quarks: 1), "owner is missing"),
            (AdminRequest(.faucet, owner: "0OIl", quarks: 1), "owner is not an address"),
            (AdminRequest(.faucet, owner: PublicKey.usdc.base58, quarks: 1), "has no account"),
            (AdminRequest(.faucet, owner: PublicKey.usdc.base58), "greater than zero"),
            (AdminRequest(.deposit, owner: PublicKey.usdc.base58, quarks: 0), "greater than zero"),
            (AdminRequest(.deposit, owner: PublicKey.usdc.base58, quarks: 1, mint: "x0"), "mint is not an address"),
            (
                AdminRequest(.deposit, owner: PublicKey.usdc.base58, quarks: 1, mint: PublicKey.usdc.base58),
                "cannot be deposited"
            ),
            (AdminRequest(.backup), "absolute path"), (AdminRequest(.backup, path: "relative"), "absolute path"),
        ])
    func perform_badRequest_refused(request: AdminRequest, hint: String) async throws {
        try await NodeHarness.run { harness in
            let response = await harness.node.perform(request)
            #expect(!response.ok)
            #expect(response.error?.contains(hint) == true, "\(response.error ?? "accepted")")
        }
    }

    @Test("The faucet can be turned off, deposits stay")
    func faucet_off_refused() async throws {
        try await NodeHarness.run(settings: NodeSettings(faucet: false)) { harness in
            let owner = try Somebody("a")
            try await harness.open(owner)
            let address = owner.key.publicKey.base58
            let refused = await harness.node.perform(AdminRequest(.faucet, owner: address, quarks: 1))
            #expect(refused.error?.hasPrefix("the faucet is off on this node; ") == true)
            #expect(await harness.node.perform(AdminRequest(.deposit, owner: address, quarks: 1)).ok)
            #expect(harness.node.status.faucet == false)
        }
    }

    @Test("A stopped node answers from its folder, and a command does not create a node")
    func atRest_commands_answered() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.path + "/node")
        await #expect(throws: NodeError.noNode(path: place.path)) {
            try await Node.perform(AdminRequest(.key), atRest: place, environment: .test())
        }
        let node = try await Node.start(.embedded(place), environment: .test())
        await #expect(throws: NodeError.folderInUse(path: place.path)) {
            try await Node.perform(AdminRequest(.key), atRest: place, environment: .test())
        }
        await node.shutDown()
        let key = try await Node.perform(AdminRequest(.key), atRest: place, environment: .test())
        #expect(key.key == node.publicKey.base58)
        #expect(
            try await Node.perform(AdminRequest(.check), atRest: place, environment: .test()).check?.violations == [])
        #expect(try await !Node.perform(AdminRequest(.stop), atRest: place, environment: .test()).ok)
    }

    /// Starts tasks as the system does, and notes the names of the threads that they get for themselves.
    private struct NotingSpawner: TaskSpawner {
        let names: Shared<[String]>
        private let tasks = ConcurrentTaskSpawner()

        init(_ names: Shared<[String]>) { self.names = names }

        var blockingExecutor: (any TaskExecutor)? { tasks.blockingExecutor }

        func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask { tasks.spawn(operation) }

        func withOwnThread(named name: String) -> any TaskSpawner {
            names.change { $0.append(name) }
            return tasks.withOwnThread(named: name)
        }
    }

    @Test("A command that may take minutes has a thread of its own, so that the node's other work goes on")
    func perform_longCommand_hasItsOwnThread() async throws {
        let names = Shared<[String]>([])
        let environment = RuntimeEnvironment(
            clock: TestClock(), random: SeededRandomSource(seed: 1), tasks: NotingSpawner(names))
        let folder = try TemporaryFolder()
        let node = try await Node.start(.embedded(NodeFolder(folder.path + "/node")), environment: environment)
        for command in AdminRequest.Command.allCases where command != .stop {
            let path = command == .backup ? folder.path + "/copy" : nil
            names.change { $0 = [] }
            _ = await node.perform(AdminRequest(command, path: path))
            #expect(names.value == (command.growsWithDatabase ? ["flipcash.admin"] : []), "\(command)")
        }
        await node.shutDown()
    }

    @Test("A deposit of a task that is cancelled is booked all the same, and a refused one says why")
    func perform_depositCancelled_saysHowItEnded() async throws {
        try await NodeHarness.run { harness in
            let (node, owner) = (harness.node, try Somebody("a"))
            try await harness.open(owner)
            func perform(_ request: AdminRequest) async -> AdminResponse {
                await Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return await node.perform(request)
                }.value
            }
            let refused = await perform(AdminRequest(.deposit, owner: owner.key.publicKey.base58, quarks: 0))
            #expect(refused.error?.contains("greater than zero") == true)
            let answer = await perform(AdminRequest(.deposit, owner: owner.key.publicKey.base58, quarks: 5))
            #expect(answer.deposit?.booked == true, "\(answer)")
            #expect(await node.perform(AdminRequest(.check)).check?.intents == 1)
        }
    }

    @Test("A check and a backup end when they are cancelled, and leave nothing behind", arguments: [true, false])
    func perform_cancelled_isInterrupted(isRunning: Bool) async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.path + "/node")
        let node = try await Node.start(.embedded(place), environment: .test())
        if !isRunning { await node.shutDown() }
        for request in [AdminRequest(.check), AdminRequest(.backup, path: folder.file("copy"))] {
            let answer = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return isRunning ? await node.perform(request) : try await Node.perform(request, atRest: place)
            }
            if isRunning {
                #expect(try await answer.value == .refusal("it was interrupted before it was done; run it again"))
            } else {
                await #expect(throws: CancellationError.self) { try await answer.value }
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["node"])
        await node.shutDown()
    }

    @Test("A backup is a complete database, and never overwrites a file")
    func backup_file_usable() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.path + "/node")
        let node = try await Node.start(.embedded(place), environment: .test())
        let copy = folder.path + "/copy.sqlite"
        let response = await node.perform(AdminRequest(.backup, path: copy))
        #expect(response.path == copy && response.keyPath == copy + ".key")
        #expect(await !node.perform(AdminRequest(.backup, path: copy)).ok)
        await node.shutDown()
        let store = try NodeStore(path: copy)
        #expect(try store.read { try $0.mint(.usdf) }?.vmAuthority == node.publicKey)
        try store.close()
    }
}
