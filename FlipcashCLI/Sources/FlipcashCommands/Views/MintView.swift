import FlipcashCore
import FlipcashWallet

/// A currency as it is shown. Texts come from its creator and are made safe to print here.
struct MintView: Sendable {
    let mint: MintMetadata
    /// The price; nil for the core mint and without a supply.
    let price: TokenPrice?
    /// What is held of it, in quarks; nil if that was not asked.
    var held: UInt64?

    private var token: TokenView { TokenView(mint, quarks: 0) }

    func document(_ money: MoneyText) -> OutputObject {
        var document = OutputObject(schema: "token")
        document["token"] = token.identity
        document["description"] = mint.description.isEmpty ? nil : .string(DisplayText.sanitized(mint.description))
        document["image_url"] = mint.imageURL.isEmpty ? nil : .string(DisplayText.sanitized(mint.imageURL))
        document["links"] = mint.socialLinks.isEmpty ? nil : .array(mint.socialLinks.map { .string($0.address) })
        document["bill_colors"] = mint.billColors.isEmpty ? nil : .array(mint.billColors.map(OutputValue.string))
        document["created_at"] = mint.launchpad == nil ? nil : .string(TimeText.rfc3339(mint.createdAt))
        document["price"] = price.map { money.priceValue($0.price) }
        document["market_cap"] = price.map { money.value($0.marketCap) }
        document["supply_quarks"] = (price?.supply ?? mint.launchpad?.supplyFromBonding).map(OutputValue.quarks)
        document["holders"] = mint.metrics?.holderCount.map(OutputValue.quarks)
        document["held"] = held.map { TokenView(mint, quarks: $0).value }
        return document
    }

    func facts(_ money: MoneyText) -> [(String, String)] {
        var facts = [("Name", token.displayName)]
        if !token.symbol.isEmpty { facts.append(("Symbol", token.symbol)) }
        if let price {
            facts.append(("Price", money.price(price.price)))
            if price.supply > 0 {
                facts.append(("Market cap", money.text(price.marketCap)))
                facts.append(("Supply", "\(TokenView.decimal(quarks: price.supply, decimals: 10)) \(token.unit)"))
            }
        }
        if let count = mint.metrics?.holderCount { facts.append(("Holders", Self.people(count, change: weekly))) }
        if let held, held > 0 {
            facts.append(("You have", "\(TokenView.decimal(quarks: held, decimals: mint.decimals)) \(token.unit)"))
        }
        if mint.launchpad != nil { facts.append(("Created", TimeText.local(mint.createdAt))) }
        for link in mint.socialLinks { facts.append(("Link", DisplayText.sanitized(link.address))) }
        facts.append(("Mint", mint.address.base58))
        if !mint.description.isEmpty { facts.append(("About", DisplayText.sanitized(mint.description))) }
        return facts
    }

    private var weekly: Int64? { mint.metrics?.holderChanges[.lastWeek] }

    /// `1 person`, `1200 people, +12 this week`.
    static func people(_ count: UInt64, change: Int64?) -> String {
        let people = count == 1 ? "1 person" : "\(count) people"
        guard let change, change != 0 else { return people }
        return "\(people), \(change > 0 ? "+" : "")\(change) this week"
    }
}

extension SocialLink {
    /// The link as an address that a browser opens.
    var address: String {
        switch self {
        case .website(let url): url
        case .x(let username): "https://x.com/\(username)"
        case .telegram(let username): "https://t.me/\(username)"
        case .discord(let inviteCode): "https://discord.gg/\(inviteCode)"
        }
    }
}

/// A list of currencies.
struct MintListView: Sendable {
    let mints: [MintMetadata]
    let isRanked: Bool

    func objects(_ money: MoneyText) -> [OutputObject] {
        mints.enumerated().map { index, mint in
            var object = MintView(mint: mint, price: nil).document(money)
            if isRanked { object["rank"] = .integer(Int64(index + 1)) }
            if let cap = mint.metrics?.marketCap, let amount = try? FiatAmount(wireValue: cap, currency: .usd) {
                object["market_cap"] = money.value(amount)
            }
            return object
        }
    }

    func print(to printer: Printer, _ money: MoneyText) {
        var table = Table([
            .amount("№"), .text("NAME"), .text("SYMBOL"), .text("HOLDERS"), .amount("MARKET CAP"),
            .amount("THIS WEEK"), .id("MINT"),
        ])
        for (index, mint) in mints.enumerated() {
            let token = TokenView(mint, quarks: 0)
            let holders = mint.metrics?.holderCount.map { MintView.people($0, change: nil) } ?? ""
            table.add([
                .init(isRanked ? "\(index + 1)" : "", .secondary), .init(token.displayName), .init(token.symbol),
                .init(holders), .init(cap(mint.metrics?.marketCap, money)), weekly(mint, money),
                .init(mint.address.base58, .secondary),
            ])
        }
        printer.table(table)
    }

    private func cap(_ value: Double?, _ money: MoneyText) -> String {
        guard let value, let amount = try? FiatAmount(wireValue: value, currency: .usd) else { return "" }
        return money.compact(amount)
    }

    private func weekly(_ mint: MintMetadata, _ money: MoneyText) -> Table.Cell {
        guard let change = mint.metrics?.marketCapChanges[.lastWeek], abs(change) >= 0.01 else { return .init("") }
        let text = cap(abs(change), money)
        return change > 0 ? .init("+\(text)", .positive) : .init("-\(text)", .negative)
    }
}
