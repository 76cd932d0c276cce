import FlipcashCore
import FlipcashTestKit
import FlipcashWallet
import Testing

@testable import FlipcashCommands

/// Payments to an address while they are under way, and when no answer comes (client specification §12.5, §12.6).
@Suite("Paying an address")
struct PayingTests {
    private static let outsider = "5UH3bF8drudRbZzfQZRtzyB3Ncvvj1AT9yMX1JLHoXrX"

    /// The plan of a withdrawal of five dollars to an address outside.
    private func withdrawal(_ wallet: any WalletAccess) async throws -> SpendingPlan {
        let cash = try await wallet.prepare(AmountText(argument: "5"), token: .dollars, flow: .withdraw)
        let terms = try await wallet.withdrawal(of: cash, to: PublicKey(base58: Self.outsider))
        return SpendingPlan(form: .withdrawal(terms), cash: cash)
    }

    @Test("Ctrl-C during a payment says that it cannot be stopped, and the payment's outcome is waited for")
    func paying_stopped_waitsForTheOutcome() async throws {
        try await PlayMoneyWorld.visit { world in
            let errors = CapturedOutput()
            let call = try world.call(errors: errors)
            let (submitted, answered) = (OneTimeValue<Void>(), OneTimeValue<Void>())
            let payment = Task {
                try await call.paying("Withdrawing") {
                    submitted.set(())
                    _ = await answered.wait(endsWhenCancelled: false)
                    return 7
                }
            }
            _ = await submitted.wait()
            payment.cancel()
            #expect(errors.text.contains("A payment on its way cannot be stopped. Waiting for its outcome"))
            #expect(errors.text.contains("flipcash --endpoint embedded: history"))
            answered.set(())
            #expect(try await payment.value == 7)
        }
    }

    @Test("While a payment is submitted, plain progress has one line")
    func paying_plainProgress_isShown() async throws {
        try await PlayMoneyWorld.visit { world in
            let errors = CapturedOutput()
            let result = try await world.call(errors: errors, "--progress", "plain").paying("Withdrawing") { 7 }
            #expect(result == 7)
            #expect(errors.text == "Withdrawing\n")
        }
    }

    @Test("A payment without an answer exits 10 and hands over its id, with what was to be paid")
    func pay_outcomeUnknown_hasThePayment() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let id = IntentID.generate(using: SeededRandomSource(seed: 1))
            let call = try world.call("--json")
            let plan = try await world.withWallet { wallet in
                _ = try await wallet.balance(all: true, token: nil)
                return try await withdrawal(wallet)
            }
            let failure = try #require(
                await #expect(throws: CommandFailure.self) {
                    _ = try await call.pay(plan, "Withdrawing", try call.moneyText()) {
                        throw PaymentFailure.submission(.outcomeUnknown(id))
                    }
                })
            #expect(failure.status == .outcomeUnknown && !failure.isRetryable && failure.hasEffect)
            #expect(failure.message.contains("history show \(id.base58)"))
            let pending = failure.pending?.text ?? ""
            #expect(pending.hasPrefix(#"{"schema":"flipcash.withdrawal/1","state":"pending","amount":{"#), "\(pending)")
            for part in [#""id":"\#(id.base58)""#, #""fee":{"#, #""arrives":{"#, Self.outsider] {
                #expect(pending.contains(part), "\(part): \(pending)")
            }
            #expect(try await world.balance().contains("$20.00"))
        }
    }
}

/// The addresses at which money arrives.
@Suite("flipcash deposit")
struct DepositCommandTests {
    @Test("Somebody who has never had a currency gets its deposit address by its name")
    func deposit_tokenNotHeld_isFound() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 100_000_000)
            #expect(try await world.run("token", "launch", "--name", "Tea Coin", "--yes").status == .done)
            let words = world.path("words")
            let other = try await world.run("account", "create", "--label", "other", "--words-file", words)
            #expect(other.status == .done, "\(other.errors)")
            let offline = try await world.run("deposit", "--token", "tea coin", "--account", "other", "--offline")
            #expect(offline.status == .usage && offline.output.isEmpty, "\(offline.output)")
            let named = try await world.run("deposit", "--token", "tea coin", "--account", "other", "--json")
            #expect(named.status == .done, "\(named.failure?.message ?? "")")
            let mint = try #require(
                try await world.run("token", "info", "TEACOIN", "--json").output.firstMatch(of: /"mint":"([^"]+)"/)?.1)
            let exact = try await world.run("deposit", "--token", String(mint), "--account", "other", "--json")
            #expect(exact.output == named.output)
            let held = try await world.run("deposit", "--token", "TEACOIN", "--account", "1", "--json").output
            #expect(held != named.output)
        }
    }

    @Test("Dollars arrive at the account's own address, other tokens at a deposit address; both have a QR code")
    func deposit_tokens_haveTheirAddresses() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 100_000_000)
            #expect(try await world.run("token", "launch", "--name", "Tea Coin", "--yes").status == .done)
            func field(_ name: String, _ words: [String]) async throws -> String {
                let document = try await world.run(words + ["--json"]).output
                let fields = document.matches(of: /"([a-z]+)":"([^"]+)"/)
                return String(try #require(fields.first { $0.1 == name }?.2, "\(document)"))
            }
            let dollars = try await field("address", ["deposit"])
            #expect(try await field("owner", ["account", "address"]) == dollars)
            #expect(try await field("address", ["deposit", "--token", "dollars"]) == dollars)
            let tea = try await field("address", ["deposit", "--token", "TEACOIN"])
            #expect(tea != dollars)
            #expect(try await field("deposit", ["account", "address", "--token", "TEACOIN"]) == tea)
            #expect(try await field("vault", ["deposit", "--token", "TEACOIN"]) != tea)

            #expect(try await world.run("deposit").output == dollars + "\n")
            let terminal = CapturedOutput(terminal: TerminalSize(columns: 100, rows: 60))
            #expect(try await world.run("deposit", "--qr", on: terminal).status == .done)
            let lines = terminal.text.split(separator: "\n")
            #expect(lines.first.map(String.init) == dollars && lines.count > 10, "\(terminal.text)")
            #expect(try await world.run("deposit", "--qr").status == .cannotCreate, "no picture fits into a file")
            #expect(try await world.run("deposit", "--wait", "--offline").status == .usage)
            #expect(try await world.run("deposit", "--token", "Nothing").status == .notFound)
        }
    }
}
