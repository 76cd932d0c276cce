import FlipcashCoreAPI
import ProtobufCodec
import Testing

/// Rules of the core API as callers meet them.
@Suite struct ContractRuleTests {
    @Test("an empty registration lacks its key")
    func validate_emptyRegister_keyRequired() {
        #expect(throws: ValidationError(field: "public_key", reason: "value is required").self) {
            do throws(ValidationError) {
                try Flipcash_Account_V1_RegisterRequest().validate()
            } catch {
                #expect(
                    error.description == "invalid flipcash.account.v1.RegisterRequest.public_key: value is required")
                throw ValidationError(field: error.path, reason: error.reason)
            }
        }
    }

    @Test("a key of the wrong length is named by its path")
    func validate_shortKey_nestedPath() {
        let request = Flipcash_Account_V1_RegisterRequest.with {
            $0.publicKey.value = [UInt8](repeating: 1, count: 31)
            $0.signature.value = [UInt8](repeating: 1, count: 64)
        }
        let error = #expect(throws: ValidationError.self) { try request.validate() }
        #expect(error?.path == "public_key.value")
        #expect(error?.reason == "must have 32 bytes")
    }

    @Test("a complete registration passes")
    func validate_completeRegister_passes() throws {
        try Flipcash_Account_V1_RegisterRequest.with {
            $0.publicKey.value = [UInt8](repeating: 1, count: 32)
            $0.signature.value = [UInt8](repeating: 1, count: 64)
        }.validate()
    }
}
