import FlipcashCore

/// The addresses of an account for one token.
struct AccountAddresses: Sendable {
    let owner: PublicKey
    /// The address that receives money from outside.
    let deposit: PublicKey
    /// The address that holds the balance.
    let vault: PublicKey
}
