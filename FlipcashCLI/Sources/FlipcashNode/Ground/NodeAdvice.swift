/// What an operator can do about a ``NodeError`` or a ``StoreError``, without the words of any program.
///
/// The description of the error says what was wrong; the program that shows it says what to do in its own words.
public enum NodeAdvice: Hashable, Sendable {
    /// Stop the node that runs on the folder, or choose another folder.
    case stopNode
    /// Start a node in the folder.
    case startNode
    /// Choose another folder.
    case chooseFolder
    /// Let only its owner read and write the file at this path.
    case restrictFile(String)
    /// Put the missing key back from a backup.
    case restoreKey
    /// Put the missing database back from a backup, or move the key away to start a new node.
    case restoreDatabase
    /// Check the database.
    case checkDatabase
    /// Name a certificate and its private key.
    case nameCertificate
    /// Ask for the status of the node.
    case seeStatus
}
