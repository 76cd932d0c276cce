/// A metric of the node. The raw value is its name on the metrics page.
///
/// `docs/operating.md` has a table with the same names, kinds, labels and meanings. A test compares them.
enum NodeMetric: String, CaseIterable, Sendable {
    // These three have the names and labels of the gRPC libraries for Prometheus, so that existing dashboards work.
    case callsStarted = "grpc_server_started_total"
    case callsHandled = "grpc_server_handled_total"
    case callSeconds = "grpc_server_handling_seconds"

    case buildInfo = "flipcash_node_build_info"
    case ready = "flipcash_node_ready"
    case writesSuspended = "flipcash_node_writes_suspended"
    case connections = "flipcash_node_connections"
    case connectionsAccepted = "flipcash_node_connections_accepted_total"
    case callsActive = "flipcash_node_calls_active"
    case streams = "flipcash_node_streams"
    case messageBytes = "flipcash_node_message_bytes"
    case requestsRefused = "flipcash_node_requests_refused_total"

    case intentsAnswered = "flipcash_node_intents_answered_total"
    case intentsCommitted = "flipcash_node_intents_committed_total"
    case deposits = "flipcash_node_deposits_total"
    case swapsAnswered = "flipcash_node_swaps_answered_total"
    case swapsStarted = "flipcash_node_swaps_started_total"
    case trades = "flipcash_node_trades_total"

    case unitsWaiting = "flipcash_node_units_waiting"
    case groupSeconds = "flipcash_node_group_commit_seconds"
    case groupUnits = "flipcash_node_group_units"
    case groupsLost = "flipcash_node_groups_lost_total"
    case databaseBytes = "flipcash_node_database_bytes"

    case ratesAge = "flipcash_node_rates_age_seconds"
    case rateSourceFailures = "flipcash_node_rate_source_failures_total"
    case timeAhead = "flipcash_node_time_ahead_seconds"
    case workerRounds = "flipcash_node_worker_rounds_total"

    // These have the names of Prometheus's client libraries.
    case processSeconds = "process_cpu_seconds_total"
    case processMemory = "process_resident_memory_bytes"
    case processStart = "process_start_time_seconds"
    case processFiles = "process_open_fds"
    case processFilesMax = "process_max_fds"
}

extension NodeMetric {
    /// The names of the labels, in the order in which `NodeMetrics` takes their values. All values come from short,
    /// fixed lists: a client cannot add one.
    var labels: [String] {
        switch self {
        case .callsStarted, .callSeconds: ["grpc_type", "grpc_service", "grpc_method"]
        case .callsHandled: ["grpc_type", "grpc_service", "grpc_method", "grpc_code"]
        case .buildInfo: ["version", "build"]
        case .streams: ["kind"]
        case .requestsRefused: ["reason"]
        case .intentsAnswered: ["result"]
        case .intentsCommitted, .swapsStarted: ["kind"]
        case .swapsAnswered: ["result"]
        case .deposits: ["source"]
        case .databaseBytes: ["file"]
        case .workerRounds: ["worker", "outcome"]
        case .ready, .writesSuspended, .trades, .connections, .connectionsAccepted, .callsActive, .messageBytes,
            .unitsWaiting, .groupSeconds, .groupUnits, .groupsLost, .ratesAge, .rateSourceFailures, .timeAhead,
            .processSeconds, .processMemory, .processStart, .processFiles, .processFilesMax:
            []
        }
    }

    /// What kind of metric it is, with the bounds of a histogram.
    var kind: MetricShape.Kind {
        switch self {
        case .callSeconds, .groupSeconds: .histogram(bounds: MetricShape.seconds)
        case .groupUnits: .histogram(bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256])
        case .callsStarted, .callsHandled, .connectionsAccepted, .requestsRefused, .intentsAnswered, .intentsCommitted,
            .deposits, .swapsAnswered, .swapsStarted, .trades, .groupsLost, .rateSourceFailures, .workerRounds,
            .processSeconds:
            .counter
        case .buildInfo, .ready, .writesSuspended, .connections, .callsActive, .streams, .messageBytes, .unitsWaiting,
            .databaseBytes, .ratesAge, .timeAhead, .processMemory, .processStart, .processFiles, .processFilesMax:
            .gauge
        }
    }

    /// What the metric means, in one sentence.
    var help: String {
        switch self {
        case .callsStarted: "Calls received."
        case .callsHandled: "Calls that have ended, by status."
        case .callSeconds: "How long calls took. Long-lived streams count when they end."
        case .buildInfo: "Always 1. The labels name the version and the build."
        case .ready: "1 while the node accepts work, otherwise 0."
        case .writesSuspended: "1 after a failed disk or database, until the node is restarted."
        case .connections: "Client connections that are open."
        case .connectionsAccepted: "Client connections accepted."
        case .callsActive: "Calls that are running, streams included."
        case .streams: "Open streams: messages (bills on show) and data (rates and supplies)."
        case .messageBytes: "Bytes of messages that wait to be read."
        case .requestsRefused: "Requests refused before any service saw them."
        case .intentsAnswered: "Intents answered, by result."
        case .intentsCommitted: "Intents of clients written to the ledger."
        case .deposits: "Deposits booked, by the command that made them."
        case .swapsAnswered: "Requests to start a swap answered, by result."
        case .swapsStarted: "Swaps signed by their owners, by what they do."
        case .trades: "Purchases and sales that have changed a currency's pool."
        case .unitsWaiting: "Units of the ledger that wait to be written."
        case .groupSeconds: "How long the durable write of one group took."
        case .groupUnits: "Units in one group."
        case .groupsLost: "Groups that could not be written. Their callers got an error."
        case .databaseBytes: "Size of the SQLite database and of its write-ahead log."
        case .ratesAge: "Age of the current exchange rates."
        case .rateSourceFailures:
            "How often a source in a list of rate sources did not answer."
        case .timeAhead: "How far ledger time is ahead of the machine's clock."
        case .workerRounds: "Rounds of background work."
        case .processSeconds: "Processor time used."
        case .processMemory: "Memory in use."
        case .processStart: "When the node started, in seconds since 1970."
        case .processFiles: "Open files and sockets."
        case .processFilesMax: "The limit of open files and sockets."
        }
    }

    /// The shape of every metric by its name.
    static let shapes = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue, MetricShape(kind: $0.kind, help: $0.help)) })
}

/// How a metric is stored and described.
struct MetricShape: Hashable, Sendable {
    /// The kinds of metrics that Prometheus has.
    enum Kind: Hashable, Sendable {
        /// Only grows.
        case counter
        /// Goes up and down.
        case gauge
        /// Counts values up to each bound.
        case histogram(bounds: [Double])

        /// The name of the kind on the metrics page.
        var name: String {
            switch self {
            case .counter: "counter"
            case .gauge: "gauge"
            case .histogram: "histogram"
            }
        }
    }

    var kind: Kind
    var help: String

    /// Bounds for durations, in seconds.
    static let seconds = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
}
