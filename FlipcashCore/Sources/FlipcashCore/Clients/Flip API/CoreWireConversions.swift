import FlipcashCoreAPI
import ProtobufCodec

extension PublicKey {
    var coreWire: Flipcash_Common_V1_PublicKey { .with { $0.value = bytes } }

    init?(coreWire: Flipcash_Common_V1_PublicKey) { self.init(exactly: coreWire.value) }
}

extension Signature {
    var coreWire: Flipcash_Common_V1_Signature { .with { $0.value = bytes } }
}

extension KeyPair {
    /// Returns the `auth` of a request: a signature over the serialized message without its `auth` (wire contract
    /// §3.2).
    func auth(over bytes: [UInt8]) -> Flipcash_Common_V1_Auth {
        let signature = sign(bytes)
        return .with {
            $0.keyPair = .with {
                $0.pubKey = publicKey.coreWire
                $0.signature = signature.coreWire
            }
        }
    }
}
