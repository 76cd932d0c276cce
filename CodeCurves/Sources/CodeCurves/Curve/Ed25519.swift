import CSodium

/// Ed25519 signatures (RFC 8032) with strict verification.
public enum Ed25519 {
    /// The number of bytes of a signature.
    public static let signatureByteCount = 64

    /// Whether `signature` is a valid signature of `message` under `publicKey`, by strict rules.
    ///
    /// A signature is accepted only when it has 64 bytes, S is below the group order, the key and R both decompress,
    /// neither has small order, and the cofactorless equation holds byte for byte. Keys whose y is not below p are
    /// rejected, because no private key exists for them. Validators of the chain apply the same rules; looser rules
    /// would accept payments that can never settle.
    public static func isValid(
        signature: some Collection<UInt8>, message: some Collection<UInt8>, publicKey: Bytes32
    ) -> Bool {
        guard signature.count == signatureByteCount else { return false }
        return withBytes(of: signature) { signature in
            withBytes(of: message) { message in
                publicKey.withUnsafeBytes { key in
                    crypto_sign_verify_detached(
                        signature.input, message.input, UInt64(message.count),
                        key.input) == 0
                }
            }
        }
    }
}

extension Ed25519 {
    /// A private key for signing.
    public struct SigningKey: Sendable {
        /// The compressed public point.
        public let publicKey: Bytes32
        private let secret: Secret

        /// The bytes that the key was made from.
        private enum Secret: Sendable {
            /// `seed ‖ public key`, 64 bytes.
            case seeded(SecretBytes)
            /// `scalar ‖ prefix`, 64 bytes.
            case expanded(SecretBytes)
        }

        /// Makes a key from its seed.
        public init(seed: Secret32) {
            var publicKey = Bytes32.zero
            let secretKey = SecretBytes(count: 64) { output in
                withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { point in
                    seed.withUnsafeBytes { _ = crypto_sign_seed_keypair(point.output, output.output, $0.input) }
                    publicKey = Bytes32(loading: UnsafeRawBufferPointer(point))
                }
            }
            self.publicKey = publicKey
            secret = .seeded(secretKey)
        }

        /// Makes a key without a seed, from `scalar ‖ prefix`.
        ///
        /// Bit 255 of the scalar must be 0, as it is in clamped and in reduced scalars. If it were 1, the public key
        /// would match the scalar without that bit and signatures the scalar with it.
        ///
        /// - Throws: `CryptographyError.wrongLength` unless there are 64 bytes, `.invalidParameter` when bit 255 is 1.
        public init(expanded: SecretBytes) throws(CryptographyError) {
            try requireLength(64, of: "an expanded private key", expanded.count)
            guard expanded.withUnsafeBytes({ $0[31] & 0x80 == 0 }) else {
                throw .invalidParameter("the scalar of an expanded private key has more than 255 bits")
            }
            self.init(checked: expanded)
        }

        init(checked expanded: SecretBytes) {
            secret = .expanded(expanded)
            publicKey = expanded.withUnsafeBytes { Scalar.timesBase($0) }
        }

        /// The seed; nil when the key was made without one.
        public var seed: Secret32? {
            switch secret {
            case .seeded(let secretKey):
                Secret32 { output in
                    secretKey.withUnsafeBytes { output.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<32])) }
                }
            case .expanded: nil
            }
        }

        /// The 64 bytes `scalar ‖ prefix`: the clamped SHA-512 of the seed, or the bytes that the key was made from.
        public var expanded: SecretBytes {
            switch secret {
            case .expanded(let expanded): expanded
            case .seeded(let secretKey):
                SecretBytes(count: SHA512.digestByteCount) { buffer in
                    var hash = SHA512()
                    defer { hash.clear() }
                    secretKey.withUnsafeBytes { hash.update(buffer: UnsafeRawBufferPointer(rebasing: $0[..<32])) }
                    hash.finalize(into: buffer)
                    buffer[0] &= 0b1111_1000
                    buffer[31] &= 0b0011_1111
                    buffer[31] |= 0b0100_0000
                }
            }
        }

        /// The 64 bytes `seed ‖ public key`, called "secret key" by Solana tools and libsodium; nil without a seed.
        public var secretKey: SecretBytes? {
            switch secret {
            case .seeded(let secretKey): secretKey
            case .expanded: nil
            }
        }

        /// The deterministic signature of `message`, 64 bytes.
        public func signature(for message: some Collection<UInt8>) -> [UInt8] {
            switch secret {
            case .expanded(let expanded): signature(for: message, expanded: expanded)
            case .seeded(let secretKey):
                [UInt8](unsafeUninitializedCapacity: signatureByteCount) { output, count in
                    secretKey.withUnsafeBytes { secretKey in
                        withBytes(of: message) { message in
                            _ = crypto_sign_detached(
                                output.output, nil, message.input, UInt64(message.count), secretKey.input)
                        }
                    }
                    count = signatureByteCount
                }
            }
        }

        /// Signs from the expanded form, for keys without a seed (RFC 8032).
        private func signature(for message: some Collection<UInt8>, expanded: SecretBytes) -> [UInt8] {
            expanded.withUnsafeBytes { expanded in
                withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { nonce in
                    defer { Zeroing.zero(nonce) }
                    var nonceHash = SHA512()
                    defer { nonceHash.clear() }
                    nonceHash.update(buffer: UnsafeRawBufferPointer(rebasing: expanded[32...]))
                    nonceHash.update(message)
                    Scalar.reduce(nonceHash, into: nonce)
                    let commitment = Scalar.timesBase(UnsafeRawBufferPointer(nonce))
                    return commitment.array
                        + response(to: message, expanded: expanded, commitment: commitment, nonce: nonce)
                }
            }
        }

        /// S = nonce + SHA-512(commitment ‖ public key ‖ message) · scalar, modulo L.
        private func response(
            to message: some Collection<UInt8>, expanded: UnsafeRawBufferPointer, commitment: Bytes32,
            nonce: UnsafeMutableRawBufferPointer
        ) -> [UInt8] {
            withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { challenge in
                var hash = SHA512()
                commitment.withUnsafeBytes { hash.update(buffer: $0) }
                publicKey.withUnsafeBytes { hash.update(buffer: $0) }
                hash.update(message)
                Scalar.reduce(hash, into: challenge)
                return [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
                    Scalar.multiply(
                        challenge, UnsafeRawBufferPointer(rebasing: expanded[..<32]), adding: nonce,
                        into: UnsafeMutableRawBufferPointer(buffer))
                    count = 32
                }
            }
        }
    }
}
