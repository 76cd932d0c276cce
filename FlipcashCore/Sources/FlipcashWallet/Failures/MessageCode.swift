/// The stable code of a message, as printed in JSON errors (client specification §10.1).
public struct MessageCode: RawRepresentable, Hashable, Sendable {
    /// The code as printed: lower-case words joined by underscores.
    public let rawValue: String

    /// Creates a code from any text, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// No fresh signed rate, or no supply, is available.
    public static let rateUnavailable = MessageCode("rate_unavailable")
    /// The quote is older than 13 minutes, or the server no longer accepts its rate.
    public static let rateExpired = MessageCode("rate_expired")
    /// There is no spendable balance.
    public static let noBalance = MessageCode("no_balance")
    /// The balance is too low; the details have the missing amount.
    public static let short = MessageCode("short")
    /// The balance is too low by an unknown amount.
    public static let needMoreCash = MessageCode("need_more_cash")
    /// The server found less than quoted, because the balance has changed.
    public static let insufficientBalance = MessageCode("insufficient_balance")
    /// The amount exceeds the limit for one payment or for a day.
    public static let limitReached = MessageCode("limit_reached")
    /// The amount is below the smallest that can be paid in this way.
    public static let belowMinimum = MessageCode("below_minimum")
    /// The address cannot receive the currency, or belongs to this account.
    public static let badAddress = MessageCode("bad_address")
    /// Something was submitted and its outcome is unknown. Do not repeat it before the outcome is known.
    public static let pending = MessageCode("pending")
    /// The link's cash is gone: collected, or taken back by its maker.
    public static let linkClaimed = MessageCode("link_claimed")
    /// The link was made by this account; collecting it needs a confirmation.
    public static let linkOwn = MessageCode("link_own")
    /// The service has no such cash, or the request for it failed.
    public static let linkNotFound = MessageCode("link_not_found")
    /// Giving failed; the cash is in the wallet.
    public static let sendFailed = MessageCode("send_failed")
    /// A link could not be taken back.
    public static let cancelFailed = MessageCode("cancel_failed")
    /// The bill was dismissed, another account received its cash, or its sender did not pay in time.
    public static let billGone = MessageCode("bill_gone")
    /// The scanning account made the bill.
    public static let billOwn = MessageCode("bill_own")
    /// A sale that does not cover its fee.
    public static let amountTooSmall = MessageCode("amount_too_small")
    /// A trade was refused or did not go through.
    public static let swapFailed = MessageCode("swap_failed")
    /// Another currency has the name.
    public static let nameTaken = MessageCode("name_taken")
    /// Another currency got the name after it was checked.
    public static let nameGone = MessageCode("name_gone")
    /// The name of a currency is not allowed.
    public static let nameDenied = MessageCode("name_denied")
    /// The service cannot check a name.
    public static let nameUnchecked = MessageCode("name_unchecked")
    /// A symbol or a description is not allowed.
    public static let textDenied = MessageCode("text_denied")
    /// The service cannot check a symbol or a description.
    public static let textUnchecked = MessageCode("text_unchecked")
    /// A picture is not allowed.
    public static let imageDenied = MessageCode("image_denied")
    /// The service cannot check or read a picture in this format.
    public static let imageFormat = MessageCode("image_format")
    /// The service cannot read the icon.
    public static let iconInvalid = MessageCode("icon_invalid")
    /// The service does not allow this account to create or change the currency.
    public static let launchRefused = MessageCode("launch_refused")
    /// The service gave a currency up, because its first tokens were not bought.
    public static let launchFailed = MessageCode("launch_failed")
    /// Any error without a code of its own.
    public static let generic = MessageCode("generic")
    /// The service requires a newer build.
    public static let upgrade = MessageCode("upgrade")
    /// The service no longer manages an account, so this wallet can no longer use it.
    public static let forceLogout = MessageCode("force_logout")

    // Codes of this project, for states that the app never shows.
    /// No account is logged in.
    public static let notLoggedIn = MessageCode("not_logged_in")
    /// The passphrase does not open the vault.
    public static let wrongPassphrase = MessageCode("wrong_passphrase")
    /// The words are not available: a passphrase is missing, or the key store is locked or does not have them.
    public static let keyStoreLocked = MessageCode("key_store_locked")
    /// No account, or more than one, matches.
    public static let unknownAccount = MessageCode("unknown_account")
    /// An account label is a number, or another account has it.
    public static let badLabel = MessageCode("bad_label")
    /// The words are not a mnemonic phrase.
    public static let badWords = MessageCode("bad_words")
    /// A settings or key file, or a value for one, is invalid.
    public static let badSettings = MessageCode("bad_settings")
    /// The node is not the one that the profile trusts.
    public static let nodeChanged = MessageCode("node_changed")
    /// The service cannot be reached or failed, and no payment was submitted.
    public static let network = MessageCode("network")
    /// The service refused.
    public static let refused = MessageCode("refused")
    /// Another command of the account holds the writer lock, or another payment was committed first.
    public static let busy = MessageCode("busy")
    /// A file could not be read or written, or other users can access it.
    public static let fileError = MessageCode("file_error")
    /// The disposable store is damaged, busy or unusable.
    public static let storeError = MessageCode("store_error")
    /// The server's answer was invalid, so nothing was signed.
    public static let hostileServer = MessageCode("hostile_server")
    /// The amount is not above zero, or cannot be computed.
    public static let invalidAmount = MessageCode("invalid_amount")
}
