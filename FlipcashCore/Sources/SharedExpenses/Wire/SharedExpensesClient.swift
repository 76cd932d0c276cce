public import FlipcashCore
public import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// The client of `flipcash.split.v1.SharedExpenses`. Every request is signed with the owner's key.
public struct SharedExpensesClient: SharedExpensesService {
    private let stub: any Flipcash_Split_V1_SharedExpenses.ClientProtocol
    private let owner: KeyPair
    private let user: AccountID

    /// - Parameters:
    ///   - owner: the key that signs.
    ///   - user: the account of the key.
    public init(stub: any Flipcash_Split_V1_SharedExpenses.ClientProtocol, owner: KeyPair, user: AccountID) {
        self.stub = stub
        self.owner = owner
        self.user = user
    }

    /// Returns the caller's account. The first call creates it.
    ///
    /// - Throws: `ServiceFailure.denied`, `.malformed`, `.unreachable`, `.notOffered`.
    public func account() async throws(ServiceFailure) -> OwnAccount {
        var request = Flipcash_Split_V1_GetAccountRequest()
        request.auth = try auth(over: request)
        let message = request
        let response = try await call { try await stub.getAccount(message, options: .unaryDefault) }
        switch response.result {
        case .ok: return try read { () throws(WireMismatch) in try OwnAccount(wire: response) }
        case .denied: throw .denied
        case .UNRECOGNIZED: throw .malformed("GetAccount.result")
        }
    }

    /// Sends operations, at most ``SharedExpensesLimits/operations``, and returns one result for each, in the same
    /// order.
    ///
    /// - Throws: `ServiceFailure.denied`, `.invalidTimestamp` if `time` differs too much from the server's,
    ///   `.clearing`, `.malformed`, `.unreachable`, `.notOffered`.
    public func apply(
        _ operations: [SplitOperation], at time: SplitTime
    ) async throws(ServiceFailure) -> AppliedOperations {
        var request = Flipcash_Split_V1_ApplyRequest()
        request.ts = time.wire
        request.ops = try read { () throws(WireMismatch) in
            try operations.converted { (operation) throws(WireMismatch) in try operation.wire() }
        }
        request.auth = try auth(over: request)
        let message = request
        let response = try await call { try await stub.apply(message, options: .unaryDefault) }
        switch response.result {
        case .ok: break
        case .denied: throw .denied
        case .invalidTimestamp: throw .invalidTimestamp
        case .clearing: throw .clearing
        case .UNRECOGNIZED: throw .malformed("Apply.result")
        }
        let results = try read { () throws(WireMismatch) in
            try response.results.converted { (result) throws(WireMismatch) in try OperationResult(wire: result) }
        }
        guard results.map(\.operation) == operations.map(\.id) else { throw .malformed("Apply.results") }
        return AppliedOperations(results: results, revision: response.revision)
    }

    /// Returns a page of everything that the caller can see; a nil cursor asks for the first page.
    ///
    /// - Throws: `ServiceFailure.denied`, `.invalidCursor`, `.malformed`, `.unreachable`, `.notOffered`.
    public func snapshot(cursor: String?) async throws(ServiceFailure) -> SnapshotPage {
        var request = Flipcash_Split_V1_GetSnapshotRequest()
        request.queryOptions.pageSize = Int32(SharedExpensesLimits.pageSize)
        if let cursor {
            guard let token = Hexadecimal.decode(cursor) else { throw .invalidCursor }
            request.queryOptions.pagingToken.value = token
        }
        request.auth = try auth(over: request)
        let message = request
        let response = try await call { try await stub.getSnapshot(message, options: .unaryDefault) }
        switch response.result {
        case .ok: break
        case .denied: throw .denied
        case .invalidToken: throw .invalidCursor
        case .UNRECOGNIZED: throw .malformed("GetSnapshot.result")
        }
        return SnapshotPage(
            revision: response.revision, entities: try entities(response.entities),
            next: response.hasNext ? Hexadecimal.encode(response.next.value) : nil)
    }

    /// Returns a page of what changed after a revision.
    ///
    /// - Throws: `ServiceFailure.denied`, `.resync` if the revision is too old, `.malformed`, `.unreachable`,
    ///   `.notOffered`.
    public func changes(since revision: UInt64) async throws(ServiceFailure) -> ChangePage {
        var request = Flipcash_Split_V1_GetChangesRequest()
        request.since = revision
        request.pageSize = Int32(SharedExpensesLimits.pageSize)
        request.auth = try auth(over: request)
        let message = request
        let response = try await call { try await stub.getChanges(message, options: .unaryDefault) }
        switch response.result {
        case .ok: break
        case .denied: throw .denied
        case .resync: throw .resync
        case .UNRECOGNIZED: throw .malformed("GetChanges.result")
        }
        let tombstones = try read { () throws(WireMismatch) in
            try response.tombstones.converted { (tombstone) throws(WireMismatch) in try EntityKey(wire: tombstone) }
        }
        return ChangePage(
            revision: response.revision, entities: try entities(response.entities), tombstones: tombstones,
            hasMore: response.more)
    }

    /// Returns the accounts of ids, at most ``SplitWorld/lookupLimit``; leaves ids out that the caller cannot know.
    ///
    /// - Throws: `ServiceFailure.denied`, `.malformed`, `.unreachable`, `.notOffered`.
    public func resolve(_ ids: [MemberID]) async throws(ServiceFailure) -> [ResolvedMember] {
        var request = Flipcash_Split_V1_ResolveMembersRequest()
        request.ids = try read { () throws(WireMismatch) in
            try ids.converted { (id) throws(WireMismatch) in try id.wire() }
        }
        request.auth = try auth(over: request)
        let message = request
        let response = try await call { try await stub.resolveMembers(message, options: .unaryDefault) }
        switch response.result {
        case .ok: break
        case .denied: throw .denied
        case .UNRECOGNIZED: throw .malformed("ResolveMembers.result")
        }
        return try read { () throws(WireMismatch) in
            try response.members.converted { (member) throws(WireMismatch) in try ResolvedMember(wire: member) }
        }
    }

    /// Returns the names and the balance behind an invitation, without claiming it.
    ///
    /// - Throws: `ServiceFailure.refused` with the rule if it cannot be claimed, `.denied`, `.malformed`,
    ///   `.unreachable`, `.notOffered`.
    public func preview(token: [UInt8]) async throws(ServiceFailure) -> InvitePreview {
        var request = Flipcash_Split_V1_PreviewInviteRequest()
        request.token = token
        request.auth = try auth(over: request)
        let message = request
        let response = try await call { try await stub.previewInvite(message, options: .unaryDefault) }
        switch response.result {
        case .ok: break
        case .notFound: throw .refused(.notFound)
        case .expired: throw .refused(.expired)
        case .alreadyClaimed: throw .refused(.alreadyClaimed)
        case .creatorUnavailable: throw .refused(.creatorUnavailable)
        case .targetUnavailable: throw .refused(.targetUnavailable)
        case .denied: throw .denied
        case .UNRECOGNIZED: throw .malformed("PreviewInvite.result")
        }
        return try read { () throws(WireMismatch) in try InvitePreview(wire: response) }
    }

    /// Returns the key and the name of the account that is paid for a member.
    ///
    /// - Throws: `ServiceFailure.notFound`, `.denied`, `.malformed`, `.unreachable`, `.notOffered`.
    public func payee(_ member: MemberID) async throws(ServiceFailure) -> Payee {
        var request = Flipcash_Split_V1_GetPayeeRequest()
        request.memberID = try read { () throws(WireMismatch) in try member.wire() }
        request.auth = try auth(over: request)
        let message = request
        let response = try await call { try await stub.getPayee(message, options: .unaryDefault) }
        switch response.result {
        case .ok: return Payee(owner: response.owner.value, displayName: response.displayName)
        case .denied: throw .denied
        case .notFound: throw .notFound
        case .UNRECOGNIZED: throw .malformed("GetPayee.result")
        }
    }

    /// The client over the connection of a core client.
    public init(_ client: FlipClient, owner: KeyPair, user: AccountID) {
        self.init(stub: client.sharedExpenses, owner: owner, user: user)
    }

    private func entities(_ messages: [Flipcash_Split_V1_Entity]) throws(ServiceFailure) -> [SplitEntity] {
        try read { () throws(WireMismatch) in
            try messages.converted { (entity) throws(WireMismatch) in try SplitEntity(wire: entity, viewer: user) }
        }
    }

    /// The signature over a request without its `auth`.
    private func auth(over request: some Message) throws(ServiceFailure) -> Flipcash_Common_V1_Auth {
        do {
            let signature = owner.sign(try request.serializedBytes() as [UInt8])
            return .with {
                $0.keyPair.pubKey.value = owner.publicKey.bytes
                $0.keyPair.signature.value = signature.bytes
            }
        } catch {
            throw .malformed("request")
        }
    }

    private func read<Value>(_ body: () throws(WireMismatch) -> Value) throws(ServiceFailure) -> Value {
        do { return try body() } catch { throw .malformed(error.place) }
    }

    private func call<Response>(
        _ body: () async throws -> Response
    ) async throws(ServiceFailure) -> Response {
        do {
            return try await body()
        } catch {
            let failure = RPCFailure(error)
            switch failure {
            case .rejected(let code, let reason):
                switch code {
                case .unimplemented: throw .notOffered
                case .invalidArgument: throw .invalidRequest(reason)
                default: throw .malformed(reason)
                }
            case .transportFailure, .unreachable, .cancelled, .unknown: throw .unreachable("\(failure)")
            }
        }
    }
}
