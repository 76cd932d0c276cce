/// The stable name of a message, as printed in JSON errors (client specification §10.1).
public struct MessageCode: RawRepresentable, Hashable, Sendable {
    /// The name as printed: lower-case words joined by underscores.
    public let rawValue: String

    /// Takes a name as it is, also one that this program does not know.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// No fresh signed rate, or no supply, could be had.
    public static let rateUnavailable = MessageCode("rate_unavailable")
    /// The quote is older than 13 minutes, or the server no longer takes its rate.
    public static let rateExpired = MessageCode("rate_expired")
    /// Nothing spendable is held.
    public static let noBalance = MessageCode("no_balance")
    /// The balance falls short by an amount that the details name.
    public static let short = MessageCode("short")
    /// The balance falls short by an amount that cannot be told.
    public static let needMoreCash = MessageCode("need_more_cash")
    /// The server found less than was quoted: the balance has changed meanwhile.
    public static let insufficientBalance = MessageCode("insufficient_balance")
    /// The amount exceeds what may be sent at once or in a day.
    public static let limitReached = MessageCode("limit_reached")
    /// Something was submitted and its outcome is not known; it must not be repeated blindly.
    public static let pending = MessageCode("pending")
    /// The link's cash is gone: collected, or taken back.
    public static let linkClaimed = MessageCode("link_claimed")
    /// The link was made by this account; collecting it needs a confirmation.
    public static let linkOwn = MessageCode("link_own")
    /// There is no such cash, or it could not be asked for.
    public static let linkNotFound = MessageCode("link_not_found")
    /// Giving failed; the cash is in the wallet.
    public static let sendFailed = MessageCode("send_failed")
    /// A link could not be taken back.
    public static let cancelFailed = MessageCode("cancel_failed")
    /// The bill is put away, was taken by somebody else, or its sender did not pay in time.
    public static let billGone = MessageCode("bill_gone")
    /// The bill was made by the account that scans it.
    public static let billOwn = MessageCode("bill_own")
    /// Anything that has no code of its own.
    public static let generic = MessageCode("generic")
    /// The service demands a newer build.
    public static let upgrade = MessageCode("upgrade")
    /// An account has left the service's management, so that this wallet can no longer use it.
    public static let forceLogout = MessageCode("force_logout")

    // Project's own, for states that the app never shows.
    /// Nobody is logged in.
    public static let notLoggedIn = MessageCode("not_logged_in")
    /// The vault does not open with the passphrase.
    public static let wrongPassphrase = MessageCode("wrong_passphrase")
    /// The words cannot be had: a passphrase is missing, or the key store is locked or without them.
    public static let keyStoreLocked = MessageCode("key_store_locked")
    /// No account, or more than one, fits what was named.
    public static let unknownAccount = MessageCode("unknown_account")
    /// The label of an account is a number, or is in use for another account.
    public static let badLabel = MessageCode("bad_label")
    /// The words are not a mnemonic phrase.
    public static let badWords = MessageCode("bad_words")
    /// A settings or key file, or a value for one, cannot be used.
    public static let badSettings = MessageCode("bad_settings")
    /// The node is not the one that the profile trusts.
    public static let nodeChanged = MessageCode("node_changed")
    /// The service cannot be reached or failed, and nothing was submitted.
    public static let network = MessageCode("network")
    /// The service refused.
    public static let refused = MessageCode("refused")
    /// Another command of the account holds the writer lock.
    public static let busy = MessageCode("busy")
    /// A file could not be read or written, or is open to other people.
    public static let fileError = MessageCode("file_error")
    /// The disposable store is damaged, busy or unusable.
    public static let storeError = MessageCode("store_error")
    /// The server's answer made no sense, so that nothing was signed.
    public static let hostileServer = MessageCode("hostile_server")
    /// The amount is not above zero, or cannot be computed.
    public static let invalidAmount = MessageCode("invalid_amount")
}
