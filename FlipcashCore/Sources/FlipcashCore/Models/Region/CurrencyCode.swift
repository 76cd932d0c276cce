/// A currency, identified by its lower-case code as on the wire (money specification §2.1).
///
/// Each case is one currency's code: from ISO 4217, past and present, or one of the unofficial `cnh`, `fok`, `kid` and
/// `tvd`.
///
/// The order of the cases is part of the format: a currency's position is the byte in a cash payload. Codes were
/// appended and inserted over time, so the order is not alphabetical at the end. Never sort it.
public enum CurrencyCode: String, CaseIterable, Hashable, Sendable, Codable {
    /// The codes, in the order of their bytes in a cash payload.
    case aed, afn, all, amd, ang, aoa, ars, aud, awg, azn, bam, bbd, bdt, bgn, bhd, bif, bmd, bnd, bob, brl
    case bsd, btn, bwp, byn, bzd, cad, cdf, chf, clp, cny, cop, crc, cup, cve, czk, djf, dkk, dop, dzd, egp
    case ern, etb, eur, fjd, fkp, fok, gbp, gel, ghs, gip, gmd, gnf, gtq, gyd, hkd, hnl, hrk, htg, huf, idr
    case ils, inr, iqd, irr, isk, jmd, jod, jpy, kes, kgs, khr, kid, kmf, kpw, krw, kwd, kyd, kzt, lak, lbp
    case lkr, lrd, lyd, mad, mdl, mga, mkd, mmk, mnt, mop, mru, mur, mvr, mwk, mxn, myr, mzn, nad, ngn, nio
    case nok, npr, nzd, omr, pab, pen, pgk, php, pkr, pln, pyg, qar, ron, rsd, rub, rwf, sar, sbd, scr, sdg
    case sek, sgd, shp, sll, sos, srd, ssp, stn, syp, szl, thb, tjs, tmt, tnd, top, `try`, ttd, tvd, twd, tzs
    case uah, ugx, usd, uyu, uzs, ves, vnd, vuv, wst, xaf, xcd, xof, xpf, yer, zar, zmw, zwg, sle, ved, cnh
    case xcg
}

extension CurrencyCode {
    /// Reads a code in any case.
    ///
    /// - Throws: ``LookupError/notFound(_:)`` when the table has no such code.
    public init(currencyCode text: String) throws(LookupError) {
        guard let code = CurrencyCode(rawValue: text.asciiLowercased) else { throw .notFound(text) }
        self = code
    }

    /// The currency at `index` of the current table; nil beyond its end.
    public init?(index: UInt8) {
        let table = CurrencyCode.allCases
        guard Int(index) < table.count else { return nil }
        self = table[Int(index)]
    }

    /// The currency at `legacyIndex` of the table in use before 2026-04-01; nil beyond its end.
    ///
    /// A payload does not say which table it was written with. Use this only when the caller asks for the old table.
    public init?(legacyIndex: UInt8) {
        guard let code = CurrencyCode.allCases.first(where: { $0.legacyIndex == legacyIndex }) else { return nil }
        self = code
    }

    /// The position in the table: byte 1 of a cash payload.
    public var index: UInt8 { facts.index }

    /// The position in the table in use before 2026-04-01; nil for codes added since.
    public var legacyIndex: UInt8? { facts.legacyIndex }

    /// The number of fraction digits that are shown and entered.
    public var digits: Int { facts.digits }

    /// The number of fraction digits that sets how far a payment's two amounts may differ.
    ///
    /// Differs from ``digits`` for `mru`, `pkr`, `tzs` and `uyu`.
    public var serverDigits: Int { facts.serverDigits }

    /// The single character printed before an amount; nil when the currency has none.
    ///
    /// Symbols are not unique: where several currencies are shown, print the code too.
    public var symbol: String? { facts.symbol }

    /// Whether ``symbol`` alone identifies the currency: it is unique, or the currency is the US dollar.
    public var isNamedBySymbol: Bool {
        guard let symbol else { return false }
        return self == .usd || !CurrencyCode.sharedSymbols.contains(symbol)
    }

    /// Symbols that more than one currency uses.
    private static let sharedSymbols: Set<String> = {
        var (seen, shared) = (Set<String>(), Set<String>())
        for symbol in allCases.compactMap(\.symbol) where !seen.insert(symbol).inserted { shared.insert(symbol) }
        return shared
    }()

    /// The symbol, or `$` for currencies without one, for places too narrow for a code.
    public var compactSymbol: String { symbol ?? "$" }

    /// The region whose flag represents the currency; nil for currencies of several states.
    public var region: Region? { facts.region }

    /// The largest amount of one payment in this currency; nil when the currency cannot be sent.
    public var perTransactionLimit: Int64? { SendLimitTable.perTransaction(rawValue) }

    /// Errors from looking a currency up.
    public enum LookupError: Error, Hashable, Sendable, CustomStringConvertible {
        /// No currency of the table has this code.
        case notFound(String)

        /// What is wrong, in lower case and without a full stop.
        public var description: String {
            switch self {
            case .notFound(let text): "unknown currency code \"\(text.prefix(16))\""
            }
        }
    }
}
