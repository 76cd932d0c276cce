public import Logging
import NIOCore

/// How a node is to run.
public struct NodeConfiguration: Sendable {
    /// Where a node keeps what must survive.
    public enum Storage: Sendable {
        /// In a folder, which is made if need be; one node at a time.
        case folder(NodeFolder)
        /// In memory, with a key made from 32 bytes or drawn anew: for tests and simulations.
        case memory(seed: [UInt8]? = nil)
    }

    /// A certificate chain and its private key, both PEM files.
    public struct TLSFiles: Hashable, Sendable {
        /// The path of the certificate chain, the node's own certificate first.
        public var certificate: String
        /// The path of the private key.
        public var key: String

        /// Names both files; neither is read yet.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// One address to listen on.
    public struct Listener: Hashable, Sendable {
        /// Where clients connect.
        public var address: ListenAddress
        /// Nil serves plaintext, which is refused for anything but loopback and Unix sockets.
        public var tls: TLSFiles?

        /// Listens on `address`, in plaintext unless given a certificate.
        public init(_ address: ListenAddress, tls: TLSFiles? = nil) {
            self.address = address
            self.tls = tls
        }
    }

    /// Where the node keeps what must survive.
    public var storage: Storage
    /// Where clients can connect; none for a node that only its own process talks to.
    public var listeners: [Listener]
    /// Settings that count instead of the folder's `node.json`.
    public var settings: NodeSettings?
    /// Stops the node after this long without a call; nil for never.
    public var idleExit: Duration?
    /// Whether the folder's operator socket is served.
    public var servesAdminSocket: Bool
    /// The program's version, for `node status`.
    public var version: String
    /// Where the node writes its log; nowhere unless set.
    public var log: Logger
    /// What a test does at the node's crash points.
    package var crashPoints = CrashPoints()
    /// How long a client may take to end its side of a call after the node's last message.
    var streamPatience = NodeTransport.patience

    /// Names a configuration; a node that is given storage alone talks to its own process only.
    public init(
        storage: Storage, listeners: [Listener] = [], settings: NodeSettings? = nil, idleExit: Duration? = nil,
        servesAdminSocket: Bool = false, version: String = "1.0.0",
        log: Logger = Logger(label: "flipcash.node", factory: { _ in SwiftLogNoOpLogHandler() })
    ) {
        self.storage = storage
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

    /// Whether only this machine can reach the node.
    var isLocal: Bool { listeners.allSatisfy(\.address.isLocal) }

    func checkListeners() throws(NodeError) {
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
