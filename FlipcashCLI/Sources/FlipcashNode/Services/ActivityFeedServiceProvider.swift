import FlipcashCore
import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// `flipcash.activity.v1.ActivityFeed`: each side's view of what happened (wire contract §8.2).
struct ActivityFeedServiceProvider: Flipcash_Activity_V1_ActivityFeed.SimpleServiceProtocol {
    /// The page size when the client names none.
    static let defaultPageSize = 100
    /// The most items in one answer.
    static let pageSizeMax = 1024

    let context: NodeContext

    private var authentication: CoreAuthentication { CoreAuthentication(store: context.store) }

    func getLatestNotifications(
        request: Flipcash_Activity_V1_GetLatestNotificationsRequest, context call: ServerContext
    ) async throws -> Flipcash_Activity_V1_GetLatestNotificationsResponse {
        let user = try authentication.user(request, auth: request.auth) { $0.clearAuth() }
        let page = try context.store.read { reader in
            try FeedReader(reader: reader, owner: user.publicKey)
                .page(after: nil, descending: true, size: Self.size(request.maxItems))
        }
        return .with {
            $0.result = .ok
            $0.notifications = page
        }
    }

    func getPagedNotifications(
        request: Flipcash_Activity_V1_GetPagedNotificationsRequest, context call: ServerContext
    ) async throws -> Flipcash_Activity_V1_GetPagedNotificationsResponse {
        let user = try authentication.user(request, auth: request.auth) { $0.clearAuth() }
        let options = request.queryOptions
        let page = try context.store.read { reader in
            let start = options.hasPagingToken ? try place(options.pagingToken, of: user, reader) : nil
            return try FeedReader(reader: reader, owner: user.publicKey)
                .page(after: start, descending: options.order == .desc, size: Self.size(options.pageSize))
        }
        return .with {
            $0.result = .ok
            $0.notifications = page
        }
    }

    func getBatchNotifications(
        request: Flipcash_Activity_V1_GetBatchNotificationsRequest, context call: ServerContext
    ) async throws -> Flipcash_Activity_V1_GetBatchNotificationsResponse {
        let user = try authentication.user(request, auth: request.auth) { $0.clearAuth() }
        return try context.store.read { reader in
            let feed = FeedReader(reader: reader, owner: user.publicKey)
            let intents = try request.ids.map { id in try IntentID(exactly: id.value).flatMap(reader.intent) }
            let known = intents.compactMap(\.self)
            guard known.count == intents.count else { return .with { $0.result = .notFound } }
            guard known.allSatisfy({ $0.involves(user.publicKey) }) else { return .with { $0.result = .denied } }
            let notifications = try known.compactMap { try feed.item($0)?.notification($0) }
            guard notifications.count == known.count else { return .with { $0.result = .notFound } }
            return .with {
                $0.result = .ok
                $0.notifications = notifications
            }
        }
    }

    /// Returns the position that a paging token names: the id of the last item the client has.
    ///
    /// - Throws: INTERNAL when the token names no intent of the user; clients then start from the beginning.
    private func place(
        _ token: Flipcash_Common_V1_PagingToken, of user: UserRecord, _ reader: StoreReader
    ) throws -> Int64? {
        guard let id = IntentID(exactly: token.value), let intent = try reader.intent(id),
            intent.involves(user.publicKey)
        else { throw RPCError(code: .internalError, message: "the paging token names no notification") }
        return intent.sequence
    }

    private static func size(_ requested: Int32) -> Int {
        requested <= 0 ? defaultPageSize : min(Int(requested), pageSizeMax)
    }
}
