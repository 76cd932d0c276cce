import FlipcashCore
import FlipcashCoreAPI
import ProtobufCodec

/// The form in which a server keeps entities and results: the bytes of their messages.
///
/// The bytes lack what no message contains: the owner of a friend row, the creator of an invitation, and the row that a
/// claim has merged.
extension SplitEntity {
    /// The bytes of the entity.
    ///
    /// - Throws: ``SplitFailure`` `malformed` for an entity whose ids are not those of messages.
    public func stored() throws(SplitFailure) -> [UInt8] {
        do {
            return try wire().serializedBytes()
        } catch {
            throw SplitFailure(.malformed)
        }
    }

    /// Reads the bytes of an entity.
    ///
    /// - Parameter owner: the owner of a friend row, or the creator of an invitation.
    /// - Throws: ``SplitFailure`` `malformed`.
    public init(stored bytes: [UInt8], owner: AccountID) throws(SplitFailure) {
        do {
            self = try SplitEntity(wire: Flipcash_Split_V1_Entity(serializedBytes: bytes), viewer: owner)
        } catch {
            throw SplitFailure(.malformed)
        }
    }
}

extension OperationResult {
    /// The bytes of the result.
    ///
    /// - Throws: ``SplitFailure`` `malformed`.
    public func stored() throws(SplitFailure) -> [UInt8] {
        do {
            return try wire().serializedBytes()
        } catch {
            throw SplitFailure(.malformed)
        }
    }

    /// Reads the bytes of a result.
    ///
    /// - Throws: ``SplitFailure`` `malformed`.
    public init(stored bytes: [UInt8]) throws(SplitFailure) {
        do {
            self = try OperationResult(wire: Flipcash_Split_V1_OpResult(serializedBytes: bytes))
        } catch {
            throw SplitFailure(.malformed)
        }
    }
}

extension MemberID {
    /// The id of 16 bytes; nil for another number of bytes.
    public init?(bytes: [UInt8]) {
        guard let text = UUIDBytes(bytes)?.text else { return nil }
        self.init(text)
    }

    /// The 16 bytes of the id; nil when the text is not a UUID.
    public var bytes: [UInt8]? { UUIDBytes(text: text)?.bytes }
}

extension EntityID {
    /// The id of 16 bytes; nil for another number of bytes.
    public init?(bytes: [UInt8]) {
        guard let text = UUIDBytes(bytes)?.text else { return nil }
        self.init(text)
    }

    /// The 16 bytes of the id; nil when the text is not a UUID.
    public var bytes: [UInt8]? { UUIDBytes(text: text)?.bytes }
}

extension PaymentAdvance {
    /// The 32 bytes of the wallet's intent.
    public var intentBytes: [UInt8]? { intent.flatMap { Hexadecimal.decode($0) } }

    /// The 32 bytes of a cash link's vault.
    public var giftCardVaultBytes: [UInt8]? { giftCardVault.flatMap { Hexadecimal.decode($0) } }
}

extension SplitPayment {
    /// The 32 bytes of the wallet's intent.
    public var intentBytes: [UInt8]? { intent.flatMap { Hexadecimal.decode($0) } }

    /// The 32 bytes of a cash link's vault.
    public var giftCardVaultBytes: [UInt8]? { giftCardVault.flatMap { Hexadecimal.decode($0) } }
}
