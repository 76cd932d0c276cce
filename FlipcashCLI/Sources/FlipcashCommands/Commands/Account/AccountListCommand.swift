import FlipcashCore
import ArgumentParser
import FlipcashWallet

/// `flipcash account list`
struct AccountListCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the accounts of this profile.",
        discussion: "Reads no keys and calls no service, except with --check or --balances.")

    @Flag(help: "Ask the service whether it knows the accounts.")
    var check = false

    @Flag(help: "Show the balance of each account.")
    var balances = false

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    mutating func validate() throws {
        if check, global.offline { throw ValidationError("--check and --offline cannot be combined. Use only one.") }
    }

    func run(in call: Invocation) async throws {
        let money = try call.moneyText()
        let accounts = try call.listedAccounts(call.accountManager())
        let standings = try await call.standings(of: accounts, check: check, balances: balances)
        let objects = accounts.map { OutputObject($0, standing: standings[$0.owner], money) }
        var document = OutputObject(schema: "accounts")
        document["accounts"] = .array(objects.map(OutputValue.object))
        call.printer.answer(list: objects, document: document) { printer in
            printer.table(table(accounts, standings, money))
        }
        if accounts.isEmpty { call.printer.hint("No accounts yet. Run: flipcash account create") }
    }

    private func table(
        _ accounts: [AccountSummary], _ standings: [PublicKey: AccountStanding], _ money: MoneyText
    ) -> Table {
        var columns: [Table.Column] = [.amount("№"), .text("LABEL"), .id("OWNER"), .exact("CREATED")]
        if balances { columns.append(.amount("BALANCE")) }
        var table = Table(columns + [.text("")])
        for account in accounts {
            let standing = standings[account.owner]
            var row: [Table.Cell] = [
                .init(String(account.number)), .init(account.label), .init(account.owner.base58),
                .init(TimeText.local(account.created), .secondary),
            ]
            if balances { row.append(.init(standing?.balance.map(money.text) ?? "")) }
            let isMissing = standing?.isKnown == false
            table.add(
                row + [
                    isMissing ? .init("Not Found", .warning) : .init(account.isCurrent ? "current" : "", .positive)
                ])
        }
        return table
    }
}
