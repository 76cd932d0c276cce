import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode
@testable import SharedExpenses

/// Who may call, when, and with how much.
@Suite("Shared expenses: access")
struct SplitAccessTests {
    private typealias Stub = Flipcash_Split_V1_SharedExpenses

    private static func operation(_ change: SplitChange, _ id: Int, at now: SplitTime) -> SplitOperation {
        SplitOperation(
            id: TestID.entity(id),
            stamp: ClockStamp(milliseconds: UInt64(now.milliseconds), counter: 0, actor: "0000000000000001"),
            change: change)
    }

    private static func friend(_ id: Int, of account: OwnAccount) -> SplitChange {
        .putFriend(FriendPut(Friend(owner: account.account.id, memberID: TestID.member(id), name: "F\(id)")))
    }

    /// The failure of a call; nil when it succeeds.
    private static func failure(_ call: () async throws -> Void) async -> ServiceFailure? {
        do {
            try await call()
            return nil
        } catch { return error as? ServiceFailure }
    }

    @Test("a request that somebody else signed is refused by every method")
    func requests_signedBySomebodyElse_areRefused() async throws {
        try await SplitTown.run { town in
            let stub = Stub.Client(wrapping: town.harness.client)
            let (ann, mallory) = (try SplitTown.somebody(1), try SplitTown.somebody(2))
            for person in 1...2 { _ = try await town.service(for: person).account() }
            /// The key of one person with the signature of another.
            func forged(_ message: some Message) throws -> Flipcash_Common_V1_Auth {
                var auth = try mallory.auth(message)
                auth.keyPair.pubKey = ann.key.publicKey.coreKey
                return auth
            }
            var account = Flipcash_Split_V1_GetAccountRequest()
            account.auth = try forged(account)
            #expect(await grpcStatus { try await stub.getAccount(account) }?.code == .unauthenticated)
            let now = await town.now
            let operation = Self.operation(.deleteGroup(TestID.entity(1)), 1, at: now)
            var apply = Flipcash_Split_V1_ApplyRequest()
            apply.ts.seconds = now.seconds
            apply.ops = [try operation.wire()]
            apply.auth = try forged(apply)
            #expect(await grpcStatus { try await stub.apply(apply) }?.code == .unauthenticated)
            var snapshot = Flipcash_Split_V1_GetSnapshotRequest()
            snapshot.auth = try forged(snapshot)
            #expect(await grpcStatus { try await stub.getSnapshot(snapshot) }?.code == .unauthenticated)
            var changes = Flipcash_Split_V1_GetChangesRequest()
            changes.auth = try forged(changes)
            #expect(await grpcStatus { try await stub.getChanges(changes) }?.code == .unauthenticated)
            var resolve = Flipcash_Split_V1_ResolveMembersRequest()
            resolve.ids = [.with { $0.value = [UInt8](repeating: 1, count: 16) }]
            resolve.auth = try forged(resolve)
            #expect(await grpcStatus { try await stub.resolveMembers(resolve) }?.code == .unauthenticated)
            var preview = Flipcash_Split_V1_PreviewInviteRequest()
            preview.token = [UInt8](repeating: 1, count: 16)
            preview.auth = try forged(preview)
            #expect(await grpcStatus { try await stub.previewInvite(preview) }?.code == .unauthenticated)
            var payee = Flipcash_Split_V1_GetPayeeRequest()
            payee.memberID = .with { $0.value = [UInt8](repeating: 1, count: 16) }
            payee.auth = try forged(payee)
            #expect(await grpcStatus { try await stub.getPayee(payee) }?.code == .unauthenticated)
        }
    }

    @Test("an operation that is changed after signing is refused, and not carried out")
    func apply_changedAfterSigning_isRefused() async throws {
        try await SplitTown.run { town in
            let service = try await town.service(for: 1)
            let account = try await service.account()
            let now = await town.now
            var apply = Flipcash_Split_V1_ApplyRequest()
            apply.ts.seconds = now.seconds
            apply.ops = [try Self.operation(Self.friend(7, of: account), 1, at: now).wire()]
            apply.auth = try SplitTown.somebody(1).auth(apply)
            apply.ops = [try Self.operation(Self.friend(8, of: account), 1, at: now).wire()]
            let (stub, request) = (Stub.Client(wrapping: town.harness.client), apply)
            #expect(await grpcStatus { try await stub.apply(request) }?.code == .unauthenticated)
            #expect(try await service.snapshot(cursor: nil).entities.isEmpty)
        }
    }

    /// The statuses of a call as it was signed, and of the same call after a change of the request.
    private static func statuses<Request: Message>(
        _ request: Request, _ change: (inout Request) -> Void, _ call: (Request) async throws -> some Any
    ) async -> [RPCError.Code?] {
        var changed = request
        change(&changed)
        let sent = changed
        let asSigned = await grpcStatus { try await call(request) }
        let afterChange = await grpcStatus { try await call(sent) }
        return [asSigned?.code, afterChange?.code]
    }

    @Test("a question that is changed after signing is refused, about an invitation, a payee, ids and pages")
    func questions_changedAfterSigning_areRefused() async throws {
        try await SplitTown.run { town in
            let (stub, ann) = (Stub.Client(wrapping: town.harness.client), try SplitTown.somebody(1))
            let member = try await town.service(for: 1).account().account.memberID.wire()
            let expected: [RPCError.Code?] = [nil, .unauthenticated]

            var preview = Flipcash_Split_V1_PreviewInviteRequest()
            preview.token = [UInt8](repeating: 1, count: 16)
            preview.auth = try ann.auth(preview)
            let previews = await Self.statuses(preview, { $0.token[0] ^= 1 }) { try await stub.previewInvite($0) }
            #expect(previews == expected)

            var payee = Flipcash_Split_V1_GetPayeeRequest()
            payee.memberID = member
            payee.auth = try ann.auth(payee)
            let payees = await Self.statuses(payee, { $0.memberID.value[0] ^= 1 }) { try await stub.getPayee($0) }
            #expect(payees == expected)

            var resolve = Flipcash_Split_V1_ResolveMembersRequest()
            resolve.ids = [member]
            resolve.auth = try ann.auth(resolve)
            let members = await Self.statuses(resolve, { $0.ids.append(member) }) {
                try await stub.resolveMembers($0)
            }
            #expect(members == expected)

            var snapshot = Flipcash_Split_V1_GetSnapshotRequest()
            snapshot.queryOptions.pageSize = 5
            snapshot.auth = try ann.auth(snapshot)
            let snapshots = await Self.statuses(snapshot, { $0.queryOptions.pageSize = 6 }) {
                try await stub.getSnapshot($0)
            }
            #expect(snapshots == expected)

            var changes = Flipcash_Split_V1_GetChangesRequest()
            changes.pageSize = 5
            changes.auth = try ann.auth(changes)
            let pages = await Self.statuses(changes, { $0.since = 1 }) { try await stub.getChanges($0) }
            #expect(pages == expected)
        }
    }

    @Test("every method denies a deleted account, and a user who has not asked for an account yet")
    func calls_inactiveAccount_areDenied() async throws {
        try await SplitTown.run { town in
            let (ann, bo) = (try await town.service(for: 1), try await town.service(for: 2))
            let account = try await ann.account()
            let now = await town.now
            let result = try await ann.apply(
                [Self.operation(.deleteAccount(account.account.memberID), 1, at: now)], at: now)
            #expect(result.results.map(\.code) == [.ok])
            #expect(await Self.failure { _ = try await ann.account() } == .denied)
            for service in [ann, bo] {
                let operation = Self.operation(.deleteGroup(TestID.entity(1)), 2, at: now)
                #expect(await Self.failure { _ = try await service.apply([operation], at: now) } == .denied)
                #expect(await Self.failure { _ = try await service.snapshot(cursor: nil) } == .denied)
                #expect(await Self.failure { _ = try await service.changes(since: 0) } == .denied)
                #expect(await Self.failure { _ = try await service.resolve([TestID.member(1)]) } == .denied)
                let token = [UInt8](repeating: 1, count: 16)
                #expect(await Self.failure { _ = try await service.preview(token: token) } == .denied)
                #expect(await Self.failure { _ = try await service.payee(TestID.member(1)) } == .denied)
            }
        }
    }

    @Test("a client's date may differ by five minutes, and not by more")
    func apply_clientsDate_isBounded() async throws {
        try await SplitTown.run { town in
            let service = try await town.service(for: 1)
            let account = try await service.account()
            let now = await town.now
            for (step, seconds) in ([-301, -300, 300, 301] as [Int64]).enumerated() {
                let operation = Self.operation(Self.friend(10 + step, of: account), 10 + step, at: now)
                let failure = await Self.failure {
                    _ = try await service.apply([operation], at: now.adding(seconds: seconds))
                }
                #expect(failure == (abs(seconds) > 300 ? .invalidTimestamp : nil), "\(seconds) seconds")
            }
            #expect(try await service.snapshot(cursor: nil).entities.count == 2)
        }
    }

    @Test("a call has at most 64 operations, and asks for at most 65 ids")
    func calls_tooMuch_areRefused() async throws {
        try await SplitTown.run { town in
            let own = try await town.service(for: 1).account()
            let service = NodeSharedExpenses(context: town.harness.node.context, caller: own.account.id)
            let now = await town.now
            let operations = (0..<65).map { Self.operation(Self.friend(100 + $0, of: own), 100 + $0, at: now) }
            #expect(await Self.failure { _ = try await service.apply(operations, at: now) } == .invalidRequest("ops"))
            #expect(try await service.snapshot(cursor: nil).entities.isEmpty)
            let whole = try await service.apply(Array(operations.prefix(64)), at: now)
            #expect(whole.results.allSatisfy { $0.code == .ok })
            let ids = (0..<66).map { TestID.member(100 + $0) }
            #expect(await Self.failure { _ = try await service.resolve(ids) } == .refused(.tooManyIDs))
            #expect(await Self.failure { _ = try await service.resolve(Array(ids.prefix(65))) } == nil)
        }
    }

    @Test("nothing after an operation that has to be sent again is carried out")
    func apply_retryable_stopsTheRest() async throws {
        try await SplitTown.run { town in
            let service = try await town.service(for: 1)
            let account = try await service.account()
            let (me, now) = (account.account.memberID, await town.now)
            let group = SplitGroup.sample(1, [me, TestID.member(7)])
            var operations = [Self.operation(.putGroup(GroupPut(group)), 1, at: now)]
            for step in 0..<11 {
                let expense = try Expense.sample(
                    10 + step, in: group.id, paidBy: me, among: [me, TestID.member(7)], units: 100)
                let moment = now.adding(seconds: Int64(step))
                operations.append(Self.operation(.putExpense(ExpensePut(expense)), 10 + step, at: moment))
            }
            operations.append(Self.operation(Self.friend(8, of: account), 90, at: now))
            let results = try await service.apply(operations, at: now).results
            #expect(results.map(\.operation) == operations.map(\.id))
            #expect(results.prefix(11).allSatisfy { $0.code == .ok })
            #expect(results.suffix(2).map(\.code) == [.rateLimited, .rateLimited])
            #expect(try await service.snapshot(cursor: nil).entities.count == 11)
            let later = try await service.apply([operations[12]], at: now).results
            #expect(later.map(\.code) == [.ok])
        }
    }

    @Test("while an account is cleared, only the clearing goes on")
    func apply_clearingAccount_isRefused() async throws {
        try await SplitTown.run { town in
            let service = try await town.service(for: 1)
            let account = try await service.account()
            let now = await town.now
            try town.store.write { writer in
                let changed = try writer.execute(
                    "UPDATE split_accounts SET clearing_until = ?", [now.milliseconds])
                #expect(changed == 1)
            }
            let operation = Self.operation(Self.friend(7, of: account), 1, at: now)
            #expect(await Self.failure { _ = try await service.apply([operation], at: now) } == .clearing)
            let clearing = Self.operation(.clearAll(now), 2, at: now)
            #expect(try await service.apply([clearing], at: now).results.map(\.code) == [.ok])
            #expect(try await service.apply([operation], at: now).results.map(\.code) == [.ok])
        }
    }

    @Test("a revision that an account never had, or whose changes are forgotten, asks for a new snapshot")
    func changes_unknownRevision_asksForSnapshot() async throws {
        try await SplitTown.run { town in
            let service = try await town.service(for: 1)
            let account = try await service.account()
            let now = await town.now
            for step in 0..<3 {
                let operation = Self.operation(Self.friend(7 + step, of: account), 1 + step, at: now)
                _ = try await service.apply([operation], at: now)
            }
            let deletion = Self.operation(.deleteFriend(TestID.member(7)), 9, at: now)
            let revision = try await service.apply([deletion], at: now).revision
            #expect(try await service.changes(since: revision).entities.isEmpty)
            for strange in [revision + 1, .max] {
                #expect(await Self.failure { _ = try await service.changes(since: strange) } == .resync)
            }
            // Ninety days later the removal is forgotten.
            town.harness.clock.advance(by: SplitRetention.tombstones + .seconds(1))
            _ = try town.store.write { try $0.apply(.sharedExpenses(.forget(town.harness.clock.now()))) }
            #expect(await Self.failure { _ = try await service.changes(since: 0) } == .resync)
            #expect(await Self.failure { _ = try await service.changes(since: revision - 1) } == .resync)
            #expect(try await service.changes(since: revision).entities.isEmpty)
            #expect(try await service.snapshot(cursor: nil).entities.count == 2)
        }
    }

    @Test(
        "a cursor that the node did not give is refused",
        arguments: ["", "1", "1:1:1", "a:1", "1:a", "0:-1", "-1:0", "9:0", "18446744073709551616:0"])
    func cursor_foreign_isRefused(_ text: String) async throws {
        var stage = try await SplitStage()
        try stage.knows()
        let account = try #require(try stage.bench.store.read { try $0.splitAccount(stage.bench.accounts[0]) })
        #expect(throws: ServiceFailure.invalidCursor) { try SplitCursor(text, of: account) }
        #expect(try SplitCursor("1:0", of: account).revision == 1)
    }

    @Test("the preview of an invitation says why it cannot be claimed")
    func preview_unclaimable_saysWhy() async throws {
        try await SplitTown.run { town in
            let (ann, bo, cy) = (
                try await town.service(for: 1), try await town.service(for: 2), try await town.service(for: 3)
            )
            let account = try await ann.account()
            for service in [bo, cy] { _ = try await service.account() }
            let start = await town.now
            func does(_ service: any SharedExpensesService, _ id: Int, _ change: SplitChange) async throws {
                let now = await town.now
                let results = try await service.apply([Self.operation(change, id, at: now)], at: now).results
                #expect(results.map(\.code) == [.ok], "operation \(id)")
            }
            func token(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 16) }
            for byte in 1...3 as ClosedRange<UInt8> {
                try await does(ann, Int(byte), Self.friend(Int(byte), of: account))
                let draft = InviteDraft(
                    id: TestID.entity(50 + Int(byte)), tokenHash: Hash(sha256: token(byte)).bytes,
                    target: TestID.member(Int(byte)))
                try await does(ann, 10 + Int(byte), .createInvite(draft))
            }
            func refusal(_ byte: UInt8) async -> ServiceFailure? {
                await Self.failure { _ = try await bo.preview(token: token(byte)) }
            }
            #expect(await refusal(9) == .refused(.notFound))
            #expect(try await bo.preview(token: token(1)).expiresAt == start.adding(seconds: SplitInvite.lifetime))
            try await does(cy, 20, .claimInvite(InviteClaim(token: token(1))))
            #expect(await refusal(1) == .refused(.alreadyClaimed))
            try await does(ann, 21, .deleteFriend(TestID.member(2)))
            #expect(await refusal(2) == .refused(.targetUnavailable))
            town.harness.clock.advance(by: .seconds(SplitInvite.lifetime))
            #expect(await refusal(3) == .refused(.expired))
            try town.store.write { writer in
                let changed = try writer.execute(
                    "UPDATE split_accounts SET state = 2 WHERE user_id = ?", [account.account.id.blob()])
                #expect(changed == 1)
            }
            #expect(await refusal(3) == .refused(.creatorUnavailable))
        }
    }

    @Test("when the database fails, the call is refused as unavailable, and nothing is stored")
    func apply_failingDatabase_isUnavailable() async throws {
        try await SplitTown.run { town in
            let somebody = try SplitTown.somebody(1)
            let account = try await town.service(for: 1).account()
            let now = await town.now
            let failure = PlantedFailure(command: "INSERT", table: "split_results", effect: .refuse)
            try town.store.write { try failure.plant($0) }
            var apply = Flipcash_Split_V1_ApplyRequest()
            apply.ts.seconds = now.seconds
            apply.ops = [try Self.operation(Self.friend(7, of: account), 1, at: now).wire()]
            apply.auth = try somebody.auth(apply)
            let (stub, request) = (Stub.Client(wrapping: town.harness.client), apply)
            let status = await grpcStatus { try await stub.apply(request) }
            #expect(status?.code == .unavailable)
            #expect(status?.message == "temporarily unavailable")
            try town.store.write { try failure.remove($0) }
            #expect(try await town.service(for: 1).snapshot(cursor: nil).entities.isEmpty)
        }
    }
}
