public import FlipcashCore
import Logging
public import ServiceLifecycle
import UnixSignals

/// A node as a service of a process: started, watched, and shut down in good order (payment specification §21.9).
public struct NodeService: Service {
    private let configuration: NodeConfiguration
    private let environment: RuntimeEnvironment
    private let onServing: @Sendable (Node) async -> Void

    /// A node that starts when its service group runs it.
    ///
    /// - Parameters:
    ///   - configuration: what the node serves, and from which folder.
    ///   - environment: its clocks, randomness and tasks.
    ///   - onServing: called once the node serves.
    public init(
        _ configuration: NodeConfiguration, environment: RuntimeEnvironment = .system,
        onServing: @escaping @Sendable (Node) async -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.environment = environment
        self.onServing = onServing
    }

    /// Runs until the service group shuts down, an operator stops the node, or nobody uses it any more.
    ///
    /// - Throws: `NodeError`, or `StoreError` when the database cannot be used.
    public func run() async throws {
        let node = try await Node.start(configuration, environment: environment)
        await onServing(node)
        await withGracefulShutdownHandler {
            await node.waitUntilStopRequested()
        } onGracefulShutdown: {
            node.requestStop()
        }
        await node.shutDown()
    }

    /// Runs the node as the only service of this process until it stops or SIGTERM or SIGINT comes.
    ///
    /// - Throws: `NodeError`, or `StoreError` when the database cannot be used.
    public func runUntilSignalled() async throws {
        let group = ServiceGroup(
            configuration: .init(
                services: [
                    .init(
                        service: self, successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .cancelGroup)
                ],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: configuration.log))
        try await group.run()
    }
}
