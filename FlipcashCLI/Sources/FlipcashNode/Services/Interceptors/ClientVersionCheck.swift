import GRPCCore

/// Refuses clients that are older than the operator allows.
///
/// A client without a version or with an unreadable one is served (wire contract §2).
enum ClientVersionCheck {
    /// - Throws: the status that a client below `minimum` gets.
    static func check(_ metadata: Metadata, _ service: ServiceDescriptor, minimum: ClientVersion) throws(RPCError) {
        // No client is older than version 0, so its name need not be read.
        guard minimum > ClientVersion(0, 0, 0), let client = ClientIdentity(metadata, service: service),
            client.version < minimum
        else { return }
        throw RPCError(code: .failedPrecondition, message: "version too low")
    }
}

extension ClientIdentity {
    /// The client that the metadata of a call name, if any.
    init?(_ metadata: Metadata, service: ServiceDescriptor) {
        let isPayments = service.fullyQualifiedService.hasPrefix("ocp.")
        let products = isPayments ? ["OpenCodeProtocol"] : ["Flipcash", "Flipcash/Core"]
        let userAgent = metadata[stringValues: "user-agent"].joined(separator: " ")
        self.init(userAgent: userAgent, products: products)
    }
}
