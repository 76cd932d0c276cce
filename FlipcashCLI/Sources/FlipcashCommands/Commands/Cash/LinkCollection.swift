import FlipcashCore
import FlipcashWallet

/// Collects the cash of one link. Asks first when the link is the person's own.
struct LinkCollection: Sendable {
    let secret: Mnemonic
    /// Whether the person's own link is collected without asking.
    let allowsOwn: Bool
    /// The option that answers the question without a terminal.
    let option: String
    let money: MoneyText
    let call: Invocation

    /// - Returns: the receipt; nil after a dry run, whose answer is printed here.
    /// - Throws: `CashLinkFailure`, `CommandFailure`.
    func run(in wallet: any WalletAccess) async throws -> TransferView? {
        let info = try await wallet.linkInfo(secret)
        try check(info)
        if call.options.isDryRun {
            call.printer.answer(info.document(money)) { $0.facts(info.facts(money)) }
            return nil
        }
        return try await ProgressLine(call).during("Collecting \(money.text(info.amount))") {
            try await wallet.receiveLink(secret)
        }
    }

    private func check(_ info: LinkView) throws {
        switch info.state {
        case .unclaimed, .unknown: break
        case .claimed, .expired, .cancelled:
            throw CashLinkFailure.claimed
        }
        guard info.isMine, !allowsOwn, !call.options.isDryRun else { return }
        if call.options.assumesYes { return }
        guard try call.prompt.confirm("This link is your own. Collect your own cash?", option: option) else {
            throw CommandFailure("link_own", .declined, "The link was not collected.")
        }
    }
}
