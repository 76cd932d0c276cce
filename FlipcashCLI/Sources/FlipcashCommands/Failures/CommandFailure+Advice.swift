import FlipcashCore
import FlipcashNode
import FlipcashWallet

extension CommandFailure {
    /// The message of a library's error, followed by what to do in the words of this program.
    static func message(_ text: String, advice: String?) -> String {
        guard let advice else { return text }
        return "\(text) \(advice)"
    }
}

extension FailureAdvice {
    /// What to do, as a sentence that names commands and options.
    ///
    /// A sentence that ends with a command has no full stop, so that the command can be copied.
    var sentence: String {
        switch self {
        case .createAccount: "Run: flipcash account create (or: flipcash account login)"
        case .listAccounts: "See: flipcash account list"
        case .logInAgain:
            "Log in with them again: flipcash account login (or name the store that has them: flipcash config set "
                + "key_store NAME)"
        case .chooseVault: "To encrypt them with a passphrase, run: flipcash account store vault"
        case .givePassphrase: "Run in a terminal, or name a file with --passphrase-file."
        case .giveWords: "Run in your desktop session, or give the words with --key-file."
        case .unlockKeyStore(.keychain): "Unlock it with security unlock-keychain, then try again."
        case .unlockKeyStore: "Unlock it with your desktop's password program, then try again."
        case .restrictFile(let path): Self.restriction(of: path)
        case .listSettings: "See: flipcash config list"
        case .useOtherProfile: "Use another profile for this service, with --profile NAME."
        case .forgetNode: "If the change is right, run: flipcash config unset node"
        case .checkEndpoint: "Check the endpoint and try again."
        case .trustCertificate:
            "Name its authority with --ca-file FILE, or, if its operator gave you this fingerprint, pin it with "
                + "--tls-fingerprint."
        case .chooseAuthorities: "Name another file with --ca-file."
        case .useCertificateName: "Use the name that the certificate is for."
        case .renewCertificate: "The operator of the service has to renew it."
        case .askForFingerprint:
            "Somebody may be intercepting the connection. Ask the operator of the service for the right fingerprint."
        case .receiveCash: "Receive cash, or on your own node run: flipcash node faucet 20"
        case .withdrawInstead: "To pay an address outside, run: flipcash withdraw"
        case .makeLink: "A link reaches everybody: flipcash link create"
        case .payDollars:
            "Send dollars with --token dollars, or make a link in this currency: flipcash link create"
        case .findPayment(let id): "To look it up, run: flipcash history show \(id.base58)"
        case .findPaymentElsewhere:
            "Use history show in a profile for that service that has this account, with --profile NAME."
        case .followSwap(let id): "To look it up, run: flipcash swap show \(id.base58)"
        case .checkName(let name):
            "To see whether the name is taken, run: flipcash token launch --check-only --name \(Self.quoted(name))"
        case .resumeLaunch(let name): "To buy them, run: flipcash token launch --resume --name \(Self.quoted(name))"
        case .launchAgain(let name): "To create it again, run: flipcash token launch --name \(Self.quoted(name))"
        case .listLinks: "To see whether the link is there, run: flipcash link list"
        case .cancelLink(let vault): "To take it back, run: flipcash link cancel \(vault.base58)"
        }
    }

    /// A text as one word of a shell.
    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }

    fileprivate static func restriction(of path: String) -> String { "Run: chmod 600 '\(path)'" }
}

extension NodeAdvice {
    /// What to do, as a sentence that names commands and options.
    var sentence: String {
        switch self {
        case .stopNode: "Stop it, or choose another folder with --data."
        case .startNode: "Start one with: flipcash node run"
        case .chooseFolder: "Choose another folder with --data."
        case .restrictFile(let path): FailureAdvice.restriction(of: path)
        case .restrictFolder(let path): "Run: chmod 700 '\(path)'"
        case .restoreKey: "Put it back with: flipcash node restore FILE"
        case .restoreDatabase:
            "Put it back with: flipcash node restore FILE (to start a new node, move the key away)"
        case .checkDatabase: "Run: flipcash node check"
        case .installDatabaseLibrary: "Install it (Debian, Ubuntu: libpq5; macOS: brew install libpq)."
        case .nameCertificate: "Name them with --tls-cert and --tls-key."
        case .seeStatus: "See: flipcash node status"
        }
    }
}
