import CodeCurves
import FlipcashCore

/// A store of the operating system that keeps one secret for each account, apart for every profile.
///
/// None of its operations asks the person anything, and all of them come back within seconds.
protocol SecretItemStore: Sendable {
    /// What a profile calls this store.
    var choice: KeyStoreChoice { get }

    /// Checks that a secret could be stored now.
    ///
    /// - Throws: `KeyStoreFailure.systemStore` with the reason that it could not.
    func probe() throws(KeyStoreFailure)

    /// All secrets of the profile, in no order.
    func secrets() throws(KeyStoreFailure) -> [SecretBytes]

    /// Stores the secret of an account, replacing the one it had.
    func store(_ secret: SecretBytes, owner: PublicKey) throws(KeyStoreFailure)

    /// Removes the secret of an account; a missing one is no error.
    func remove(owner: PublicKey) throws(KeyStoreFailure)
}

/// Why a store of the operating system cannot be used now.
public enum SystemStoreProblem: Hashable, Sendable {
    /// There is no such store on this machine or in this session.
    case missing(reason: String)
    /// It is there and locked, and nobody is asked to unlock it.
    case locked(reason: String)
    /// It did not do what was asked.
    case failed(reason: String)

    /// What the store said.
    var reason: String {
        switch self {
        case .missing(let reason), .locked(let reason), .failed(let reason): reason
        }
    }
}
