import FlipcashCore

/// A user who registered with the core API.
struct UserRecord: Hashable, Sendable {
    /// 16 bytes.
    let id: [UInt8]
    let publicKey: PublicKey
    var isRegistered: Bool
    var isStaff: Bool
    var locale: String?
    var region: String?
    var displayName: String?
    var phone: String?
    var email: String?
    let createdAt: Instant
}

extension StoreReading {
    /// The user whose key is `key`.
    func user(publicKey key: PublicKey) throws -> UserRecord? {
        try row("SELECT * FROM users WHERE public_key = ?", [key.blob]).map(UserRecord.init(row:))
    }

    /// The user with this id.
    func user(id: [UInt8]) throws -> UserRecord? {
        try row("SELECT * FROM users WHERE user_id = ?", [id.blob]).map(UserRecord.init(row:))
    }

    /// How many users there are.
    func userCount() throws -> Int { Int(try integer("SELECT count(*) FROM users")) }
}

extension StoreWriter {
    /// Records a user.
    ///
    /// - Throws: `SQLFailure` when key, phone number or email address is taken.
    func insert(_ user: UserRecord) throws {
        try execute(
            """
            INSERT INTO users (user_id, public_key, is_registered, is_staff, locale, region, display_name, phone,
                email, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                user.id.blob, user.publicKey.blob, user.isRegistered, user.isStaff, user.locale, user.region,
                user.displayName, user.phone, user.email, user.createdAt.nanosecondsSinceEpoch,
            ])
    }

    /// Replaces the changeable fields of a user.
    func update(_ user: UserRecord) throws {
        try execute(
            """
            UPDATE users SET is_registered = ?, is_staff = ?, locale = ?, region = ?, display_name = ?, phone = ?,
                email = ? WHERE user_id = ?
            """,
            [
                user.isRegistered, user.isStaff, user.locale, user.region, user.displayName, user.phone, user.email,
                user.id.blob,
            ])
    }
}

extension UserRecord {
    init(row: SQLRow) throws {
        id = try row.bytes("user_id")
        publicKey = try row.key("public_key")
        isRegistered = try row.flag("is_registered")
        isStaff = try row.flag("is_staff")
        locale = try row.optionalText("locale")
        region = try row.optionalText("region")
        displayName = try row.optionalText("display_name")
        phone = try row.optionalText("phone")
        email = try row.optionalText("email")
        createdAt = try row.instant("created_at")
    }
}
