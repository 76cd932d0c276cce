import FlipcashCore

/// The node's pages for programs that watch it: `/metrics`, `/healthz` and `/readyz`.
///
/// They are served from before the database is opened until after it is closed.
final class NodePages: Sendable {
    let metrics: NodeMetrics
    /// Where the pages are, with the chosen port.
    let address: ListenAddress

    private let server: PageServer
    private let content: Content

    /// Serves the pages of a node that is about to start; nil if its metrics are off.
    ///
    /// - Throws: `NodeError.cannotListen`.
    static func open(
        _ configuration: NodeConfiguration, health: NodeHealth, environment: RuntimeEnvironment
    ) async throws(NodeError) -> NodePages? {
        guard case .tcp(let host, let port) = configuration.metricsAddress else { return nil }
        let registry = PrometheusRegistry(shapes: NodeMetric.shapes)
        let metrics = NodeMetrics(factory: registry, clock: environment.clock)
        metrics.set(.buildInfo, to: 1, configuration.version, BuildIdentity.current.description)
        metrics.set(.processStart, to: environment.clock.now().secondsSince1970)
        let content = Content(metrics: metrics, registry: registry, health: health)
        let server = try await PageServer(host: host, port: port, tasks: environment.tasks) { content.page($0) }
        return NodePages(
            metrics: metrics, address: .tcp(host: host, port: server.port), server: server, content: content)
    }

    private init(metrics: NodeMetrics, address: ListenAddress, server: PageServer, content: Content) {
        self.metrics = metrics
        self.address = address
        self.server = server
        self.content = content
    }

    /// Shows the metrics of `node` too, as long as it exists.
    func show(_ node: Node) { content.reading.set { [weak node] metrics in node?.measure(metrics) } }

    /// Stops serving.
    func close() async { await server.close() }

    /// What is on the pages.
    private final class Content: Sendable {
        /// Measures what a running node does not count.
        let reading = OneTimeValue<@Sendable (NodeMetrics) -> Void>()

        private let metrics: NodeMetrics
        private let registry: PrometheusRegistry
        private let health: NodeHealth

        init(metrics: NodeMetrics, registry: PrometheusRegistry, health: NodeHealth) {
            self.metrics = metrics
            self.registry = registry
            self.health = health
        }

        func page(_ path: String) -> HTTPPage? {
            switch path {
            case "/metrics":
                measure()
                return HTTPPage(status: .ok, contentType: PrometheusText.contentType, body: registry.text)
            case "/healthz":
                // Only a restart helps then, and a program that watches this page can do it.
                return health.state == .suspended ? .text(.unavailable, "suspended") : .text(.ok, "ok")
            case "/readyz":
                return health.isReady ? .text(.ok, "ready") : .text(.unavailable, health.state.rawValue)
            default:
                return nil
            }
        }

        private func measure() {
            let usage = ProcessUsage()
            metrics.raise(.processSeconds, to: usage.processorSeconds)
            if let bytes = usage.residentBytes { metrics.set(.processMemory, to: Double(bytes)) }
            if let files = usage.openFiles { metrics.set(.processFiles, to: Double(files)) }
            metrics.set(.processFilesMax, to: Double(usage.openFilesMax))
            metrics.set(.ready, to: health.isReady ? 1 : 0)
            metrics.set(.writesSuspended, to: health.state == .suspended ? 1 : 0)
            reading.value?(metrics)
        }
    }
}

extension Node {
    /// Records what can be read at any time, so that nothing has to count it.
    fileprivate func measure(_ metrics: NodeMetrics) {
        metrics.set(.callsActive, to: Double(meter.current.active))
        metrics.set(.streams, to: Double(hub.count), "message")
        metrics.set(.streams, to: Double(proofs.hub.count), "data")
        metrics.set(.messageBytes, to: Double(mailboxes.totalBytes))
        if let observed = proofs.ratesObservedAt {
            let age = context.environment.clock.now().duration(since: observed)
            metrics.set(.ratesAge, to: age.inSeconds)
        }
        metrics.set(.timeAhead, to: context.ledger.ledgerClock.time().ahead.inSeconds)
        for (file, path) in [("database", context.store.path), ("log", context.store.path + "-wal")] {
            if let size = try? PrivateFile.size(path) { metrics.set(.databaseBytes, to: Double(size), file) }
        }
    }
}

extension Duration {
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension Instant {
    fileprivate var secondsSince1970: Double { Double(seconds) + Double(nanoseconds) / 1e9 }
}
