import FlipcashCore

/// Stores used nonces in a file of the profile, 64 bytes each: address and value.
struct FileNonceStore: NonceStore {
    private static let entryByteCount = 64

    let path: String
    let files: any FileSystem

    func load() -> [VirtualNonce] {
        let bytes = ((try? files.read(path)) ?? nil) ?? []
        let start = max(0, bytes.count / Self.entryByteCount - NonceMemory.capacity) * Self.entryByteCount
        return stride(from: start, to: bytes.count - Self.entryByteCount + 1, by: Self.entryByteCount).compactMap {
            guard let address = PublicKey(exactly: bytes[$0..<$0 + 32]),
                let value = Hash(exactly: bytes[$0 + 32..<$0 + 64])
            else { return nil }
            return VirtualNonce(address: address, value: value)
        }
    }

    func append(_ nonce: VirtualNonce) {
        let bytes = ((try? files.read(path)) ?? nil) ?? []
        let entry = nonce.address.bytes + nonce.value.bytes
        // Drop a partial entry at the end: it would shift every later entry.
        let whole = bytes.count - bytes.count % Self.entryByteCount
        if whole == bytes.count, bytes.count < 2 * NonceMemory.capacity * Self.entryByteCount {
            try? files.append(entry, to: path)
        } else {
            let kept = bytes[..<whole].suffix(NonceMemory.capacity * Self.entryByteCount)
            try? files.replace(path, with: Array(kept) + entry)
        }
    }
}
