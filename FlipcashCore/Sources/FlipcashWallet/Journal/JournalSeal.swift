import CodeCurves
import FlipcashCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Encrypts each record as one line: base64 of 12 random bytes and ChaCha20-Poly1305 of the JSON, under a key derived
/// from the account's seed (client specification §12.8).
struct JournalSeal: Sendable {
    /// The label that keys and ciphertexts of this format are bound to.
    private static let label = Array("flipcash-journal-v1".utf8)
    private let key: Secret32
    private let random: any RandomSource

    init(seed: Secret32, random: any RandomSource) {
        key = HKDF.key(input: seed, info: Self.label)
        self.random = random
    }

    func seal(_ record: JournalRecord) throws -> [UInt8] {
        var plaintext = try JSONFile.encode(record)
        defer { Zeroing.zero(&plaintext) }
        let nonce = random.bytes(ChaCha20Poly1305.nonceByteCount)
        let sealed = try ChaCha20Poly1305.seal(plaintext, nonce: nonce, associatedData: Self.label, key: key)
        return Array(Data(nonce + sealed).base64EncodedData())
    }

    /// The content of a line.
    enum Line {
        case record(JournalRecord)
        /// Encrypted by this account, but of a type that this program does not know.
        case unknownType
        /// Cut short by a crash, or not encrypted by this account.
        case damaged
    }

    func open(_ line: some Collection<UInt8>) -> Line {
        guard let sealed = Data(base64Encoded: Data(line)), sealed.count > ChaCha20Poly1305.nonceByteCount else {
            return .damaged
        }
        let nonce = Array(sealed.prefix(ChaCha20Poly1305.nonceByteCount))
        let body = Array(sealed.dropFirst(ChaCha20Poly1305.nonceByteCount))
        guard let plaintext = try? ChaCha20Poly1305.open(body, nonce: nonce, associatedData: Self.label, key: key)
        else { return .damaged }
        var json = plaintext.exposedCopy()
        defer { Zeroing.zero(&json) }
        guard let record = try? JSONFile.decode(JournalRecord.self, from: json) else { return .unknownType }
        return .record(record)
    }
}
