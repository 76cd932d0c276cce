public import CodeCurves

/// A node of an Ed25519 key tree (SLIP-0010): a private key and the chain code for its children.
///
/// All children are hardened, so a child's key reveals nothing about its parent or siblings.
public struct HardenedKey: Sendable {
    /// The Ed25519 seed of this node.
    public let key: Secret32
    /// The input, besides the key, from which children are derived.
    public let chainCode: Secret32

    /// Creates the root of a tree.
    public init(seed: SecretBytes) {
        var hmac = HMAC<SHA512>(key: "ed25519 seed".utf8)
        defer { hmac.clear() }
        seed.withUnsafeBytes { hmac.update(buffer: $0) }
        (key, chainCode) = hmac.secretHalves
    }

    private init(halves: (left: Secret32, right: Secret32)) {
        (key, chainCode) = halves
    }

    /// Returns the child at a hardened index.
    public func child(_ index: HardenedIndex) -> HardenedKey {
        var hmac = chainCode.withUnsafeBytes { HMAC<SHA512>(key: $0) }
        defer { hmac.clear() }
        hmac.update([0])
        key.withUnsafeBytes { hmac.update(buffer: $0) }
        withUnsafeBytes(of: (1 << 31 | index.value).bigEndian) { hmac.update(buffer: $0) }
        return HardenedKey(halves: hmac.secretHalves)
    }

    /// Returns the node at the end of `path`.
    public func descendant(at path: DerivationPath) -> HardenedKey {
        path.components.reduce(self) { $0.child($1.index) }
    }

    /// The key pair of this node.
    public var keyPair: KeyPair { KeyPair(seed: key) }
}

extension HardenedKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A fixed text, because the key is secret.
    public var description: String { "HardenedKey" }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` and debuggers do not show the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
