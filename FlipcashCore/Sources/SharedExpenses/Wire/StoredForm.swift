import FlipcashCoreAPI
import ProtobufCodec

/// The form in which a server keeps entities and results: the bytes of their messages.
///
/// The bytes lack what no message contains: the owner of a friend row, the creator of an invitation, and the row that a
/// claim has merged.
extension SplitEntity {
    /// The bytes of the entity.
    ///
    /// - Throws: ``SplitFailure`` `malformed` for a value that messages cannot have, such as an id that is not a UUID.
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
