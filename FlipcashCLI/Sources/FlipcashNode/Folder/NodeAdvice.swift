/// What an operator can do about a ``NodeError`` or a ``StoreError``, in terms that do not depend on a program.
///
/// The error's description says what went wrong. The program that shows the error phrases the advice.
public enum NodeAdvice: Hashable, Sendable {
    /// Stop the node that runs on the folder, or choose another folder.
    case stopNode
    /// Start a node in the folder.
    case startNode
    /// Choose another folder.
    case chooseFolder
    /// Let only its owner read and write the file at this path.
    case restrictFile(String)
    /// Let only its owner use the folder at this path.
    case restrictFolder(String)
    /// Restore the missing key from a backup.
    case restoreKey
    /// Restore the missing database from a backup, or move the key away to start a new node.
    case restoreDatabase
    /// Check the database.
    case checkDatabase
    /// Install PostgreSQL's client library.
    case installDatabaseLibrary
    /// Name a certificate and its private key.
    case nameCertificate
    /// Ask for the status of the node.
    case seeStatus
}
