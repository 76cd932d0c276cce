import FlipcashCore
import FlipcashNode
import FlipcashWallet

/// Sends an operator's commands to the node that a call means, running or not.
struct NodeOperator: Sendable {
    /// The node's folder.
    let folder: NodeFolder
    private let call: Invocation

    /// The node in `data`, or else the one that the call's endpoint means.
    ///
    /// - Throws: `CommandFailure` when the endpoint is a service elsewhere, whose operator socket is out of reach.
    init(data: String?, call: Invocation) throws {
        self.call = call
        if let data {
            folder = NodeFolder(WorkingFolder.absolute(data))
            return
        }
        let settings = try call.settings()
        switch try call.endpoint(settings) {
        case .local: folder = NodeFolder(try call.layout.nodeFolder)
        case .embedded: folder = NodeFolder(try call.layout.profile(settings.profile).embeddedNode)
        case .service(let endpoint):
            throw CommandFailure.usage(
                "The node at \(endpoint) takes no commands from here. On its own machine, name its folder with --data.")
        }
    }

    /// What the running node says of itself; nil when none runs.
    func status() async throws -> NodeStatus? { try await client.status() }

    /// Performs `request` on the running node, or on its database when none runs.
    ///
    /// - Throws: `CommandFailure` when the node refuses or the folder has no node.
    func perform(_ request: AdminRequest, within limit: Duration = .seconds(60)) async throws -> AdminResponse {
        let response: AdminResponse
        do {
            response = try await client.send(request, within: limit)
        } catch NodeError.notRunning {
            response = try await performAtRest(request)
        }
        guard response.ok else {
            throw CommandFailure("refused", .refused, "The node refused: \(response.error ?? "no reason given").")
        }
        return response
    }

    /// Stops the running node and waits for its end.
    ///
    /// - Returns: false when none ran.
    func stop() async throws -> Bool { try await client.stop() }

    private var client: AdminClient { AdminClient(path: folder.adminSocket, clock: call.runtime.clock) }

    private func performAtRest(_ request: AdminRequest) async throws -> AdminResponse {
        // When only one of the two is there, opening them says which is missing.
        guard try call.files.permissions(folder.database) != nil || call.files.permissions(folder.key) != nil else {
            throw CommandFailure(
                "no_node", .notFound, "There is no node in \(folder.path). Start one with: flipcash node run")
        }
        return try await Node.perform(request, atRest: folder, environment: call.runtime)
    }
}
