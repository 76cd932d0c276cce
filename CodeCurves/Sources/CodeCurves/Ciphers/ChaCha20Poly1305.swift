import CSodium

/// ChaCha20-Poly1305 authenticated encryption with associated data (RFC 8439).
///
/// A sealed message is the ciphertext, then a tag of 16 bytes.
public enum ChaCha20Poly1305 {
    /// The number of bytes of a nonce.
    public static let nonceByteCount = 12
    /// The number of bytes that sealing adds to a message.
    public static let tagByteCount = 16

    /// Seals `message` and binds `associatedData` to it.
    ///
    /// Never use a nonce twice with the same key.
    ///
    /// - Throws: `CryptographyError.wrongLength` unless the nonce has 12 bytes.
    public static func seal(
        _ message: some Collection<UInt8>, nonce: some Collection<UInt8>, associatedData: some Collection<UInt8>,
        key: Secret32
    ) throws(CryptographyError) -> [UInt8] {
        try requireLength(nonceByteCount, of: "the nonce", nonce.count)
        return [UInt8](unsafeUninitializedCapacity: message.count + tagByteCount) { output, count in
            withBytes(of: message) { message in
                withBytes(of: nonce) { nonce in
                    withBytes(of: associatedData) { data in
                        key.withUnsafeBytes { key in
                            _ = crypto_aead_chacha20poly1305_ietf_encrypt(
                                output.output, nil, message.input, UInt64(message.count),
                                data.input, UInt64(data.count), nil, nonce.input,
                                key.input)
                        }
                    }
                }
                count = message.count + tagByteCount
            }
        }
    }

    /// Opens a message that `seal` made with the same associated data.
    ///
    /// - Throws: `CryptographyError.wrongLength` unless the nonce has 12 bytes,
    ///   `CryptographyError.authenticationFailed` when any input was changed or the key is wrong.
    public static func open(
        _ sealed: some Collection<UInt8>, nonce: some Collection<UInt8>, associatedData: some Collection<UInt8>,
        key: Secret32
    ) throws(CryptographyError) -> SecretBytes {
        try requireLength(nonceByteCount, of: "the nonce", nonce.count)
        guard sealed.count >= tagByteCount else { throw .authenticationFailed }
        var status: Int32 = -1
        let message = SecretBytes(count: sealed.count - tagByteCount) { output in
            withBytes(of: sealed) { sealed in
                withBytes(of: nonce) { nonce in
                    withBytes(of: associatedData) { data in
                        key.withUnsafeBytes { key in
                            status = crypto_aead_chacha20poly1305_ietf_decrypt(
                                output.output, nil, nil,
                                sealed.input, UInt64(sealed.count), data.input, UInt64(data.count),
                                nonce.input, key.input)
                        }
                    }
                }
            }
        }
        guard status == 0 else { throw .authenticationFailed }
        return message
    }
}
