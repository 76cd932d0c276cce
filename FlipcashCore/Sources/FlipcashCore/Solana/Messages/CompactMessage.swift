import CodeCurves

/// What the signature of one payment action covers. Addresses are vaults and token accounts, not owners.
///
/// Client and node build the same bytes from the action and the nonce that the node hands out; the source's
/// authority signs their SHA-256 (key specification §12).
///
/// The values of a case lie in a box of their own, since several values beside a nonce of eight words are what Swift 6.3.1
/// miscompiles (`Tests/Layout`).
public indirect enum CompactMessage: Hashable, Sendable {
    /// Moves `amount` quarks; fee payments are transfers to the fee's destination.
    case transfer(source: PublicKey, destination: PublicKey, amount: UInt64, nonce: VirtualNonce)
    /// Moves everything and closes the source; there is no amount.
    case withdraw(source: PublicKey, destination: PublicKey, nonce: VirtualNonce)
    /// Moves `amount` quarks to each of several owners, who are named by their keys and not by their vaults (an
    /// extension that no action of the current contract uses).
    case airdrop(source: PublicKey, owners: [PublicKey], amount: UInt64, nonce: VirtualNonce)

    /// The bytes, without separators; amounts are little-endian.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(146)
        switch self {
        case .transfer(let source, let destination, let amount, let nonce):
            bytes.append(contentsOf: "transfer".utf8)
            bytes.append(bytesOf: source)
            bytes.append(bytesOf: destination)
            bytes.append(integer: amount)
            nonce.append(to: &bytes)
        case .withdraw(let source, let destination, let nonce):
            bytes.append(contentsOf: "withdraw_and_close".utf8)
            bytes.append(bytesOf: source)
            bytes.append(bytesOf: destination)
            nonce.append(to: &bytes)
        case .airdrop(let source, let owners, let amount, let nonce):
            bytes.append(contentsOf: "airdrop".utf8)
            bytes.append(bytesOf: source)
            nonce.append(to: &bytes)
            bytes.append(integer: amount)
            for owner in owners { bytes.append(bytesOf: owner) }
        }
        return bytes
    }

    /// The SHA-256 of the bytes: what is signed.
    public var hash: Hash { Hash(sha256: bytes) }

    /// The signature of the source's authority.
    public func sign(with authority: KeyPair) -> Signature {
        hash.withUnsafeBytes { authority.sign($0) }
    }

    /// Whether `signature` is `authority`'s strict signature of this message.
    public func isSigned(by authority: PublicKey, signature: Signature) -> Bool {
        hash.withUnsafeBytes { authority.verify(signature: signature, data: $0) }
    }
}

/// A durable nonce of a virtual machine: one signature may use its current value, once.
public struct VirtualNonce: Hashable, Sendable {
    /// The nonce's address.
    public let address: PublicKey
    /// The value to sign; the wire calls it a block hash.
    public let value: Hash

    /// Names a nonce and its value.
    public init(address: PublicKey, value: Hash) {
        self.address = address
        self.value = value
    }

    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(bytesOf: address)
        bytes.append(bytesOf: value)
    }
}
