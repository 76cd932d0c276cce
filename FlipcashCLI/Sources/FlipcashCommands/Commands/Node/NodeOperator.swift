import FlipcashCore
import FlipcashNode
import FlipcashWallet

/// Performs an operator's commands on the node that a command line names. A node that is not running need not be
/// started: the commands then work on its database.
struct NodeOperator: Sendable {
    /// The node's folder.
    let folder: NodeFolder
    private let call: Invocation

    /// The node in `data`, or the node at the call's endpoint.
    ///
    /// - Throws: `CommandFailure` if the endpoint is a remote service, whose operator socket cannot be reached.
    init(data: String?, call: Invocation) throws {
        self.call = call
        if let data {
            folder = NodeFolder(WorkingFolder.absolute(data))
            return
        }
        let settings = try call.settings()
        switch try call.endpoint(settings) {
        case .local: folder = NodeFolder(try call.layout.nodeFolder)
        case .embedded: folder = NodeFolder(try call.layout.profile(settings).embeddedNode)
        case .service(let endpoint):
            throw CommandFailure.usage(
                "The node at \(endpoint) cannot be managed from here. Run this on its machine, with --data FOLDER.")
        }
    }

    /// The status of the running node; nil if none runs.
    func status() async throws -> NodeStatus? { try await client.status() }

    /// Whether there is a node in the folder, running or not.
    func hasNode() async throws -> Bool {
        if try await status() != nil { return true }
        return try call.files.permissions(folder.database) != nil || call.files.permissions(folder.key) != nil
    }

    /// How long the node may take for a command that does not depend on the size of its database.
    private static let limit = Duration.seconds(60)

    /// Performs `request` on the running node, or on its database if none runs.
    ///
    /// - Throws: `CommandFailure` if the node refuses or the folder has no node.
    func perform(_ request: AdminRequest) async throws -> AdminResponse {
        let response: AdminResponse
        do {
            response = try await client.send(request, within: request.command.growsWithDatabase ? nil : Self.limit)
        } catch NodeError.notRunning {
            response = try await performAtRest(request)
        }
        guard response.ok else {
            throw CommandFailure(
                "refused", .refused,
                "The node refused: \(response.error ?? "no reason given"). Correct that and try again.")
        }
        return response
    }

    /// Stops the running node and waits until it has ended.
    ///
    /// - Returns: false if none was running.
    func stop() async throws -> Bool { try await client.stop() }

    private var client: AdminClient { AdminClient(path: folder.adminSocket, clock: call.runtime.clock) }

    private func performAtRest(_ request: AdminRequest) async throws -> AdminResponse {
        // If only one of the two exists, opening them reports which one is missing.
        guard try call.files.permissions(folder.database) != nil || call.files.permissions(folder.key) != nil else {
            throw CommandFailure(
                "no_node", .notFound, "There is no node in \(folder.path). Start one with: flipcash node run")
        }
        return try await Node.perform(request, atRest: folder, environment: call.runtime)
    }
}
