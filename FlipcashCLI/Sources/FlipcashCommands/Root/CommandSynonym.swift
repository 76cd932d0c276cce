/// Words that people try for commands with other names.
enum CommandSynonym {
    /// Another name of a command. The words take its place on the command line.
    case words([String])
    /// A word that may mean several commands. The text names them.
    case advice(String)

    /// What `word` means after the command names `names`; nil for an unknown word.
    static func meaning(of word: String, after names: [String]) -> CommandSynonym? {
        all(after: names)[word]
    }

    /// Every known word after the command names `names`.
    static func all(after names: [String]) -> [String: CommandSynonym] {
        switch names {
        case []: root
        case ["account"]: account.mapValues { .words([$0]) }
        case ["link"]: link.mapValues { .words([$0]) }
        case ["swap"]: swap.mapValues { .words([$0]) }
        case ["token"]: token.mapValues { .words([$0]) }
        default: [:]
        }
    }

    private static let give =
        "To hand over cash in person: flipcash give 5. To send it as a link: flipcash link create 5. To a person whose "
        + "address you have: flipcash send 5 TO."

    private static let root: [String: CommandSynonym] = [
        "version": .words(["--version"]),
        "login": .words(["account", "login"]), "signin": .words(["account", "login"]),
        "logout": .words(["account", "logout"]), "signup": .words(["account", "create"]),
        "register": .words(["account", "create"]), "whoami": .words(["account", "current"]),
        "accounts": .words(["account", "list"]), "address": .words(["account", "address"]),
        "links": .words(["link", "list"]), "scan": .words(["grab"]), "receive": .words(["grab"]),
        "collect": .words(["grab"]), "claim": .words(["grab"]), "redeem": .words(["grab"]),
        "transactions": .words(["history"]), "bal": .words(["balance"]), "wallet": .words(["balance"]),
        "faucet": .words(["node", "faucet"]),
        "swaps": .words(["swap", "list"]), "trades": .words(["swap", "list"]),
        "tokens": .words(["token", "list"]), "currencies": .words(["token", "discover"]),
        "price": .words(["token", "price"]), "chart": .words(["token", "chart"]),
        "launch": .words(["token", "launch"]), "discover": .words(["token", "discover"]),
        "trade": .advice("To buy: flipcash buy JEFFY 10. To sell: flipcash sell JEFFY 10."),
        "limit": .words(["limits"]), "cashout": .words(["withdraw"]), "pay": .advice(give), "transfer": .advice(give),
        "status": .advice(
            "For your money: flipcash balance. For your node: flipcash node status. For the setup: flipcash doctor."),
        "cancel": .advice("To take back a link: flipcash link cancel. To take back a bill on show: press q."),
        "new": .advice("To create an account: flipcash account create. To make a link: flipcash link create 5."),
        "create": .advice("To create an account: flipcash account create. To make a link: flipcash link create 5."),
    ]

    private static let account = [
        "new": "create", "add": "login", "import": "login", "restore": "login", "ls": "list", "show": "current",
        "switch": "use", "select": "use",
    ]

    private static let swap = [
        "ls": "list", "status": "show", "info": "show", "wait": "resume", "pay": "resume", "continue": "resume",
    ]

    private static let token = [
        "ls": "list", "show": "info", "find": "search", "quote": "price", "create": "launch", "new": "launch",
        "update": "edit", "change": "edit", "popular": "discover",
    ]

    private static let link = [
        "new": "create", "make": "create", "send": "create", "ls": "list", "show": "info", "status": "info",
        "claim": "receive", "collect": "receive", "redeem": "receive", "open": "receive", "void": "cancel",
        "revoke": "cancel", "delete": "cancel",
    ]
}
