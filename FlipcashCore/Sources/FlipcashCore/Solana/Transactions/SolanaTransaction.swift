import Foundation

/// A message and a place for the signature of each of its signers (key specification §7 and §9).
public struct SolanaTransaction: Hashable, Sendable {
    /// The most bytes that the chain takes.
    public static let byteCountMax = 1232

    /// What is signed.
    public private(set) var message: SolanaMessage
    /// The signatures in the order of the message's signers; zeros where one is still to come.
    public private(set) var signatures: [Signature]

    /// A transaction that nobody has signed.
    public init(message: SolanaMessage) {
        self.message = message
        signatures = Array(repeating: .zero, count: Int(message.header.requiredSignatures))
    }

    /// Reads a transaction that came from outside. Every length and every index is checked, and nothing may follow.
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

    /// The id under which the chain knows the transaction: the payer's signature.
    public var id: Signature { signatures[0] }

    /// The bytes that are sent.
    public var encoded: [UInt8] {
        let message = message.encoded
        var bytes: [UInt8] = []
        bytes.reserveCapacity(message.count + signatures.count * Signature.byteCount + 3)
        bytes.append(length: UInt16(signatures.count))
        for signature in signatures { bytes.append(contentsOf: signature.bytes) }
        bytes.append(contentsOf: message)
        return bytes
    }

    /// How many bytes are sent.
    public var byteCount: Int { encoded.count }

    /// Whether the chain takes so many bytes.
    public var fitsPacket: Bool { byteCount <= Self.byteCountMax }

    /// The form of the JSON-RPC.
    public var base64: String { Data(encoded).base64EncodedString() }

    /// The form in which external wallets take and give transactions.
    public var base58: String { Base58.encode(encoded) }

    /// Puts another block hash or nonce value into the message, which takes away every signature.
    public mutating func setBlockhash(_ blockhash: Hash) {
        guard blockhash != message.blockhash else { return }
        self = SolanaTransaction(message: message.with(blockhash: blockhash))
    }
}

extension SolanaTransaction {
    /// Signs with `keys`, each in its place, and leaves the other signatures as they are.
    ///
    /// Nothing changes unless every key belongs.
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

    /// Puts a signature that came from outside into its place, if it is `signer`'s strict signature of the message.
    ///
    /// - Throws: `TransactionSigningError.accountNotInAccountList`, `.invalidSignature`.
    public mutating func insert(_ signature: Signature, of signer: PublicKey) throws(TransactionSigningError) {
        let place = try place(of: signer)
        guard signer.verify(signature: signature, data: message.encoded) else { throw .invalidSignature(signer) }
        signatures[place] = signature
    }

    /// The signature of `signer`; nil when it is still to come or none is wanted.
    public func signature(of signer: PublicKey) -> Signature? {
        guard let place = try? place(of: signer), signatures[place] != .zero else { return nil }
        return signatures[place]
    }

    /// The signers whose signatures are still to come.
    public var missingSigners: [PublicKey] {
        zip(message.requiredSigners, signatures).filter { $1 == .zero }.map(\.0)
    }

    /// Whether every signer's strict signature of the message is there.
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

/// Why a transaction was not signed.
public enum TransactionSigningError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There are more keys than signatures wanted.
    case tooManySigners(Int, required: Int)
    /// The key is not among those that must sign.
    case accountNotInAccountList(PublicKey)
    /// The signature is not this signer's, or not of this message.
    case invalidSignature(PublicKey)

    public var description: String {
        switch self {
        case .tooManySigners(let count, let required):
            "\(count) keys were given for a transaction that wants \(required) signatures"
        case .accountNotInAccountList(let key):
            "the transaction wants no signature of \(key.base58)"
        case .invalidSignature(let key):
            "the signature of \(key.base58) does not fit the transaction"
        }
    }
}
