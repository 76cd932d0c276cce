import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec
import SharedExpenses

/// `flipcash.split.v1.SharedExpenses`: expenses that people share (expense specification §15).
///
/// The signature identifies the caller; no field of a request does.
struct SharedExpensesServiceProvider: Flipcash_Split_V1_SharedExpenses.SimpleServiceProtocol {
    let context: NodeContext

    private var authentication: CoreAuthentication { CoreAuthentication(store: context.store) }

    /// Answers a request for the user who signed it.
    private func answer<Request: Message, Response>(
        _ request: Request, _ auth: Flipcash_Common_V1_Auth, clearing clear: (inout Request) -> Void,
        _ body: (SharedExpensesAnswers) async throws -> Response
    ) async throws -> Response {
        let user = try authentication.user(request, auth: auth, clearing: clear)
        guard let caller = AccountID(userID: user.id) else { throw RequestAuthenticationFailure.unknownUser }
        let service = NodeSharedExpenses(context: context, caller: caller)
        do {
            return try await body(SharedExpensesAnswers(service: service, caller: caller))
        } catch let failure as ServiceFailure {
            throw failure.status
        }
    }

    func getAccount(
        request: Flipcash_Split_V1_GetAccountRequest, context call: ServerContext
    ) async throws -> Flipcash_Split_V1_GetAccountResponse {
        try await answer(request, request.auth, clearing: { $0.clearAuth() }) { try await $0.answer(request) }
    }

    func apply(
        request: Flipcash_Split_V1_ApplyRequest, context call: ServerContext
    ) async throws -> Flipcash_Split_V1_ApplyResponse {
        try await answer(request, request.auth, clearing: { $0.clearAuth() }) { try await $0.answer(request) }
    }

    func getSnapshot(
        request: Flipcash_Split_V1_GetSnapshotRequest, context call: ServerContext
    ) async throws -> Flipcash_Split_V1_GetSnapshotResponse {
        try await answer(request, request.auth, clearing: { $0.clearAuth() }) { try await $0.answer(request) }
    }

    func getChanges(
        request: Flipcash_Split_V1_GetChangesRequest, context call: ServerContext
    ) async throws -> Flipcash_Split_V1_GetChangesResponse {
        try await answer(request, request.auth, clearing: { $0.clearAuth() }) { try await $0.answer(request) }
    }

    func resolveMembers(
        request: Flipcash_Split_V1_ResolveMembersRequest, context call: ServerContext
    ) async throws -> Flipcash_Split_V1_ResolveMembersResponse {
        try await answer(request, request.auth, clearing: { $0.clearAuth() }) { try await $0.answer(request) }
    }

    func previewInvite(
        request: Flipcash_Split_V1_PreviewInviteRequest, context call: ServerContext
    ) async throws -> Flipcash_Split_V1_PreviewInviteResponse {
        try await answer(request, request.auth, clearing: { $0.clearAuth() }) { try await $0.answer(request) }
    }

    func getPayee(
        request: Flipcash_Split_V1_GetPayeeRequest, context call: ServerContext
    ) async throws -> Flipcash_Split_V1_GetPayeeResponse {
        try await answer(request, request.auth, clearing: { $0.clearAuth() }) { try await $0.answer(request) }
    }
}

extension ServiceFailure {
    /// The status of a failure that has no result of its own.
    fileprivate var status: RPCError {
        switch self {
        case .unreachable: RPCError(code: .unavailable, message: "temporarily unavailable")
        case .invalidRequest(let place), .malformed(let place):
            RPCError(code: .invalidArgument, message: "invalid \(place)")
        case .notOffered: RPCError(code: .unimplemented, message: "not offered")
        case .denied: RPCError(code: .permissionDenied, message: "permission denied")
        case .notFound: RPCError(code: .notFound, message: "not found")
        case .invalidTimestamp, .clearing, .invalidCursor, .resync, .refused:
            RPCError(code: .failedPrecondition, message: "refused")
        }
    }
}
