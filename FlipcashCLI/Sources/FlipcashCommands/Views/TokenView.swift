import FlipcashCore

/// An amount of a token as it is shown. Names come from the token's creator and are made safe to print here.
struct TokenView: Sendable, Hashable {
    let mint: PublicKey
    let symbol: String
    let name: String
    let quarks: UInt64

    init(mint: PublicKey, symbol: String, name: String, quarks: UInt64) {
        self.mint = mint
        self.symbol = DisplayText.sanitized(symbol)
        self.name = DisplayText.sanitized(name)
        self.quarks = quarks
    }

    /// The name for people: the core mint is dollars (client specification §10.6).
    var displayName: String {
        if mint == .usdf { return "Dollars" }
        if !name.isEmpty { return name }
        return symbol.isEmpty ? "\(mint.base58.prefix(4))…\(mint.base58.suffix(4))" : symbol
    }

    var value: OutputValue {
        .fields([
            "mint": .string(mint.base58),
            "symbol": symbol.isEmpty ? nil : .string(symbol),
            "name": name.isEmpty ? nil : .string(name),
            "decimals": .integer(Int64(mint.mintDecimals)),
            "quarks": .quarks(quarks),
            "value": .string(Self.decimal(quarks: quarks, decimals: mint.mintDecimals)),
        ])
    }

    /// Whole tokens with every decimal, trailing zeros left out.
    static func decimal(quarks: UInt64, decimals: Int) -> String {
        let digits = String(quarks)
        guard decimals > 0 else { return digits }
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        var fraction = padded.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        let whole = padded.dropLast(decimals)
        return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
    }
}

extension TokenView {
    /// Whether an argument names this token.
    func answers(to argument: TokenArgument) -> Bool {
        if argument.isDollars { return mint == .usdf }
        let text = argument.text.lowercased()
        return argument.text == mint.base58 || symbol.lowercased() == text || name.lowercased() == text
    }
}

extension MoneyText {
    /// The amount for people, with the token's name unless it is dollars.
    func text(_ amount: FiatAmount, of token: TokenView) -> String {
        token.mint == .usdf ? text(amount) : "\(text(amount)) in \(token.displayName)"
    }
}
