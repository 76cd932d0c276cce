import CodeCurves
import Testing

@testable import FlipcashCore

// Reads the values of key, address and transaction vectors: hexadecimal bytes, base58 and derived addresses.
extension VectorValue {
    func hexBytes() throws -> [UInt8] {
        let text = try string()
        let bytes = [UInt8](hex: text)
        guard bytes.count * 2 == text.count else { throw Mismatch(description: "expected hexadecimal, found \(text)") }
        return bytes
    }

    func key() throws -> PublicKey { try PublicKey(base58: string()) }

    func hash() throws -> Hash { try Hash(base58: string()) }

    func hexHash() throws -> Hash { try Hash(hexBytes()) }

    func uint8() throws -> UInt8 { try exactly() }

    func uint32() throws -> UInt32 { try exactly() }

    private func exactly<Value: FixedWidthInteger>() throws -> Value {
        let number = try uint64()
        guard let value = Value(exactly: number) else { throw Mismatch(description: "\(number) is too large") }
        return value
    }

    /// Reads a key pair from a hexadecimal seed.
    func pair() throws -> KeyPair { try KeyPair(seed: hexBytes()) }

    /// Compares address and bump.
    func expect(_ derived: ProgramDerivedAddress, _ location: SourceLocation = #_sourceLocation) throws {
        let (address, bump) = (try self["address"].string(), try self["bump"].uint8())
        #expect(derived.address.base58 == address, sourceLocation: location)
        #expect(derived.bump == bump, sourceLocation: location)
    }
}
