public import FlipcashAPI
import ProtobufCodec

/// An exchange rate whose proof verifies under the node's key.
///
/// The proof is kept exactly as received: a payment sends it back, and the node verifies its own signature.
public struct VerifiedRate: Hashable, Sendable {
    /// The signed rate as received.
    public let proto: Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate
    /// The rate in the proof, used for computing.
    public let rate: Rate
    /// When the node observed the rate.
    public let timestamp: Instant

    /// Reads a proof and verifies it.
    ///
    /// - Throws: `ProofError`.
    public init(
        _ proto: Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate, nodeKey: PublicKey
    ) throws(ProofError) {
        let inner = proto.exchangeRate
        do {
            rate = try Rate(wireValue: inner.exchangeRate, currencyCode: inner.currencyCode)
        } catch {
            switch error {
            case .unknownCurrency(let code): throw .unknownCurrency(code)
            case .notPositive: throw .malformed
            }
        }
        guard inner.hasTimestamp, let signature = Signature(wire: proto.signature),
            let bytes = try? canonicalBytes(inner)
        else { throw .malformed }
        guard nodeKey.verify(signature: signature, data: bytes) else { throw .notSignedByNode }
        self.proto = proto
        timestamp = Instant(wire: inner.timestamp)
    }
}

/// A launchpad currency's supply whose proof verifies under the node's key.
public struct VerifiedReserve: Hashable, Sendable {
    /// The signed supply as received.
    public let proto: Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState
    /// The currency's mint.
    public let mint: PublicKey
    /// Quarks in circulation.
    public let supplyFromBonding: UInt64
    /// When the node observed the supply.
    public let timestamp: Instant

    /// Reads a proof and verifies it.
    ///
    /// - Throws: `ProofError`.
    public init(
        _ proto: Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState, nodeKey: PublicKey
    ) throws(ProofError) {
        let inner = proto.reserveState
        guard let mint = PublicKey(wire: inner.mint), inner.hasTimestamp,
            let signature = Signature(wire: proto.signature), let bytes = try? canonicalBytes(inner)
        else { throw .malformed }
        guard nodeKey.verify(signature: signature, data: bytes) else { throw .notSignedByNode }
        self.proto = proto
        self.mint = mint
        supplyFromBonding = inner.supplyFromBonding
        timestamp = Instant(wire: inner.timestamp)
    }
}

/// Errors from verifying a proof.
public enum ProofError: Error, Hashable, Sendable {
    /// A required field is missing or malformed.
    case malformed
    /// This program does not know the currency.
    case unknownCurrency(String)
    /// The signature is not the node's.
    case notSignedByNode
}

extension ProofError: CustomStringConvertible {
    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .malformed: "the proof is incomplete or cannot be read"
        case .unknownCurrency(let code): "the proof is for the unknown currency \"\(code.prefix(16))\""
        case .notSignedByNode: "the proof is not signed by the node"
        }
    }
}
