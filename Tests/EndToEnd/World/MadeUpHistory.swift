import FlipcashCoreAPI
import GRPCCore
import ProtobufCodec

/// A history service whose entries a test provides.
struct MadeUpHistory: Flipcash_Activity_V1_ActivityFeed.SimpleServiceProtocol {
    let entries: [Flipcash_Activity_V1_Notification]

    func getLatestNotifications(
        request: Flipcash_Activity_V1_GetLatestNotificationsRequest, context: ServerContext
    ) async throws -> Flipcash_Activity_V1_GetLatestNotificationsResponse { .init() }

    /// Everything on one page.
    func getPagedNotifications(
        request: Flipcash_Activity_V1_GetPagedNotificationsRequest, context: ServerContext
    ) async throws -> Flipcash_Activity_V1_GetPagedNotificationsResponse {
        let cursor = request.queryOptions.pagingToken.value
        let isLastPage = entries.contains { $0.id.value == cursor }
        return .with { $0.notifications = isLastPage ? [] : entries }
    }

    func getBatchNotifications(
        request: Flipcash_Activity_V1_GetBatchNotificationsRequest, context: ServerContext
    ) async throws -> Flipcash_Activity_V1_GetBatchNotificationsResponse { .with { $0.result = .notFound } }
}
