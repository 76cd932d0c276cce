/// The stable name of a message, as printed in JSON errors (client specification §10.1).
public struct MessageCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ rawValue: String) { self.rawValue = rawValue }

    public static let rateUnavailable = MessageCode("rate_unavailable")
    public static let rateExpired = MessageCode("rate_expired")
    public static let noBalance = MessageCode("no_balance")
    public static let short = MessageCode("short")
    public static let needMoreCash = MessageCode("need_more_cash")
    public static let insufficientBalance = MessageCode("insufficient_balance")
    public static let limitReached = MessageCode("limit_reached")
    public static let pending = MessageCode("pending")
    public static let linkClaimed = MessageCode("link_claimed")
    public static let linkOwn = MessageCode("link_own")
    public static let linkNotFound = MessageCode("link_not_found")
    public static let sendFailed = MessageCode("send_failed")
    public static let cancelFailed = MessageCode("cancel_failed")
    public static let billGone = MessageCode("bill_gone")
    public static let generic = MessageCode("generic")
    public static let upgrade = MessageCode("upgrade")
    public static let forceLogout = MessageCode("force_logout")

    // Project's own, for states that the app never shows.
    public static let notLoggedIn = MessageCode("not_logged_in")
    public static let wrongPassphrase = MessageCode("wrong_passphrase")
    public static let keyStoreLocked = MessageCode("key_store_locked")
    public static let unknownAccount = MessageCode("unknown_account")
    public static let badWords = MessageCode("bad_words")
    public static let badSettings = MessageCode("bad_settings")
    public static let nodeChanged = MessageCode("node_changed")
    public static let network = MessageCode("network")
    public static let refused = MessageCode("refused")
    public static let busy = MessageCode("busy")
    public static let fileError = MessageCode("file_error")
    public static let storeError = MessageCode("store_error")
    public static let hostileServer = MessageCode("hostile_server")
    public static let invalidAmount = MessageCode("invalid_amount")
}
