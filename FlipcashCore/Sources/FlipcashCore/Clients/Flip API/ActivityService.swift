import FlipcashCoreAPI
import ProtobufCodec
import GRPCCore
import Logging

private let logger = Logger(label: "flipcash.activity-service")

/// `flipcash.activity.v1.ActivityFeed`: the user's history.
struct ActivityService: Sendable {
    private let stub: any Flipcash_Activity_V1_ActivityFeed.ClientProtocol

    init(_ stub: any Flipcash_Activity_V1_ActivityFeed.ClientProtocol) { self.stub = stub }

    /// Returns the notifications after the entry `after`, oldest first; from the beginning without it.
    func paged(
        owner: KeyPair, after: IntentID?, pageSize: Int32
    ) async throws(ActivityError) -> ActivityPage {
        let response: Flipcash_Activity_V1_GetPagedNotificationsResponse
        do {
            var request = Flipcash_Activity_V1_GetPagedNotificationsRequest()
            request.type = .transactionHistory
            request.queryOptions = .with {
                $0.pageSize = pageSize
                $0.order = .asc
                if let after { $0.pagingToken = .with { $0.value = after.bytes } }
            }
            request.auth = owner.auth(over: try canonicalBytes(request))
            response = try await stub.getPagedNotifications(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok: return ActivityPage(response.notifications)
        case .denied: throw .denied
        case .UNRECOGNIZED: throw .malformed
        }
    }

    /// Returns the newest notifications, newest first.
    func latest(owner: KeyPair, maxItems: Int32) async throws(ActivityError) -> ActivityPage {
        let response: Flipcash_Activity_V1_GetLatestNotificationsResponse
        do {
            var request = Flipcash_Activity_V1_GetLatestNotificationsRequest()
            request.type = .transactionHistory
            request.maxItems = maxItems
            request.auth = owner.auth(over: try canonicalBytes(request))
            response = try await stub.getLatestNotifications(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok: return ActivityPage(response.notifications)
        case .denied: throw .denied
        case .UNRECOGNIZED: throw .malformed
        }
    }

    /// Returns the notifications with these ids, at most 1024.
    func batch(owner: KeyPair, ids: [IntentID]) async throws(ActivityError) -> ActivityPage {
        guard !ids.isEmpty else { return ActivityPage([]) }
        let response: Flipcash_Activity_V1_GetBatchNotificationsResponse
        do {
            var request = Flipcash_Activity_V1_GetBatchNotificationsRequest()
            request.ids = ids.map { id in .with { $0.value = id.bytes } }
            request.auth = owner.auth(over: try canonicalBytes(request))
            response = try await stub.getBatchNotifications(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok: return ActivityPage(response.notifications)
        case .denied: throw .denied
        case .notFound: throw .notFound
        case .UNRECOGNIZED: throw .malformed
        }
    }
}

/// A page of history.
public struct ActivityPage: Sendable {
    /// The readable entries, in the order received.
    public let activities: [Activity]
    /// The id to continue after: that of the last entry received, readable or not; nil for an empty page.
    public let cursor: IntentID?
    /// The number of unreadable entries, such as one with an invalid amount, that were left out.
    public let skippedCount: Int

    init(_ notifications: [Flipcash_Activity_V1_Notification]) {
        var activities: [Activity] = []
        for notification in notifications {
            if let activity = Activity(wire: notification) {
                activities.append(activity)
            } else {
                logger.warning(
                    "skipped an unreadable history entry",
                    metadata: ["id": "\(IntentID(exactly: notification.id.value)?.base58 ?? "unreadable")"])
            }
        }
        self.activities = activities
        skippedCount = notifications.count - activities.count
        // An entry with a damaged id cannot be the cursor, so this uses the last entry with a valid id.
        cursor = notifications.reversed().lazy.compactMap { IntentID(exactly: $0.id.value) }.first
    }
}

/// Errors from fetching history.
public enum ActivityError: ServerError, Hashable {
    /// An entry belongs to another user, or the service rejects the key.
    case denied
    /// An id of the batch is unknown.
    case notFound
    /// The response is malformed.
    case malformed
    /// The call failed.
    case rpc(RPCFailure)

    /// True only for failed calls that may succeed later; the service's own results are final.
    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    /// Whether the server rejected the cursor; the client then fetches history from the start.
    public var mayBeDeadCursor: Bool {
        switch self {
        case .denied, .notFound, .malformed: true
        case .rpc(.unknown), .rpc(.rejected): true
        case .rpc(.transportFailure), .rpc(.unreachable), .rpc(.cancelled): false
        }
    }

    /// A denied request and an unknown id are information; a malformed response is an error.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .denied, .notFound: .info
        case .malformed: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}
