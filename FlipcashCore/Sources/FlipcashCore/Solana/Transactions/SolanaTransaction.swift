import Foundation

/// A message and the signatures of its signers (key specification §7 and §9).
public struct SolanaTransaction: Hashable, Sendable {
    /// The largest size that the chain accepts, in bytes.
    public static let byteCountMax = 1232

    /// The message that is signed.
    public private(set) var message: SolanaMessage
    /// The signatures in the order of the message's signers; zeros for a missing signature.
    public private(set) var signatures: [Signature]

    /// Creates an unsigned transaction.
    public init(message: SolanaMessage) {
        self.message = message
        signatures = Array(repeating: .zero, count: Int(message.header.requiredSignatures))
    }

    /// Decodes an untrusted transaction; checks every length and index, and rejects trailing bytes.
    ///
    /// - Throws: `SolanaDecodingError`.
    public init(decoding bytes: some Collection<UInt8>) throws(SolanaDecodingError) {
        var reader = ByteReader(bytes)
        guard let count = reader.shortLength(), count * Signature.byteCount <= reader.remaining else {
            throw .truncated(.signatures)
        }
        signatures = (0..<count).compactMap { _ in reader.signature() }
        message = try SolanaMessage(reading: &reader)
        guard count == Int(message.header.requiredSignatures) else {
            throw .wrongSignatureCount(expected: Int(message.header.requiredSignatures), actual: count)
        }
        guard reader.isAtEnd else { throw .trailingBytes(reader.remaining) }
    }

    /// The transaction's id on the chain: the payer's signature.
    public var id: Signature { signatures[0] }

    /// The bytes to send.
    public var encoded: [UInt8] {
        let message = message.encoded
        var bytes: [UInt8] = []
        bytes.reserveCapacity(message.count + signatures.count * Signature.byteCount + 3)
        bytes.append(length: UInt16(signatures.count))
        for signature in signatures { bytes.append(contentsOf: signature.bytes) }
        bytes.append(contentsOf: message)
        return bytes
    }

    /// The number of bytes to send.
    public var byteCount: Int { encoded.count }

    /// Whether the transaction is small enough for the chain.
    public var fitsPacket: Bool { byteCount <= Self.byteCountMax }

    /// The base64 form for the JSON-RPC.
    public var base64: String { Data(encoded).base64EncodedString() }

    /// The base58 form for external wallets.
    public var base58: String { Base58.encode(encoded) }

    /// Replaces the block hash or nonce value, and removes all signatures if it changed.
    public mutating func setBlockhash(_ blockhash: Hash) {
        guard blockhash != message.blockhash else { return }
        self = SolanaTransaction(message: message.with(blockhash: blockhash))
    }
}

extension SolanaTransaction {
    /// Signs with `keys`, each at its position, and keeps the other signatures.
    ///
    /// Changes nothing if any key is not among the signers.
    ///
    /// - Throws: `TransactionSigningError.tooManySigners`, `.accountNotInAccountList`.
    public mutating func sign(with keys: [KeyPair]) throws(TransactionSigningError) {
        guard keys.count <= signatures.count else {
            throw .tooManySigners(keys.count, required: signatures.count)
        }
        let bytes = message.encoded
        var signed = signatures
        for key in keys {
            signed[try place(of: key.publicKey)] = key.sign(bytes)
        }
        signatures = signed
    }

    /// Inserts a received signature if it is a valid signature of the message by `signer`.
    ///
    /// - Throws: `TransactionSigningError.accountNotInAccountList`, `.invalidSignature`.
    public mutating func insert(_ signature: Signature, of signer: PublicKey) throws(TransactionSigningError) {
        let place = try place(of: signer)
        guard signer.verify(signature: signature, data: message.encoded) else { throw .invalidSignature(signer) }
        signatures[place] = signature
    }

    /// Returns the signature of `signer`; nil when it is missing or not required.
    public func signature(of signer: PublicKey) -> Signature? {
        guard let place = try? place(of: signer), signatures[place] != .zero else { return nil }
        return signatures[place]
    }

    /// The signers whose signatures are missing.
    public var missingSigners: [PublicKey] {
        zip(message.requiredSigners, signatures).filter { $1 == .zero }.map(\.0)
    }

    /// Whether all signers' signatures are present and valid.
    public var isFullySigned: Bool {
        let bytes = message.encoded
        return zip(message.requiredSigners, signatures).allSatisfy { $0.verify(signature: $1, data: bytes) }
    }

    private func place(of signer: PublicKey) throws(TransactionSigningError) -> Int {
        guard let place = message.requiredSigners.firstIndex(of: signer) else {
            throw .accountNotInAccountList(signer)
        }
        return place
    }
}

/// Errors from signing a transaction.
public enum TransactionSigningError: Error, Hashable, Sendable, CustomStringConvertible {
    /// More keys were given than signatures are required.
    case tooManySigners(Int, required: Int)
    /// The key is not one of the required signers.
    case accountNotInAccountList(PublicKey)
    /// The signature is not this signer's, or is of another message.
    case invalidSignature(PublicKey)

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .tooManySigners(let count, let required):
            "\(count) keys were given for a transaction that requires \(required) signatures"
        case .accountNotInAccountList(let key):
            "the transaction does not require a signature of \(key.base58)"
        case .invalidSignature(let key):
            "the signature of \(key.base58) does not match the transaction"
        }
    }
}
