public import Logging
import NIOCore

/// The configuration of a node.
public struct NodeConfiguration: Sendable {
    /// Where a node stores its data.
    public enum Storage: Sendable {
        /// In a folder, which is created if missing; one node at a time.
        case folder(NodeFolder)
        /// In memory, with a key from the given 32 bytes or a random one: for tests and simulations.
        case memory(seed: [UInt8]? = nil)
    }

    /// A certificate chain and its private key, both PEM files.
    public struct TLSFiles: Hashable, Sendable {
        /// The path of the certificate chain, which starts with the node's own certificate.
        public var certificate: String
        /// The path of the private key.
        public var key: String

        /// Names both files without reading them.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// One address to listen on.
    public struct Listener: Hashable, Sendable {
        /// Where clients connect.
        public var address: ListenAddress
        /// The certificate; nil for plaintext, which is allowed only on loopback and Unix sockets.
        public var tls: TLSFiles?

        /// Listens on `address`; in plaintext without a certificate.
        public init(_ address: ListenAddress, tls: TLSFiles? = nil) {
            self.address = address
            self.tls = tls
        }
    }

    /// Where the node stores its data.
    public var storage: Storage
    /// The PostgreSQL database to use, which exists; nil for the folder's settings, and without those an SQLite file in
    /// the folder, or memory.
    public var database: PostgreSQLURL?
    /// The addresses for clients; empty for a node that only its own process uses.
    public var listeners: [Listener]
    /// Settings to use instead of the folder's `node.json`.
    public var settings: NodeSettings?
    /// Stops the node after this time without a call; nil for never.
    public var idleExit: Duration?
    /// Whether to serve the folder's operator socket.
    public var servesAdminSocket: Bool
    /// Where to serve metrics and health over plain HTTP: a loopback address; nil for nowhere.
    public var metricsAddress: ListenAddress?
    /// The program's version, for `node status`.
    public var version: String
    /// The node's log; discards everything by default.
    public var log: Logger
    /// The SQLite URI of a database on a test's own disk, for a node that otherwise keeps its data in memory.
    package var databaseURI: String?
    /// A test's actions at the node's crash points.
    package var crashPoints = CrashPoints()
    /// Limits on the messages in the mailboxes of bills.
    var messageLimits: MessageLimits?
    /// How long a client may take to end its side of a call after the node's last message.
    var streamPatience = NodeTransport.patience

    /// Creates a configuration; with only a storage, the node serves its own process only.
    public init(
        storage: Storage, database: PostgreSQLURL? = nil, listeners: [Listener] = [], settings: NodeSettings? = nil,
        idleExit: Duration? = nil, servesAdminSocket: Bool = false, version: String = "1.0.0",
        log: Logger = Logger(label: "flipcash.node", factory: { _ in SwiftLogNoOpLogHandler() })
    ) {
        self.storage = storage
        self.database = database
        self.listeners = listeners
        self.settings = settings
        self.idleExit = idleExit
        self.servesAdminSocket = servesAdminSocket
        self.version = version
        self.log = log
    }

    /// A node inside this process, keeping its data in `folder`: what the endpoint `embedded:` means.
    public static func embedded(_ folder: NodeFolder) -> NodeConfiguration {
        NodeConfiguration(storage: .folder(folder))
    }

    /// A node in memory, for tests.
    public static func inMemory(seed: [UInt8]? = nil) -> NodeConfiguration {
        NodeConfiguration(storage: .memory(seed: seed))
    }

    func checkListeners() throws(NodeError) {
        if let metricsAddress {
            guard case .tcp = metricsAddress, metricsAddress.isLocal else {
                throw .cannotListen(
                    address: metricsAddress.description,
                    reason: "metrics are served without encryption, so only on a loopback address")
            }
        }
        for listener in listeners {
            try listener.tls?.check()
            switch listener.address {
            case .unix(let path): try SocketPath.check(path)
            case .tcp(let host, _):
                guard listener.address.isLocal || listener.tls != nil else { throw .tlsRequired(host: host) }
            }
        }
    }
}
