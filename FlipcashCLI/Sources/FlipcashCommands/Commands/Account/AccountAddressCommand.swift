import ArgumentParser
import FlipcashCore

/// `flipcash account address`
struct AccountAddressCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "address", abstract: "Print the addresses of an account.")

    @Option(help: ArgumentHelp("Token to show the addresses for: dollars, a symbol or a mint.", valueName: "token"))
    var token: TokenArgument?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        let addresses = try await call.addresses(token)
        var document = OutputObject(schema: "addresses")
        document["owner"] = .string(addresses.owner.base58)
        document["deposit"] = .string(addresses.deposit.base58)
        document["vault"] = .string(addresses.vault.base58)
        call.printer.answer(document) {
            $0.facts([
                ("Owner", addresses.owner.base58), ("Deposit", addresses.deposit.base58),
                ("Vault", addresses.vault.base58),
            ])
        }
    }
}
