import FlipcashCore
import ArgumentParser
import FlipcashWallet

/// `flipcash account list`
struct AccountListCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the accounts of this profile.",
        discussion: "Reads no keys and asks no server.")

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    func run(in call: Invocation) async throws {
        let accounts = try call.accountManager().accounts()
        let objects = accounts.map { OutputObject($0) }
        var document = OutputObject(schema: "accounts")
        document["accounts"] = .array(objects.map(OutputValue.object))
        call.printer.answer(list: objects, document: document) { printer in
            var table = Table([.amount("№"), .text("LABEL"), .exact("OWNER"), .exact("CREATED"), .text("")])
            for account in accounts {
                table.add([
                    .init(String(account.number)), .init(account.label), .init(account.owner.base58),
                    .init(TimeText.local(account.created), .secondary),
                    .init(account.isCurrent ? "current" : "", .positive),
                ])
            }
            printer.table(table)
        }
        if accounts.isEmpty { call.printer.hint("No accounts yet. Run: flipcash account create") }
    }
}
