public import FlipcashCore

/// Why a node could not start, or why an operator's command was refused.
///
/// Every case says what was wrong and where, and ``advice`` what to do about it. None carries a secret.
public enum NodeError: Error, Equatable, Sendable {
    /// Another node already runs on the folder.
    case folderInUse(path: String)
    /// A file that only its owner may read is open to others.
    case insecureFile(path: String, mode: UInt16)
    /// The node's key file exists but cannot be used.
    case unreadableKey(path: String, reason: String)
    /// The folder has a database without the key that it belongs to.
    case missingKey(path: String, owner: PublicKey)
    /// The folder has a key without the database that belongs to it, or with an empty one.
    case missingDatabase(path: String, key: String)
    /// The folder has a node already, so that no backup can be put back into it.
    case folderHasNode(path: String)
    /// The folder has no node.
    case noNode(path: String)
    /// A file of a backup cannot be used, or would take the place of another one.
    case unusableBackup(path: String, reason: String)
    /// A certificate or its private key cannot be used.
    case unusableTLSFile(path: String, reason: String)
    /// The node's settings file exists but cannot be used.
    case invalidSettings(path: String, reason: String)
    /// A system call on one of the node's files failed.
    case fileSystem(operation: String, path: String, reason: String)
    /// A listener other than loopback or a Unix socket was asked for without a certificate.
    case tlsRequired(host: String)
    /// A listener could not be bound.
    case cannotListen(address: String, reason: String)
    /// A Unix socket's path is longer than the operating system allows.
    case socketPathTooLong(path: String, limit: Int)
    /// No usable exchange rates could be had at start.
    case rateSource(description: String, reason: String)
    /// No node runs on the folder.
    case notRunning(path: String)
    /// The operator socket was closed before an answer came: the node is stopping, or was killed.
    case closedWithoutAnswer(path: String)
    /// The operator socket answered something that is not its protocol, or too late.
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
        case .unreadableKey(let path, let reason):
            "the node's key file \(path) cannot be used: \(reason); restore it from a backup"
        case .missingKey(let path, let owner):
            "the database belongs to the node key \(owner.base58), and \(path) is missing"
        case .missingDatabase(let path, let key):
            "\(key) is the key of a node whose database \(path) is missing or empty"
        case .folderHasNode(let path):
            "\(path) cannot be used: it has a node already"
        case .noNode(let path):
            "there is no node in \(path)"
        case .unusableBackup(let path, let reason):
            "\(path) cannot be used: \(reason)"
        case .unusableTLSFile(let path, let reason):
            "\(path) cannot be used: \(reason)"
        case .invalidSettings(let path, let reason):
            "the node's settings \(path) cannot be used: \(reason)"
        case .fileSystem(let operation, let path, let reason):
            "cannot \(operation) \(path): \(reason)"
        case .tlsRequired(let host):
            "\(host) is not a loopback address: serving it needs a certificate and its private key"
        case .cannotListen(let address, let reason):
            "cannot listen on \(address): \(reason)"
        case .socketPathTooLong(let path, let limit):
            "the socket path \(path) is longer than \(limit) bytes; choose a shorter folder"
        case .rateSource(let description, let reason):
            "no exchange rates from \(description): \(reason)"
        case .notRunning(let path):
            "no node is running on \(path)"
        case .closedWithoutAnswer(let path):
            "the node closed \(path) before it answered: it is stopping, or it was killed"
        case .adminProtocol(let reason):
            "the node's operator socket did not answer as expected: \(reason)"
        case .refused(let reason):
            reason
        }
    }
}

extension NodeError {
    /// What an operator can do about it; nil if the description says so.
    public var advice: NodeAdvice? {
        switch self {
        case .folderInUse: .stopNode
        case .insecureFile(let path, _): .restrictFile(path)
        case .missingKey: .restoreKey
        case .missingDatabase: .restoreDatabase
        case .folderHasNode: .chooseFolder
        case .noNode: .startNode
        case .tlsRequired: .nameCertificate
        case .closedWithoutAnswer: .seeStatus
        case .unreadableKey, .unusableBackup, .unusableTLSFile, .invalidSettings, .fileSystem, .cannotListen,
            .socketPathTooLong, .rateSource, .notRunning, .adminProtocol, .refused:
            nil
        }
    }
}
