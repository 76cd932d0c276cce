import FlipcashCore

/// Where an account's dollars are.
struct AccountAddresses: Sendable {
    let owner: PublicKey
    /// Where money from outside is sent to.
    let deposit: PublicKey
    /// Where the balance is.
    let vault: PublicKey
}
