import CSecretService
import CodeCurves
import FlipcashCore

/// The secret service of a Linux desktop (client specification §2.4). Items have the attributes `application`, which is
/// `flipcash`, `profile` and `owner`.
struct SecretServiceItems: SecretItemStore {
    let profile: String
    /// Whether the session announces the address of a message bus.
    let hasSessionBus: Bool
    /// The time limit of one operation.
    var limit: Duration = .seconds(3)

    var choice: KeyStoreChoice { .secretService }

    func probe() throws(KeyStoreFailure) {
        try perform { flipcash_secret_probe(&$0) }
    }

    func secrets() throws(KeyStoreFailure) -> [SecretBytes] {
        var found: UnsafeMutablePointer<flipcash_secret>?
        var count = 0
        defer { flipcash_secret_free(found, count) }
        try perform { flipcash_secret_list(&$0, profile, &found, &count) }
        return UnsafeBufferPointer(start: found, count: count).map { item in
            SecretBytes(UnsafeBufferPointer(start: item.bytes, count: item.count))
        }
    }

    func store(_ secret: SecretBytes, owner: PublicKey) throws(KeyStoreFailure) {
        let label = "flipcash: words of \(owner.base58) (\(profile))"
        try perform { call in
            secret.withUnsafeBytes { bytes in
                flipcash_secret_store(
                    &call, profile, owner.base58, label, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    bytes.count)
            }
        }
    }

    func remove(owner: PublicKey) throws(KeyStoreFailure) {
        try perform { flipcash_secret_remove(&$0, profile, owner.base58) }
    }

    /// Makes one call with a time limit. Fails if there is no bus, because GLib would try to start one.
    private func perform(
        _ operation: (inout flipcash_secret_call) -> flipcash_secret_status
    ) throws(KeyStoreFailure) {
        guard hasSessionBus else {
            throw .systemStore(choice, .missing(reason: "this session has no message bus"))
        }
        var call = flipcash_secret_call()
        call.limit_ms = Int32(clamping: limit.components.seconds * 1_000)
        let status = operation(&call)
        guard status != FLIPCASH_SECRET_OK else { return }
        let reason = withUnsafeBytes(of: call.reason) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        switch status {
        case FLIPCASH_SECRET_NO_LIBRARY, FLIPCASH_SECRET_NO_SERVICE:
            throw .systemStore(choice, .missing(reason: reason))
        case FLIPCASH_SECRET_LOCKED: throw .systemStore(choice, .locked(reason: reason))
        default: throw .systemStore(choice, .failed(reason: reason))
        }
    }
}
