import ArgumentParser
import FlipcashCore
import FlipcashDrawing
import FlipcashWallet

/// `flipcash token edit TOKEN`
struct TokenEditCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a currency that you created: description, icon, colours, links.",
        discussion: "Name and symbol cannot be changed. The links that you give replace all old ones.")

    @Argument(help: ArgumentHelp("A symbol, a name or a mint.", valueName: "token"))
    var token: TokenArgument

    @Option(help: ArgumentHelp("What it is, up to 500 characters.", valueName: "text"))
    var description: String?

    @Option(
        help: ArgumentHelp("A PNG or JPEG picture of at most 1 MiB.", valueName: "file"),
        completion: .file(extensions: ["png", "jpg", "jpeg"]))
    var icon: String?

    @OptionGroup(title: "Bill options")
    var bill: BillOptions

    @Option(help: ArgumentHelp("A website; can be repeated.", valueName: "url"))
    var website: [String] = []

    @Option(name: .customLong("x"), help: ArgumentHelp("A user name on X.", valueName: "name"))
    var xName: String?

    @Option(help: ArgumentHelp("A Telegram group or channel.", valueName: "name"))
    var telegram: String?

    @Option(help: ArgumentHelp("A Discord invitation code.", valueName: "code"))
    var discord: String?

    @Flag(help: "Remove all links.")
    var noLinks = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var needsService: Bool { true }

    var lostAnswerAdvice: String? { "The change may have been made; see: flipcash token info" }

    var dryRun: DryRunSupport { .honoured }

    mutating func validate() throws {
        if let description, !LaunchTexts.isDescription(description) {
            throw ValidationError("--description must have 1 to 500 characters.")
        }
        guard !noLinks || links.isEmpty else { throw ValidationError("--no-links removes all links. Give none.") }
        guard description != nil || icon != nil || bill.colors != nil || noLinks || !links.isEmpty else {
            throw ValidationError("Say what to change: --description, --icon, --colors or links.")
        }
        for name in [xName, telegram, discord].compactMap(\.self) {
            guard !name.isEmpty, name.utf8.count <= 32,
                name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
            else {
                throw ValidationError(
                    "\"\(DisplayText.sanitized(name))\" is not a user name or code. Use 1 to 32 letters, digits and "
                        + "underscores.")
            }
        }
        for url in website where !url.hasPrefix("https://") || url.utf8.count > 2_048 {
            throw ValidationError("A website must start with https:// and have at most 2048 characters.")
        }
    }

    private var links: [SocialLink] {
        website.map(SocialLink.website(url:)) + [xName.map(SocialLink.x(username:))].compactMap(\.self)
            + [telegram.map(SocialLink.telegram(username:)), discord.map(SocialLink.discord(inviteCode:))]
            .compactMap(\.self)
    }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let edit = CurrencyEdit(
            description: description, billColors: bill.colors.map { $0.colors.stops.map(\.description) },
            socialLinks: noLinks || !links.isEmpty ? links : nil, icon: try icon.map(LaunchTexts.icon))
        try await call.withWallet { wallet in
            let mint = try await wallet.market.token(token)
            let name = TokenView(mint, quarks: 0).displayName
            guard !call.options.isDryRun else {
                call.printer.answer(MintView(mint: mint, price: nil).document(money)) {
                    $0.line("Would change \(name).")
                }
                return call.printer.hint("Nothing was submitted.")
            }
            try call.confirmWherePossible("Change \(name)? Everybody sees the change.")
            try await wallet.market.edit(mint, edit)
            let changed = try await wallet.market.token(TokenArgument(mint: mint.address))
            let view = MintView(mint: changed, price: nil)
            call.printer.answer(view.document(money)) { $0.line("Changed \(name).", .positive) }
        }
    }
}
