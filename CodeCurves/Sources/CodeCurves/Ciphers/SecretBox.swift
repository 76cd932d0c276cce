import CSodium

/// XSalsa20-Poly1305 authenticated encryption (libsodium's `crypto_secretbox_easy`, key specification §2.6).
///
/// A sealed message is a tag of 16 bytes, then the ciphertext.
public enum SecretBox {
    /// The number of bytes of a nonce.
    public static let nonceByteCount = 24
    /// The number of bytes that sealing adds to a message.
    public static let tagByteCount = 16

    /// Seals `message`.
    ///
    /// Never use a nonce twice with the same key.
    ///
    /// - Throws: `CryptographyError.wrongLength` unless the nonce has 24 bytes.
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

    /// Opens a message that `seal` made.
    ///
    /// - Throws: `CryptographyError.wrongLength` unless the nonce has 24 bytes,
    ///   `CryptographyError.authenticationFailed` when any input was changed or the key is wrong.
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
