#if canImport(Security)
    import CodeCurves
    import FlipcashCore
    import Foundation
    import LocalAuthentication
    import Security

    /// The macOS keychain (client specification §2.4): one generic password of the service `com.flipcash.cli` for each
    /// account, readable on this device while the keychain is unlocked.
    struct KeychainItems: SecretItemStore {
        let profile: String

        private static let service = "com.flipcash.cli"
        /// The name of the item that a probe writes and removes. Addresses do not contain its first character.
        private static let probeName = "-probe"

        var choice: KeyStoreChoice { .keychain }

        /// Probes by writing, because a locked keychain still lists its items.
        func probe() throws(KeyStoreFailure) {
            try store(Data([0]), name: Self.probeName)
            try remove(name: Self.probeName)
        }

        func secrets() throws(KeyStoreFailure) -> [SecretBytes] {
            // Fetch each item's data separately: the keychain does not return all data at once.
            var secrets: [SecretBytes] = []
            for name in try names() where name != Self.probeName {
                if let secret = try secret(name: name) { secrets.append(secret) }
            }
            return secrets
        }

        func store(_ secret: SecretBytes, owner: PublicKey) throws(KeyStoreFailure) {
            var bytes = secret.exposedCopy()
            defer { Zeroing.zero(&bytes) }
            try store(Data(bytes), name: owner.base58)
        }

        func remove(owner: PublicKey) throws(KeyStoreFailure) { try remove(name: owner.base58) }

        private func names() throws(KeyStoreFailure) -> [String] {
            var query = query()
            query[kSecMatchLimit] = kSecMatchLimitAll
            query[kSecReturnAttributes] = true
            var answer: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &answer)
            if status == errSecItemNotFound { return [] }
            try check(status)
            let prefix = profile + "/"
            return ((answer as? [[CFString: Any]]) ?? []).compactMap { item in
                guard let account = item[kSecAttrAccount] as? String, account.hasPrefix(prefix) else { return nil }
                return String(account.dropFirst(prefix.count))
            }
        }

        private func secret(name: String) throws(KeyStoreFailure) -> SecretBytes? {
            var query = query(name: name)
            query[kSecMatchLimit] = kSecMatchLimitOne
            query[kSecReturnData] = true
            var answer: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &answer)
            if status == errSecItemNotFound { return nil }
            try check(status)
            guard var data = answer as? Data else { return nil }
            defer { data.resetBytes(in: 0..<data.count) }
            return SecretBytes(Array(data))
        }

        private func store(_ data: Data, name: String) throws(KeyStoreFailure) {
            let changes: [CFString: Any] = [
                kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
            ]
            let status = SecItemUpdate(query(name: name) as CFDictionary, changes as CFDictionary)
            guard status == errSecItemNotFound else { return try check(status) }
            let item = query(name: name).merging(changes) { _, new in new }
            try check(SecItemAdd(item as CFDictionary, nil))
        }

        private func remove(name: String) throws(KeyStoreFailure) {
            let status = SecItemDelete(query(name: name) as CFDictionary)
            if status != errSecItemNotFound { try check(status) }
        }

        /// Returns a query for this program's items, or for the one called `name`. The system will not ask the user.
        private func query(name: String? = nil) -> [CFString: Any] {
            let context = LAContext()
            context.interactionNotAllowed = true
            var query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: Self.service,
                kSecUseAuthenticationContext: context,
            ]
            if let name { query[kSecAttrAccount] = "\(profile)/\(name)" }
            return query
        }

        private func check(_ status: OSStatus) throws(KeyStoreFailure) {
            guard status != errSecSuccess else { return }
            let reason = SecCopyErrorMessageString(status, nil).map { $0 as String } ?? "error \(status)"
            switch status {
            case errSecInteractionNotAllowed, errSecAuthFailed, errSecInteractionRequired:
                throw .systemStore(choice, .locked(reason: reason))
            case errSecNoDefaultKeychain, errSecNotAvailable, errSecNoSuchKeychain:
                throw .systemStore(choice, .missing(reason: reason))
            default: throw .systemStore(choice, .failed(reason: reason))
            }
        }
    }
#endif
