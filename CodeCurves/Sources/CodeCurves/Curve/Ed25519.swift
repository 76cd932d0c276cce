import CSodium

/// Ed25519 signatures (RFC 8032) with strict verification.
public enum Ed25519 {
    /// The size of a signature.
    public static let signatureByteCount = 64

    /// Whether `signature` is the strict signature of `message` under `publicKey`.
    ///
    /// Accepted only when S is below the group order, neither the key nor R is a point of small order, both
    /// decompress, and the cofactorless equation holds byte for byte. Signatures with other lengths are refused, and
    /// so are keys whose y is not below p: nobody can hold the private half of one.
    /// Validators of the chain apply the same rule; a looser one would accept payments that can never settle.
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
    /// A private key that signs.
    public struct SigningKey: Sendable {
        /// The compressed public point.
        public let publicKey: Bytes32
        private let secret: Secret

        /// What the key was made from.
        private enum Secret: Sendable {
            /// `seed ‖ public key`, 64 bytes.
            case seeded(SecretBytes)
            /// `scalar ‖ prefix`, 64 bytes.
            case expanded(SecretBytes)
        }

        /// The key of a seed.
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

        /// A key without a seed, from `scalar ‖ prefix`.
        ///
        /// The scalar is clamped or reduced modulo the group order, so that its bit 255 is never set. With it set, the
        /// public key would belong to the number without it and signatures to the number with it.
        ///
        /// - Throws: `CryptographyError.wrongLength` unless there are 64 bytes, `.invalidParameter` for a scalar of
        ///   256 bits.
        public init(expanded: SecretBytes) throws(CryptographyError) {
            try requireLength(64, of: "an expanded private key", expanded.count)
            guard expanded.withUnsafeBytes({ $0[31] & 0x80 == 0 }) else {
                throw .invalidParameter("the scalar of an expanded private key has 255 bits, this one has more")
            }
            self.init(checked: expanded)
        }

        init(checked expanded: SecretBytes) {
            secret = .expanded(expanded)
            publicKey = expanded.withUnsafeBytes { Scalar.timesBase($0) }
        }

        /// The seed, when the key was made from one.
        public var seed: Secret32? {
            switch secret {
            case .seeded(let secretKey):
                Secret32 { output in
                    secretKey.withUnsafeBytes { output.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<32])) }
                }
            case .expanded: nil
            }
        }

        /// The 64 bytes `scalar ‖ prefix`: the clamped SHA-512 of the seed, or what the key was made from.
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

        /// The 64 bytes `seed ‖ public key` that Solana tools and libsodium call a secret key; nil without a seed.
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

        /// The signature of a key whose seed is not known: RFC 8032 from the expanded form on.
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
