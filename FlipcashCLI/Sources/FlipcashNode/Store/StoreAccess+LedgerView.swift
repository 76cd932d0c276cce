import FlipcashCore

extension StoreReader: LedgerView {}
extension StoreWriter: LedgerView {}

extension StoreReading {
    func isRegistered(_ key: PublicKey) throws -> Bool? { try user(publicKey: key)?.isRegistered }
}
