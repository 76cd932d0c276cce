import ArgumentParser
import FlipcashCore
import FlipcashNode
import FlipcashNodeTestKit
import FlipcashTestKit
import FlipcashWallet
import Foundation
import SharedExpenses
import SharedExpensesFixtures
import Synchronization
import Testing

@testable import FlipcashCommands

/// People with wallets on a node inside this process, whose shared expenses are in a service in memory.
final class SettlingWorld: Sendable {
    let server = InMemorySharedExpenses()
    private let node: Node
    private let folder: TemporaryFolder
    private let runtime = RuntimeEnvironment.system

    private init(node: Node, folder: TemporaryFolder) {
        self.node = node
        self.folder = folder
        server.advance(seconds: runtime.clock.now().seconds - server.now.seconds)
        server.proveEverything()
    }

    /// Runs `story` in a new world and removes everything afterwards.
    static func visit(_ story: (SettlingWorld) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.file("node"))
        try await withNode(.embedded(place), environment: .system) { node in
            try await story(SettlingWorld(node: node, folder: folder))
        }
    }

    /// A person with a wallet and some dollars.
    func person(_ name: String, dollars: UInt64) async throws -> Person {
        let home = folder.file(name)
        try SystemFiles.makeFolder(home)
        let person = Person(world: self, name: name, home: home)
        _ = try await person.run("balance")
        let address = try await person.run("account", "address", "--json").output
        let owner = String(try #require(address.firstMatch(of: /"owner":"([^"]+)"/)?.1))
        person.state.withLock { $0.owner = (try? PublicKey(base58: owner))?.bytes ?? [] }
        if dollars > 0 {
            let funded = await node.perform(AdminRequest(.faucet, owner: owner, quarks: dollars * 1_000_000))
            #expect(funded.ok, "\(funded.error ?? "")")
        }
        // The first command tells the service who the person is.
        #expect(try await person.run("split", "balances").status == .done)
        return person
    }

    /// A group of people with accounts, and of one without.
    ///
    /// - Returns: the ids of the members, in their order.
    @discardableResult
    func group(_ people: [Person], guests: [MemberID] = []) async throws -> [MemberID] {
        let first = try #require(people.first)
        let members = people.map(\.member)
        let named = zip(members, people).map { GroupMember(id: $0, name: $1.name) }
        var group = SplitGroup.sample(1, [])
        group.members = named + guests.map { GroupMember(id: $0, name: "bo") }
        try await first.apply(.putGroup(GroupPut(group)))
        for person in people { _ = try await person.run("split", "balances") }
        return members
    }

    /// Whether the books of the node agree.
    func requireBalancedBooks() async throws {
        let response = await node.perform(AdminRequest(.check))
        #expect(response.ok, "\(response.error ?? "")")
    }

    /// A person of this world.
    final class Person: Sendable {
        struct State {
            /// The key with which the account is paid.
            var owner: [UInt8] = []
            var account: AccountID?
            /// How many changes ``apply(_:)`` has made, for the clock of the next one.
            var changes = 0
            /// What happens just before a later synchronisation of the next command.
            var meanwhile: Meanwhile?
        }

        struct Meanwhile {
            /// How many synchronisations come first.
            var skipped: Int
            let event: @Sendable () async throws -> Void
        }

        let world: SettlingWorld
        let name: String
        private let home: String
        let state = Mutex(State())

        init(world: SettlingWorld, name: String, home: String) {
            self.world = world
            self.name = name
            self.home = home
        }

        /// The same account on another device, which has the keys, and nothing of what this device does later.
        func otherDevice() throws -> Person {
            let copy = world.folder.file(name + "-other")
            try FileManager.default.copyItem(atPath: home, toPath: copy)
            for file in FileManager.default.enumerator(atPath: copy)?.compactMap({ $0 as? String }) ?? []
            where file.split(separator: "/").last?.hasPrefix("split-") == true {
                try FileManager.default.removeItem(atPath: copy + "/" + file)
            }
            let other = Person(world: world, name: name, home: copy)
            let copied = state.withLock { $0 }
            other.state.withLock { $0 = copied }
            return other
        }

        /// The id of the person on the service.
        var member: MemberID {
            let account = state.withLock { $0.account }
            return account.flatMap { world.server.world.accounts[$0]?.memberID } ?? MemberID("")
        }

        private func service(_ account: AccountID) -> any SharedExpensesService {
            let owner = state.withLock { state in
                state.account = account
                return state.owner
            }
            return InterruptedService(
                base: world.server.service(for: account, name: name, owner: owner),
                beforeAccount: { try await self.passTime() })
        }

        /// Lets something happen while a command runs: before its second synchronisation, or before a later one.
        func meanwhile(skipping count: Int = 1, _ event: @escaping @Sendable () async throws -> Void) {
            state.withLock { $0.meanwhile = Meanwhile(skipped: count, event: event) }
        }

        private func passTime() async throws {
            let event = state.withLock { state -> (@Sendable () async throws -> Void)? in
                guard let next = state.meanwhile else { return nil }
                guard next.skipped == 0 else {
                    state.meanwhile?.skipped -= 1
                    return nil
                }
                state.meanwhile = nil
                return next.event
            }
            try await event?()
        }

        /// Makes a change on the service, as another device of the person does.
        func apply(_ change: SplitChange) async throws {
            let (account, number) = state.withLock { state in
                state.changes += 1
                return (state.account, state.changes)
            }
            let service = service(try #require(account))
            let operation = SplitOperation(
                id: EntityID(UUID().uuidString),
                stamp: ClockStamp(
                    milliseconds: UInt64(world.server.now.milliseconds), counter: UInt32(number),
                    actor: "00000000000000ff"), change: change)
            let applied = try await service.apply([operation], at: world.server.now)
            #expect(applied.results.first?.isAccepted == true, "\(applied.results)")
        }

        /// The context of a command without a person and without input.
        func call() throws -> Invocation {
            try Invocation(
                GlobalOptions.parse(["--endpoint", "embedded:"]), root: RootCommand.self, variables: ["HOME": home],
                console: Console(output: CapturedOutput(), errors: CapturedOutput(), input: PreparedInput()),
                runtime: .system, executable: "", sharedNode: world.node, sharedExpenses: { self.service($0) })
        }

        /// What a call printed and how it ended.
        struct Result: Sendable {
            let status: ExitStatus
            let output: String
            let errors: String
            let failure: CommandFailure?

            /// The text of a field of the answer.
            subscript(name: String) -> String? {
                output.firstRange(of: "\"\(name)\":").map { start in
                    let rest = output[start.upperBound...]
                    return String(rest.prefix { $0 != "," && $0 != "}" }).filter { $0 != "\"" }
                }
            }
        }

        /// Runs a command.
        ///
        /// - Parameter answers: what the person types, line by line; nil without a terminal.
        func run(_ words: String..., answers: [String]? = nil) async throws -> Result {
            try await run(words, answers: answers)
        }

        /// Runs a command.
        func run(_ words: [String], answers: [String]? = nil) async throws -> Result {
            let arranger = try CommandLineArranger(words + ["--endpoint", "embedded:"], root: RootCommand.self)
            let input = PreparedInput(lines: answers ?? [], isTerminal: answers != nil)
            let (output, screen) = (CapturedOutput(), TerminalSize(columns: 200, rows: 50))
            let errors = CapturedOutput(terminal: input.isTerminal ? screen : nil)
            var failure: CommandFailure?
            do {
                let command = try arranger.parsed()
                let call = try Invocation(
                    command.global, root: RootCommand.self, variables: ["HOME": home, "TZ": "UTC"],
                    console: Console(output: output, errors: errors, input: input), runtime: .system, executable: "",
                    sharedNode: world.node, sharedExpenses: { self.service($0) })
                try await command.run(in: call)
            } catch let error where !(error is CommandFailure) && "\(error)".contains("ValidationError") {
                failure = .usage("\(error)")
            } catch {
                failure = CommandFailure(describing: error)
            }
            return Result(
                status: failure?.status ?? .done, output: output.text, errors: errors.text, failure: failure)
        }
    }
}

/// A service of shared expenses that lets something else happen before a synchronisation.
private struct InterruptedService: SharedExpensesService {
    let base: any SharedExpensesService
    /// Runs before the caller's account is asked for, which is how each synchronisation begins.
    let beforeAccount: @Sendable () async throws -> Void

    func account() async throws(ServiceFailure) -> OwnAccount {
        do { try await beforeAccount() } catch { throw .unreachable("\(error)") }
        return try await base.account()
    }

    func apply(
        _ operations: [SplitOperation], at time: SplitTime
    ) async throws(ServiceFailure) -> AppliedOperations { try await base.apply(operations, at: time) }

    func snapshot(cursor: String?) async throws(ServiceFailure) -> SnapshotPage {
        try await base.snapshot(cursor: cursor)
    }

    func changes(since revision: UInt64) async throws(ServiceFailure) -> ChangePage {
        try await base.changes(since: revision)
    }

    func resolve(_ ids: [MemberID]) async throws(ServiceFailure) -> [ResolvedMember] { try await base.resolve(ids) }

    func preview(token: [UInt8]) async throws(ServiceFailure) -> InvitePreview {
        try await base.preview(token: token)
    }

    func payee(_ member: MemberID) async throws(ServiceFailure) -> Payee { try await base.payee(member) }
}
