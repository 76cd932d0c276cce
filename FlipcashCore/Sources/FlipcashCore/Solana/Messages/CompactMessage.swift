import CodeCurves

/// The message that the signature of one payment action covers (key specification §12).
///
/// Client and node build the same bytes from the action and the node's nonce; the source's authority signs their
/// SHA-256. Addresses are vaults and token accounts, not owners.
///
/// The enum is indirect, because Swift 6.3.1 miscompiles several values beside a nonce of eight words (`Tests/Layout`).
public indirect enum CompactMessage: Hashable, Sendable {
    /// Transfers `amount` quarks; fee payments are transfers to the fee's destination.
    case transfer(source: PublicKey, destination: PublicKey, amount: UInt64, nonce: VirtualNonce)
    /// Transfers the whole balance and closes the source; the message contains no amount.
    case withdraw(source: PublicKey, destination: PublicKey, nonce: VirtualNonce)
    /// Transfers `amount` quarks to each of several owners, given by their keys and not by their vaults (an extension
    /// that no action of the current contract uses).
    case airdrop(source: PublicKey, owners: [PublicKey], amount: UInt64, nonce: VirtualNonce)

    /// The bytes, without separators; amounts are little-endian.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(146)  // the length of a withdrawal
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

    /// The SHA-256 of the bytes, which is signed.
    public var hash: Hash { Hash(sha256: bytes) }

    /// Signs the message with the source's authority.
    public func sign(with authority: KeyPair) -> Signature {
        hash.withUnsafeBytes { authority.sign($0) }
    }

    /// Whether `signature` is a valid signature of this message by `authority`.
    public func isSigned(by authority: PublicKey, signature: Signature) -> Bool {
        hash.withUnsafeBytes { authority.verify(signature: signature, data: $0) }
    }
}

/// A durable nonce of a virtual machine, whose current value can be used by one signature.
public struct VirtualNonce: Hashable, Sendable {
    /// The nonce's address.
    public let address: PublicKey
    /// The value to sign; the wire calls it a block hash.
    public let value: Hash

    /// Creates a nonce from its address and value.
    public init(address: PublicKey, value: Hash) {
        self.address = address
        self.value = value
    }

    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(bytesOf: address)
        bytes.append(bytesOf: value)
    }
}
