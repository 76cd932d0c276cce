import CSodium

/// XSalsa20-Poly1305 ("secretbox easy", key specification §2.6): tag of 16 bytes, then the ciphertext.
public enum SecretBox {
    /// The size of a nonce.
    public static let nonceByteCount = 24
    /// What sealing adds to a message.
    public static let tagByteCount = 16

    /// Seals `message`. A nonce must never be used twice with one key.
    ///
    /// - Throws: `CryptographyError.wrongLength` for a nonce that is not 24 bytes.
    public static func seal(
        _ message: some Collection<UInt8>, nonce: some Collection<UInt8>, key: Secret32
    ) throws(CryptographyError) -> [UInt8] {
        try requireLength(nonceByteCount, of: "the nonce", nonce.count)
        return [UInt8](unsafeUninitializedCapacity: message.count + tagByteCount) { output, count in
            withBytes(of: message) { message in
                withBytes(of: nonce) { nonce in
                    key.withUnsafeBytes { key in
                        _ = crypto_secretbox_easy(
                            output.output, message.input, UInt64(message.count), nonce.input,
                            key.input)
                    }
                }
                count = message.count + tagByteCount
            }
        }
    }

    /// Opens what `seal` made.
    ///
    /// - Throws: `CryptographyError.wrongLength` for a nonce that is not 24 bytes,
    ///   `CryptographyError.authenticationFailed` for anything changed or a wrong key.
    public static func open(
        _ sealed: some Collection<UInt8>, nonce: some Collection<UInt8>, key: Secret32
    ) throws(CryptographyError) -> SecretBytes {
        try requireLength(nonceByteCount, of: "the nonce", nonce.count)
        guard sealed.count >= tagByteCount else { throw .authenticationFailed }
        var status: Int32 = -1
        let message = SecretBytes(count: sealed.count - tagByteCount) { output in
            withBytes(of: sealed) { sealed in
                withBytes(of: nonce) { nonce in
                    key.withUnsafeBytes { key in
                        status = crypto_secretbox_open_easy(
                            output.output, sealed.input,
                            UInt64(sealed.count), nonce.input,
                            key.input)
                    }
                }
            }
        }
        guard status == 0 else { throw .authenticationFailed }
        return message
    }
}
