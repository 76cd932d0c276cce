public import FlipcashCoreAPI
import ProtobufCodec

/// Answers the messages of `flipcash.split.v1.SharedExpenses` with a service.
///
/// A server verifies the signature, finds the account of the key, makes the service of that account, and answers with
/// this.
public struct SharedExpensesAnswers: Sendable {
    private let service: any SharedExpensesService
    private let caller: AccountID

    /// Creates the answers for the account `caller`, which `service` was made for.
    public init(service: any SharedExpensesService, caller: AccountID) {
        self.service = service
        self.caller = caller
    }

    /// Answers `GetAccount`.
    public func answer(
        _ request: Flipcash_Split_V1_GetAccountRequest
    ) async throws -> Flipcash_Split_V1_GetAccountResponse {
        var response = Flipcash_Split_V1_GetAccountResponse()
        do {
            let account = try await service.account()
            response.account = try account.wire()
            response.revision = account.revision
        } catch ServiceFailure.denied {
            response.result = .denied
        }
        return response
    }

    /// Answers `Apply`. An operation that cannot be read is refused alone.
    public func answer(_ request: Flipcash_Split_V1_ApplyRequest) async throws -> Flipcash_Split_V1_ApplyResponse {
        var response = Flipcash_Split_V1_ApplyResponse()
        var readable: [SplitOperation] = []
        var refused: [EntityID: OperationResult] = [:]
        var order: [EntityID] = []
        for op in request.ops {
            let id = try EntityID(wire: op.opID, "op.id")
            order.append(id)
            do throws(WireMismatch) {
                readable.append(try SplitOperation(wire: op, caller: caller))
            } catch {
                // One operation that cannot be read does not stop the others.
                let isCurrency = error.place.hasSuffix("currency")
                refused[id] = OperationResult(
                    operation: id, code: isCurrency ? .unsupportedCurrency : .invalid,
                    detail: (isCurrency ? SplitFailure.Code.unsupportedCurrency : .malformed).rawValue)
            }
        }
        do {
            let applied = try await service.apply(readable, at: SplitTime(wire: request.ts))
            var answers = applied.results[...]
            response.results = try order.map { id in
                if let result = refused[id] { return try result.wire() }
                guard let result = answers.popFirst() else { throw WireMismatch(place: "results") }
                return try result.wire()
            }
            response.revision = applied.revision
        } catch ServiceFailure.denied {
            response.result = .denied
        } catch ServiceFailure.invalidTimestamp {
            response.result = .invalidTimestamp
        } catch ServiceFailure.clearing {
            response.result = .clearing
        }
        return response
    }

    /// Answers `GetSnapshot`.
    public func answer(
        _ request: Flipcash_Split_V1_GetSnapshotRequest
    ) async throws -> Flipcash_Split_V1_GetSnapshotResponse {
        var response = Flipcash_Split_V1_GetSnapshotResponse()
        let token = request.queryOptions.pagingToken.value
        do {
            let page = try await service.snapshot(
                cursor: token.isEmpty ? nil : String(decoding: token, as: UTF8.self))
            response.revision = page.revision
            response.entities = try page.entities.map { try $0.wire() }
            if let next = page.next { response.next = .with { $0.value = Array(next.utf8) } }
        } catch ServiceFailure.denied {
            response.result = .denied
        } catch ServiceFailure.invalidCursor {
            response.result = .invalidToken
        }
        return response
    }

    /// Answers `GetChanges`.
    public func answer(
        _ request: Flipcash_Split_V1_GetChangesRequest
    ) async throws -> Flipcash_Split_V1_GetChangesResponse {
        var response = Flipcash_Split_V1_GetChangesResponse()
        do {
            let page = try await service.changes(since: request.since)
            response.revision = page.revision
            response.entities = try page.entities.map { try $0.wire() }
            response.tombstones = try page.tombstones.map { try $0.wire() }
            response.more = page.hasMore
        } catch ServiceFailure.denied {
            response.result = .denied
        } catch ServiceFailure.resync {
            response.result = .resync
        }
        return response
    }

    /// Answers `ResolveMembers`.
    public func answer(
        _ request: Flipcash_Split_V1_ResolveMembersRequest
    ) async throws -> Flipcash_Split_V1_ResolveMembersResponse {
        var response = Flipcash_Split_V1_ResolveMembersResponse()
        do {
            let ids = try request.ids.map { try MemberID(wire: $0, "ids") }
            response.members = try await service.resolve(ids).map { try $0.wire() }
        } catch ServiceFailure.denied {
            response.result = .denied
        }
        return response
    }

    /// Answers `PreviewInvite`.
    public func answer(
        _ request: Flipcash_Split_V1_PreviewInviteRequest
    ) async throws -> Flipcash_Split_V1_PreviewInviteResponse {
        do {
            return try await service.preview(token: request.token).wire()
        } catch ServiceFailure.denied {
            return .with { $0.result = .denied }
        } catch ServiceFailure.refused(let code) {
            return .with {
                switch code {
                case .expired: $0.result = .expired
                case .alreadyClaimed: $0.result = .alreadyClaimed
                case .creatorUnavailable: $0.result = .creatorUnavailable
                case .targetUnavailable, .targetLinked: $0.result = .targetUnavailable
                default: $0.result = .notFound
                }
            }
        }
    }

    /// Answers `GetPayee`.
    public func answer(
        _ request: Flipcash_Split_V1_GetPayeeRequest
    ) async throws -> Flipcash_Split_V1_GetPayeeResponse {
        var response = Flipcash_Split_V1_GetPayeeResponse()
        do {
            let payee = try await service.payee(MemberID(wire: request.memberID, "member"))
            response.owner = .with { $0.value = payee.owner }
            response.displayName = payee.displayName
        } catch ServiceFailure.denied {
            response.result = .denied
        } catch ServiceFailure.notFound {
            response.result = .notFound
        }
        return response
    }
}

extension ResolvedMember {
    init(wire: Flipcash_Split_V1_ResolvedMember) throws(WireMismatch) {
        self.init(
            id: try MemberID(wire: wire.id, "member.id"),
            canonical: try MemberID(wire: wire.canonicalMemberID, "member.canonical"),
            account: try AccountID(wire: wire.userID, "member.user"),
            aliases: try wire.aliasMemberIds.converted { (id) throws(WireMismatch) in try MemberID(wire: id, "alias") },
            displayName: wire.displayName)
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_ResolvedMember {
        var message = Flipcash_Split_V1_ResolvedMember()
        message.id = try id.wire()
        message.canonicalMemberID = try canonical.wire()
        message.userID = try account.wire()
        message.aliasMemberIds = try aliases.converted { (id) throws(WireMismatch) in try id.wire() }
        message.displayName = displayName
        return message
    }
}

extension InvitePreview {
    init(wire: Flipcash_Split_V1_PreviewInviteResponse) throws(WireMismatch) {
        self.init(
            creatorName: wire.creatorName, targetName: wire.targetName, expiresAt: SplitTime(wire: wire.expiresAt),
            groupNames: wire.groupNames, expenseCount: Int(wire.expenseCount),
            balances: try wire.balances.converted { (money) throws(WireMismatch) in try ExpenseAmount(wire: money) })
    }

    func wire() throws(WireMismatch) -> Flipcash_Split_V1_PreviewInviteResponse {
        var message = Flipcash_Split_V1_PreviewInviteResponse()
        message.creatorName = creatorName
        message.targetName = targetName
        message.expiresAt = expiresAt.wire
        message.groupNames = groupNames
        message.expenseCount = UInt32(clamping: expenseCount)
        message.balances = balances.map(\.wire)
        return message
    }
}
