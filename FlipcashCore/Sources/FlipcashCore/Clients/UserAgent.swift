import GRPCCore

/// The `user-agent` header that the services receive (client specification §2.2).
public struct UserAgent: Hashable, Sendable {
    /// One to three dot-separated integers.
    public let version: String
    /// The name of the platform, such as `Linux`.
    public let platform: String
    /// A complete header to send instead, for deployments with stricter rules.
    public let override: String?

    /// Creates a user agent, by default for the platform of this system.
    public init(version: String, platform: String = Self.hostPlatform, override: String? = nil) {
        self.version = version
        self.platform = platform
        self.override = override
    }

    /// The name of the platform that this program was built for.
    public static var hostPlatform: String {
        #if os(macOS)
            "macOS"
        #elseif os(iOS)
            "iOS"
        #else
            "Linux"
        #endif
    }

    /// Returns the header for a service; services of the payments API have names that start with `ocp.`.
    public func header(forService service: String) -> String {
        if let override { return override }
        let product = service.hasPrefix("ocp.") ? "OpenCodeProtocol" : "Flipcash"
        return "\(product)/\(platform)/\(version)"
    }
}

/// Adds the `user-agent` header to every call.
struct UserAgentInterceptor: ClientInterceptor {
    let userAgent: UserAgent

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingClientRequest<Input>,
        context: ClientContext,
        next: (StreamingClientRequest<Input>, ClientContext) async throws -> StreamingClientResponse<Output>
    ) async throws -> StreamingClientResponse<Output> {
        var request = request
        let service = context.descriptor.service.fullyQualifiedService
        request.metadata.replaceOrAddString(userAgent.header(forService: service), forKey: "user-agent")
        return try await next(request, context)
    }
}
