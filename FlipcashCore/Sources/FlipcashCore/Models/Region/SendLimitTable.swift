/// The largest single payment in each currency, in units of that currency (payment specification §25.6).
///
/// The keys are wire codes, because the server knows currencies that ``CurrencyCode`` does not include.
enum SendLimitTable {
    /// Returns the limit for the lower-case `code`; nil when the currency cannot be sent.
    static func perTransaction(_ code: String) -> Int64? { limits[code] }

    /// All codes with a limit, unordered.
    static var codes: some Collection<String> { limits.keys }

    private static let limits: [String: Int64] = [
        "aed": 1000, "afn": 20_000, "all": 25_000, "amd": 100_000, "ang": 500, "aoa": 100_000, "ars": 250_000,
        "aud": 250, "awg": 500, "azn": 250, "bam": 500, "bbd": 500, "bdt": 25_000, "bgn": 500, "bhd": 100,
        "bif": 500_000, "bmd": 250, "bnd": 250, "bob": 1500, "brl": 1000, "bsd": 250, "btn": 20_000, "bwp": 2500,
        "byn": 500, "byr": 5_000_000, "bzd": 500, "cad": 250, "cdf": 500_000, "chf": 250, "clf": 8, "clp": 150_000,
        "cny": 1500, "cop": 1_000_000, "crc": 150_000, "cuc": 250, "cup": 5000, "cve": 25_000, "czk": 5000,
        "djf": 40_000, "dkk": 1000, "dop": 12_500, "dzd": 25_000, "egp": 2500, "ern": 2500, "etb": 12_500, "eur": 250,
        "fjd": 500, "fkp": 250, "gbp": 250, "gel": 500, "ggp": 250, "ghs": 2250, "gip": 250, "gmd": 15_000,
        "gnf": 2_000_000, "gtq": 1500, "gyd": 50_000, "hkd": 1000, "hnl": 5000, "hrk": 1500, "htg": 25_000,
        "huf": 50_000, "idr": 1_500_000, "ils": 750, "imp": 250, "inr": 10_000, "iqd": 250_000, "irr": 10_000_000,
        "isk": 25_000, "jep": 250, "jmd": 25_000, "jod": 100, "jpy": 25_000, "kes": 25_000, "kgs": 10_000,
        "khr": 1_000_000, "kmf": 100_000, "kpw": 250_000, "krw": 250_000, "kwd": 50, "kyd": 250, "kzt": 100_000,
        "lak": 2_500_000, "lbp": 3_000_000, "lkr": 50_000, "lrd": 25_000, "lsl": 2500, "ltl": 1000, "lvl": 150,
        "lyd": 1250, "mad": 2500, "mdl": 2500, "mga": 1_000_000, "mkd": 15_000, "mmk": 500_000, "mnt": 750_000,
        "mop": 2000, "mru": 10_000, "mur": 10_000, "mvr": 2500, "mwk": 250_000, "mxn": 2500, "myr": 500,
        "mzn": 15_000, "nad": 2500, "ngn": 100_000, "nio": 5000, "nok": 2500, "npr": 25_000, "nzd": 500, "omr": 50,
        "pab": 250, "pen": 500, "pgk": 1000, "php": 10_000, "pkr": 50_000, "pln": 750, "pyg": 1_500_000, "qar": 500,
        "ron": 500, "rsd": 25_000, "rub": 15_000, "rwf": 250_000, "sar": 750, "sbd": 2000, "scr": 3000,
        "sdg": 150_000, "sek": 2500, "sgd": 250, "shp": 250, "sll": 5_000_000, "sos": 150_000, "srd": 5000,
        "std": 5_000_000, "syp": 500_000, "szl": 2500, "thb": 5000, "tjs": 2500, "tmt": 750, "tnd": 750, "top": 500,
        "try": 2500, "ttd": 1500, "twd": 5000, "tzs": 500_000, "uah": 10_000, "ugx": 1_000_000, "usd": 250,
        "uyu": 10_000, "uzs": 2_500_000, "vnd": 5_000_000, "vuv": 25_000, "wst": 500, "xaf": 150_000, "xcd": 500,
        "xdr": 150, "xof": 150_000, "xpf": 25_000, "yer": 50_000, "zar": 2500, "zmk": 2_500_000, "zmw": 2500,
        "zwl": 50_000,
    ]
}
