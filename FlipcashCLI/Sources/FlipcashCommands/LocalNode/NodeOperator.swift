import FlipcashCore
import FlipcashNode
import FlipcashWallet

/// Sends an operator's commands to the node that this call means.
struct NodeOperator: Sendable {
    /// The node's folder.
    let folder: NodeFolder
    /// Whether the node is this person's own, which is started when a command needs one that runs.
    let isLocal: Bool

    private let call: Invocation

    /// The node in `data`, or else the one that the call's endpoint means.
    ///
    /// - Throws: `CommandFailure` when the endpoint is a service elsewhere, whose operator socket is out of reach.
    init(data: String?, call: Invocation) throws {
        self.call = call
        if let data {
            folder = NodeFolder(Self.absolute(data))
            isLocal = false
            return
        }
        let settings = try call.settings()
        switch try call.endpoint(settings) {
        case .local:
            folder = NodeFolder(try call.layout.nodeFolder)
            isLocal = true
        case .embedded:
            folder = NodeFolder(try call.layout.profile(settings.profile).embeddedNode)
            isLocal = false
        case .service(let endpoint):
            throw CommandFailure.usage(
                "\(endpoint) is run by somebody else, or elsewhere. On its own machine, name its folder with --data.")
        }
    }

    /// Sends `request` to the running node.
    ///
    /// - Throws: `CommandFailure` when the node refuses, `NodeError.notRunning` when none runs.
    func send(_ request: AdminRequest, within limit: Duration = .seconds(15)) async throws -> AdminResponse {
        let response = try await AdminClient(path: folder.adminSocket, clock: call.runtime.clock)
            .send(request, within: limit)
        guard response.ok else {
            throw CommandFailure("refused", .refused, "The node refused: \(response.error ?? "no reason given").")
        }
        return response
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        return WorkingFolder.path + "/" + path
    }
}
