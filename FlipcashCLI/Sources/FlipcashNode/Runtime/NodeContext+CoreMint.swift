import FlipcashCore

extension NodeContext {
    /// Records the core mint under this node's key, unless it is recorded already.
    ///
    /// - Throws: `NodeError.unreadableKey` when the database belongs to a node with another key: the addresses of its
    ///   vaults depend on that key.
    func recordCoreMint(keyPath: String) async throws {
        let record = CoreMint.usdf.record(authority: nodeKey.publicKey, now: environment.clock.now())
        let authority = try await committer.commit { writer in
            if let known = try writer.mint(record.mint) { return known.vmAuthority }
            try writer.insert(record)
            return record.vmAuthority
        }
        guard authority == record.vmAuthority else {
            throw NodeError.foreignDatabase(of: authority, key: keyPath)
        }
    }
}
