public import FlipcashCore

/// Errors from starting a node and from operator commands.
///
/// Each description says what went wrong and where; ``advice`` says what to do. No case contains a secret.
public enum NodeError: Error, Equatable, Sendable {
    /// Another node already runs on the folder.
    case folderInUse(path: String)
    /// Other users can read a file that only its owner may read.
    case insecureFile(path: String, mode: UInt16)
    /// The node's folder is open to its group or to others.
    case insecureFolder(path: String, mode: UInt16)
    /// The node's key file exists but cannot be used.
    case unreadableKey(path: String, reason: String)
    /// The folder has a database, but not the key that it belongs to.
    case missingKey(path: String, owner: PublicKey)
    /// The folder has a key, but its database is missing or empty.
    case missingDatabase(path: String, key: String)
    /// The folder already has a node, so a backup cannot be restored to it.
    case folderHasNode(path: String)
    /// The folder has no node.
    case noNode(path: String)
    /// A file of a backup cannot be used, or would replace an existing file.
    case unusableBackup(path: String, reason: String)
    /// A certificate or its private key cannot be used.
    case unusableTLSFile(path: String, reason: String)
    /// The node's settings file exists but cannot be used.
    case invalidSettings(path: String, reason: String)
    /// The address of the database is not one of PostgreSQL. The error does not quote it, since it may hold a password.
    case invalidDatabaseAddress
    /// The database is one of PostgreSQL, and PostgreSQL's client library is not installed or cannot be loaded.
    case missingDatabaseLibrary(reason: String)
    /// A system call on one of the node's files failed.
    case fileSystem(operation: String, path: String, reason: String)
    /// A listener other than loopback or a Unix socket was requested without a certificate.
    case tlsRequired(host: String)
    /// A listener could not be bound.
    case cannotListen(address: String, reason: String)
    /// A Unix socket's path is longer than the operating system allows.
    case socketPathTooLong(path: String, limit: Int)
    /// No usable exchange rates were available at the start.
    case rateSource(description: String, reason: String)
    /// No node runs on the folder.
    case notRunning(path: String)
    /// The operator socket was closed before an answer arrived: the node is stopping, or was killed.
    case closedWithoutAnswer(path: String)
    /// The answer on the operator socket was not valid, or came too late.
    case adminProtocol(reason: String)
    /// An operator's command was understood and refused.
    case refused(reason: String)
}

extension NodeError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .folderInUse(let path):
            "another node is running on \(path)"
        case .insecureFile(let path, let mode):
            "\(path) can be read by others (mode \(String(mode, radix: 8)))"
        case .insecureFolder(let path, let mode):
            "the folder \(path) is open to users other than its owner (mode \(String(mode, radix: 8)))"
        case .unreadableKey(let path, let reason):
            "the node's key file \(path) cannot be used: \(reason); restore it from a backup"
        case .missingKey(let path, let owner):
            "the database belongs to the node key \(owner.base58), and \(path) is missing"
        case .missingDatabase(let path, let key):
            "\(key) is the key of a node whose database \(path) is missing or empty"
        case .folderHasNode(let path):
            "\(path) has a node already"
        case .noNode(let path):
            "there is no node in \(path)"
        case .unusableBackup(let path, let reason):
            "\(path) cannot be used: \(reason)"
        case .unusableTLSFile(let path, let reason):
            "\(path) cannot be used: \(reason); correct it, or use another file"
        case .invalidSettings(let path, let reason):
            "the node's settings \(path) cannot be used: \(reason); correct them"
        case .invalidDatabaseAddress:
            "the database's address is not valid; write postgres://user@host:port/name, "
                + "with special characters percent-encoded"
        case .missingDatabaseLibrary(let reason):
            "PostgreSQL's library libpq cannot be loaded: \(reason)"
        case .fileSystem(let operation, let path, let reason):
            "cannot \(operation) \(path): \(reason); correct that and try again"
        case .tlsRequired(let host):
            "\(host) is not a loopback address: listening on it needs a certificate and its private key"
        case .cannotListen(let address, let reason):
            "cannot listen on \(address): \(reason); use another address"
        case .socketPathTooLong(let path, let limit):
            "the socket path \(path) is longer than \(limit) bytes; choose a shorter folder"
        case .rateSource(let description, let reason):
            "no exchange rates from \(description): \(reason); "
                + "check this source, or name another one in the node's settings"
        case .notRunning(let path):
            "no node is running on \(path)"
        case .closedWithoutAnswer(let path):
            "the node closed \(path) before it answered: it is stopping, or it was killed"
        case .adminProtocol(let reason):
            "the node's operator socket did not answer as expected: \(reason); "
                + "try again, or restart the node"
        case .refused(let reason):
            reason
        }
    }
}

extension NodeError {
    /// The key file at `path` is not that of the node to which the database belongs.
    static func foreignDatabase(of owner: PublicKey, key path: String) -> NodeError {
        .unreadableKey(path: path, reason: "the database belongs to node key \(owner.base58)")
    }

    /// What an operator can do; nil if the description already says it.
    public var advice: NodeAdvice? {
        switch self {
        case .folderInUse: .stopNode
        case .insecureFile(let path, _): .restrictFile(path)
        case .insecureFolder(let path, _): .restrictFolder(path)
        case .missingKey: .restoreKey
        case .missingDatabase: .restoreDatabase
        case .folderHasNode: .chooseFolder
        case .noNode, .notRunning: .startNode
        case .missingDatabaseLibrary: .installDatabaseLibrary
        case .tlsRequired: .nameCertificate
        case .closedWithoutAnswer: .seeStatus
        case .unreadableKey, .unusableBackup, .unusableTLSFile, .invalidSettings, .invalidDatabaseAddress, .fileSystem,
            .cannotListen, .socketPathTooLong, .rateSource, .adminProtocol, .refused:
            nil
        }
    }
}
