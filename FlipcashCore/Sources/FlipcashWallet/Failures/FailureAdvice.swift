public import FlipcashCore

/// What the user can do about a failure, in terms that do not depend on a program.
///
/// The message of a ``FailureReport`` says what went wrong. The program that shows it phrases the advice: a command
/// line names a command or an option, an app shows a button.
public enum FailureAdvice: Hashable, Sendable {
    // MARK: Accounts and keys

    /// Create an account, or log in to one.
    case createAccount
    /// Look at the list of accounts.
    case listAccounts
    /// Log in with the words again, or choose the key store that has them.
    case logInAgain
    /// Move the words to an encrypted vault.
    case chooseVault
    /// Give the passphrase of the vault.
    case givePassphrase
    /// Run where the key store of the operating system is available, or give the words in another way.
    case giveWords
    /// Unlock this key store of the operating system, then try again.
    case unlockKeyStore(KeyStoreChoice)
    /// Let only its owner read and write the file at this path.
    case restrictFile(String)

    // MARK: Settings

    /// Look at the list of settings.
    case listSettings

    // MARK: The service

    /// Use another profile for this service.
    case useOtherProfile
    /// If the service now has another node on purpose, forget the node that the profile trusts.
    case forgetNode
    /// Check the address of the service, then try again.
    case checkEndpoint
    /// Trust the authority of the certificate, or pin its fingerprint.
    case trustCertificate
    /// Name another file of certificate authorities.
    case chooseAuthorities
    /// Use the host name that the certificate is for.
    case useCertificateName
    /// Ask the operator of the service to renew its certificate.
    case renewCertificate
    /// Ask the operator of the service for the right fingerprint.
    case askForFingerprint

    // MARK: Money

    /// Receive cash, or get test money from the user's own node.
    case receiveCash
    /// Withdraw to the address instead of sending to a person.
    case withdrawInstead
    /// Make a cash link for the person instead.
    case makeLink
    /// Send dollars, or make a cash link in this currency.
    case payDollars
    /// Look up the outcome of this payment.
    case findPayment(IntentID)
    /// Look up the payment in a profile for the service that it was submitted to.
    case findPaymentElsewhere
    /// Look at the state of this swap, and wait for its end.
    case followSwap(SwapID)
    /// See whether the service offers this name for a new currency.
    case checkName(String)
    /// Buy the first tokens of the currency with this name.
    case resumeLaunch(String)
    /// Create the currency with this name again.
    case launchAgain(String)
    /// Look at the list of links.
    case listLinks
    /// Take back the link with this vault.
    case cancelLink(PublicKey)
}
