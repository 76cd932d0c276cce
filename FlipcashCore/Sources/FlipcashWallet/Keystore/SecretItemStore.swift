import CodeCurves
import FlipcashCore

/// A store of the operating system that keeps one secret for each account, separately for each profile.
///
/// No operation asks the user for input, and each returns within seconds.
protocol SecretItemStore: Sendable {
    /// The name of this store in a profile.
    var choice: KeyStoreChoice { get }

    /// Checks that a secret could be stored now.
    ///
    /// - Throws: `KeyStoreFailure.systemStore` with the reason if it could not.
    func probe() throws(KeyStoreFailure)

    /// Returns all secrets of the profile, in any order.
    func secrets() throws(KeyStoreFailure) -> [SecretBytes]

    /// Stores the secret of an account, replacing an earlier one.
    func store(_ secret: SecretBytes, owner: PublicKey) throws(KeyStoreFailure)

    /// Removes the secret of an account; does nothing if it is missing.
    func remove(owner: PublicKey) throws(KeyStoreFailure)
}

/// Why a store of the operating system cannot be used now.
public enum SystemStoreProblem: Hashable, Sendable {
    /// This machine or this session has no such store.
    case missing(reason: String)
    /// The store is locked, and this program does not ask to unlock it.
    case locked(reason: String)
    /// The operation failed.
    case failed(reason: String)
}
