import ArgumentParser
import CodeScanner
import FlipcashCore
import FlipcashDrawing
import FlipcashNode
import FlipcashWallet

/// The demo: one person gets play money and gives some of it as a bill and some as a link; the other collects both.
struct DemoPlay: Sendable {
    let call: Invocation
    let node: Node
    let folder: String
    let picture: String

    /// Small enough to be drawn quickly by a build without optimisation, and large enough for any camera.
    private static let codeDiameter = 300

    func run() async throws -> DemoEnding {
        let ada = try person("ada")
        let ben = try person("ben")
        let adaOwner = try await ada.withWallet { $0.owner }
        let benOwner = try await ben.withWallet { $0.owner }
        tell("Ada and Ben each have an account on a node of their own.")
        try await faucet(adaOwner)
        try await giveAndGrab(ada, ben)
        try await sendAndCollect(ada, ben)
        let people = [
            ("Ada", adaOwner, try await balance(ada)), ("Ben", benOwner, try await balance(ben)),
        ]
        let response = await node.perform(AdminRequest(.check))
        guard let report = response.check else {
            throw CommandFailure(
                "generic", .unexpected,
                "The node did not check its books: \(response.error ?? "no reason given"). Run the demo again.")
        }
        tell("")
        return DemoEnding(people: people.map { (name: $0.0, owner: $0.1, balance: $0.2) }, report: report)
    }

    private func faucet(_ owner: PublicKey) async throws {
        tell("The node gives Ada 20 dollars of play money.", command: "flipcash node faucet 20")
        let response = await node.perform(AdminRequest(.faucet, owner: owner.base58, quarks: 20_000_000))
        guard response.ok else {
            throw CommandFailure(
                "refused", .refused, "The node refused: \(response.error ?? "no reason given"). Run the demo again.")
        }
    }

    private func giveAndGrab(_ ada: Invocation, _ ben: Invocation) async throws {
        tell("Ada holds up a bill of 5 dollars.", command: "flipcash give 5 --png bill.png")
        let picture = picture
        try await ada.withWallet { wallet in
            let cash = try await wallet.prepare(AmountText(argument: "5"), token: nil)
            let bill = try await wallet.showBill(cash)
            let paper = Bill(payload: bill.payload, value: "$5.00", mint: cash.token.mint)
            try OutputFile.write(paper.png(codeDiameter: Self.codeDiameter), to: picture)
            try show(paper)
            async let outcome = bill.outcome()
            await untilOffered(bill)
            tell("Ben scans the picture.", command: "flipcash grab --image bill.png")
            do {
                try await grab(ben)
            } catch {
                await bill.takeBack()
                _ = try? await outcome
                throw error
            }
            guard case .given = try await outcome else {
                throw CommandFailure(
                    "send_failed", .unexpected, "The bill of the demo was taken back. Run the demo again.")
            }
        }
        tell("The money has changed hands.")
    }

    private func grab(_ ben: Invocation) async throws {
        let bytes = try PictureReader.first(in: [picture]).code.payload
        guard case .cash(let cash) = ScannedPayload(bytes) else {
            throw CommandFailure.badInput(
                "The picture of the demo shows no bill. Run the demo again.", code: "not_a_bill")
        }
        _ = try await ben.withWallet { wallet in try await wallet.grab(cash) }
    }

    private func untilOffered(_ bill: SessionBill) async {
        for await state in bill.states where state == .waiting { return }
    }

    private func show(_ paper: Bill) throws {
        guard call.options.output == .human else { return }
        let display = BillDisplay(mode: .auto, console: call.console, environment: call.environment)
        if let text = try display.text(of: paper) { call.printer.write(text) }
    }

    private func sendAndCollect(_ ada: Invocation, _ ben: Invocation) async throws {
        tell("Ada sends 2.50 dollars as a link.", command: "flipcash link create 2.50")
        let link = try await ada.withWallet { wallet in
            try await wallet.createLink(wallet.prepare(AmountText(argument: "2.50"), token: nil))
        }
        guard let url = link.url, case .cashLink(let secret?) = DeepLink(url) else {
            throw CommandFailure("send_failed", .unexpected, "The link of the demo has no secret. Run the demo again.")
        }
        tell("Ben opens it.", command: "flipcash link receive \(url)")
        _ = try await ben.withWallet { wallet in try await wallet.receiveLink(secret) }
        tell("A second try finds it collected.")
        let state = try await ben.withWallet { wallet in try await wallet.linkInfo(secret).state }
        guard state == .claimed else {
            throw CommandFailure(
                "generic", .unexpected, "The link is \(state.rawValue) after it was collected. Run the demo again.")
        }
    }

    private func balance(_ person: Invocation) async throws -> FiatAmount {
        try await person.withWallet { wallet in try await wallet.balance(all: false, token: nil).total }
    }

    /// A person with separate files below the demo's folder.
    private func person(_ name: String) throws -> Invocation {
        var variables = call.variables.filter { !$0.key.hasPrefix("FLIPCASH_") && !$0.key.hasPrefix("XDG_") }
        variables["HOME"] = folder
        let options = try GlobalOptions.parse(["--profile", name, "--endpoint", "embedded:", "--quiet"])
        let silent = Console(output: CapturedOutput(), errors: CapturedOutput(), input: PreparedInput())
        return try Invocation(
            options, root: nil, variables: variables, console: silent, runtime: call.runtime,
            executable: call.executable, sharedNode: node)
    }

    private func tell(_ text: String, command: String? = nil) {
        guard call.options.output == .human else { return }
        call.printer.line(text)
        if let command { call.printer.line("  $ \(command)", .secondary) }
    }
}
