import GRPCCore

/// Refuses clients that are older than the operator allows.
///
/// Serves a client without a version or with an unreadable one (wire contract §2).
struct ClientVersionInterceptor: ServerInterceptor {
    let minimum: ClientVersion

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next: @Sendable (StreamingServerRequest<Input>, ServerContext) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        // No client is older than version 0, so its name need not be read.
        if minimum > ClientVersion(0, 0, 0),
            let client = Self.identity(in: request.metadata, service: context.descriptor.service),
            client.version < minimum
        {
            throw RPCError(code: .failedPrecondition, message: "version too low")
        }
        return try await next(request, context)
    }

    /// The client that `metadata` names, if any.
    static func identity(in metadata: Metadata, service: ServiceDescriptor) -> ClientIdentity? {
        let isPayments = service.fullyQualifiedService.hasPrefix("ocp.")
        let products = isPayments ? ["OpenCodeProtocol"] : ["Flipcash", "Flipcash/Core"]
        let userAgent = metadata[stringValues: "user-agent"].joined(separator: " ")
        return ClientIdentity(userAgent: userAgent, products: products)
    }
}
