import ArgumentParser
import FlipcashCore
import FlipcashNode

/// `flipcash demo`
struct DemoCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Show how it works: two people exchange cash on a node of their own.",
        discussion: "Everything happens in a temporary folder that is removed at the end; no network is needed.")

    @Option(
        help: ArgumentHelp("Keep the picture of the bill in this file.", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var png: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var isWaiting: Bool { true }

    func run(in call: Invocation) async throws {
        let folder = try DemoFolder.make(call)
        defer { folder.remove() }
        let node = try await Node.start(
            .embedded(NodeFolder(folder.path + "/node")), environment: call.runtime)
        do {
            let play = DemoPlay(call: call, node: node, folder: folder.path, picture: png ?? folder.path + "/bill.png")
            let ending = try await play.run()
            await node.shutDown()
            try ending.print(call)
        } catch {
            await node.shutDown()
            throw error
        }
    }
}

/// The end of the demo.
struct DemoEnding: Sendable {
    let people: [(name: String, owner: PublicKey, balance: FiatAmount)]
    let report: CheckReport

    func print(_ call: Invocation) throws {
        guard report.isBalanced else { return try CheckOutput.print(report, call) }
        let money = try call.moneyText()
        var document = OutputObject(schema: "demo")
        document["people"] = .array(
            people.map { person in
                .fields([
                    "name": .string(person.name), "owner": .string(person.owner.base58),
                    "balance": money.value(person.balance),
                ])
            })
        document["balanced"] = .boolean(true)
        document["accounts"] = .integer(Int64(report.accounts))
        document["intents"] = .integer(Int64(report.intents))
        call.printer.answer(document) { printer in
            var table = Table([.text(""), .amount("")])
            for person in people { table.add([.init(person.name), .init(money.text(person.balance), .strong)]) }
            printer.table(table)
            printer.line(
                "The books balance: \(CountText.of(report.accounts, "account")), "
                    + "\(CountText.of(report.intents, "intent")).", .positive)
        }
    }
}
