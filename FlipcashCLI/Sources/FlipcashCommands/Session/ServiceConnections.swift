import FlipcashCore
import FlipcashNode
import FlipcashWallet

/// The connections of one call.
struct ServiceConnections: Sendable {
    let payments: ServiceConnection
    let core: ServiceConnection
    /// The node that the call started inside this process; it ends with the call.
    let startedNode: Node?

    /// Closes the connections and shuts the started node down.
    func close() async {
        // Both at once, because each may take its whole time limit.
        async let closing: Void = payments.close()
        if core !== payments { await core.close() }
        await closing
        await startedNode?.shutDown()
    }
}

extension Invocation {
    /// Connects to the services of this call. Starts the person's own node if the endpoint is `local:`.
    ///
    /// - Throws: `CommandFailure`: exit 8 if the person's own node cannot be started, 9 if an embedded node's folder is
    ///   in use.
    func openServices(_ settings: Settings) async throws -> ServiceConnections {
        let endpoint = try endpoint(settings)
        let coreEndpoint = try coreEndpoint(settings)
        switch endpoint {
        case .embedded: return try await embedded(settings)
        case .local:
            let address =
                options.isOffline ? .unix(path: try layout.nodeSocket) : try await localNode().endpoint()
            return try await connect(address, coreEndpoint: coreEndpoint, endpoint: endpoint, settings)
        case .service(let address):
            return try await connect(address, coreEndpoint: coreEndpoint, endpoint: endpoint, settings)
        }
    }

    private func embedded(_ settings: Settings) async throws -> ServiceConnections {
        let folder = NodeFolder(try layout.profile(settings).embeddedNode)
        let node: Node
        if let sharedNode {
            node = sharedNode
        } else {
            node = try await Node.start(.embedded(folder), environment: runtime)
        }
        let connection = ServiceConnection(
            transport: node.connect(), userAgent: userAgent(settings), environment: runtime)
        return ServiceConnections(payments: connection, core: connection, startedNode: sharedNode == nil ? node : nil)
    }

    private func connect(
        _ address: ServiceEndpoint, coreEndpoint: EndpointSetting, endpoint: EndpointSetting, _ settings: Settings
    ) async throws -> ServiceConnections {
        let (trust, userAgent) = (try serverTrust(settings), userAgent(settings))
        let payments = try ServiceConnection(
            endpoint: address, trust: trust, userAgent: userAgent, environment: runtime)
        guard coreEndpoint != endpoint else {
            return ServiceConnections(payments: payments, core: payments, startedNode: nil)
        }
        let coreAddress: ServiceEndpoint
        switch coreEndpoint {
        case .service(let other): coreAddress = other
        case .local: coreAddress = try await localNode().endpoint()
        case .embedded:
            await payments.close()
            throw CommandFailure.usage(
                "The core endpoint is \"embedded:\", and the endpoint is not. Use \"embedded:\" for both or neither.")
        }
        let core = try ServiceConnection(
            endpoint: coreAddress, trust: trust, userAgent: userAgent, environment: runtime)
        return ServiceConnections(payments: payments, core: core, startedNode: nil)
    }

    private func userAgent(_ settings: Settings) -> UserAgent {
        UserAgent(version: Version.text, override: settings.userAgent)
    }
}
