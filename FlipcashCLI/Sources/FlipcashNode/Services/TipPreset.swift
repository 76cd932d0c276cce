/// The tips that clients offer, by currency (payment specification §25.6).
struct TipPreset: Equatable, Sendable {
    /// Lower-case currency code.
    let currency: String
    /// The minimum tip and three suggested amounts, in units of the currency.
    let minimum: Double
    let low: Double
    let medium: Double
    let high: Double

    /// All presets, by currency code ascending.
    static let all: [TipPreset] = read(table)

    private static func read(_ text: String) -> [TipPreset] {
        let words = text.split(whereSeparator: \.isWhitespace)
        return stride(from: 0, to: words.count - 1, by: 2).compactMap { index in
            let amounts = words[index + 1].split(separator: "/").compactMap { Double($0) }
            guard amounts.count == 4 else { return nil }
            return TipPreset(
                currency: String(words[index]), minimum: amounts[0], low: amounts[1], medium: amounts[2],
                high: amounts[3])
        }
    }

    /// `code minimum/low/medium/high` for each currency.
    private static let table = """
        aed 5/20/50/100  afn 50/100/500/1000  all 100/200/500/1000  amd 500/2000/5000/10000
        aoa 500/1000/5000/10000  ars 1000/5000/10000/20000  aud 1/5/10/20  awg 2/10/20/50  azn 2/10/20/50
        bam 2/10/20/50  bbd 2/10/20/50  bdt 100/500/1000/2000  bhd 0.5/1/5/10  bif 2000/5000/10000/20000
        bmd 1/5/10/20  bnd 1/5/10/20  bob 10/50/100/200  brl 5/20/50/100  bsd 1/5/10/20  btn 50/100/500/1000
        bwp 10/50/100/200  byn 2/10/20/50  bzd 2/10/20/50  cad 1/5/10/20  cdf 2000/5000/10000/20000
        chf 1/5/10/20  clp 1000/5000/10000/20000  cny 10/20/50/100  cop 5000/20000/50000/100000
        crc 500/2000/5000/10000  cup 20/100/200/500  cve 100/500/1000/2000  czk 20/100/200/500
        djf 200/1000/2000/5000  dkk 10/50/100/200  dop 50/200/500/1000  dzd 100/500/1000/2000
        egp 50/200/500/1000  ern 10/50/100/200  etb 100/500/1000/2000  eur 1/5/10/20  fjd 2/10/20/50
        fkp 1/5/10/20  gbp 1/5/10/20  gel 2/10/20/50  ghs 10/50/100/200  gip 1/5/10/20  gmd 100/200/500/1000
        gnf 10000/50000/100000/200000  gtq 10/50/100/200  gyd 200/1000/2000/5000  hkd 10/50/100/200
        hnl 20/100/200/500  htg 100/500/1000/2000  huf 500/2000/5000/10000  idr 20000/50000/100000/200000
        ils 5/20/50/100  inr 50/100/200/500  iqd 1000/5000/10000/25000  irr 100000/500000/1000000/2000000
        isk 100/500/1000/2000  jmd 200/500/1000/2000  jod 0.5/1/5/10  jpy 100/500/1000/2000
        kes 100/500/1000/2000  kgs 100/500/1000/2000  khr 5000/20000/50000/100000  kmf 500/2000/5000/10000
        kpw 500/1000/5000/10000  krw 1000/5000/10000/20000  kwd 0.25/1/5/10  kyd 1/5/10/20
        kzt 500/2000/5000/10000  lak 20000/100000/200000/500000  lbp 100000/500000/1000000/2000000
        lkr 500/1000/2000/5000  lrd 200/500/1000/2000  lsl 20/100/200/500  lyd 5/20/50/100  mad 10/50/100/200
        mdl 20/100/200/500  mga 5000/20000/50000/100000  mkd 50/200/500/1000  mmk 2000/10000/20000/50000
        mnt 5000/20000/50000/100000  mop 10/50/100/200  mru 50/200/500/1000  mur 50/200/500/1000
        mvr 20/100/200/500  mwk 2000/5000/10000/20000  mxn 20/100/200/500  myr 5/20/50/100  mzn 50/200/500/1000
        nad 20/100/200/500  ngn 1000/5000/10000/20000  nio 50/200/500/1000  nok 10/50/100/200
        npr 100/500/1000/2000  nzd 1/5/10/20  omr 0.5/1/5/10  pab 1/5/10/20  pen 5/20/50/100  pgk 5/20/50/100
        php 50/200/500/1000  pkr 200/1000/2000/5000  pln 5/20/50/100  pyg 5000/20000/50000/100000
        qar 5/20/50/100  ron 5/20/50/100  rsd 100/500/1000/2000  rub 100/500/1000/2000
        rwf 1000/5000/10000/20000  sar 5/20/50/100  sbd 10/50/100/200  scr 20/50/100/200
        sdg 500/2000/5000/10000  sek 10/50/100/200  sgd 1/5/10/20  shp 1/5/10/20  sle 20/100/200/500
        sos 500/2000/5000/10000  srd 50/200/500/1000  ssp 5000/20000/50000/100000  stn 20/100/200/500
        syp 1000/5000/10000/20000  szl 20/100/200/500  thb 20/100/500/1000  tjs 10/50/100/200  tmt 5/20/50/100
        tnd 2/10/20/50  top 2/10/20/50  try 50/200/500/1000  ttd 5/20/50/100  twd 50/200/500/1000
        tzs 2000/10000/20000/50000  uah 50/200/500/1000  ugx 5000/20000/50000/100000  usd 1/5/10/20
        uyu 50/200/500/1000  uzs 10000/50000/100000/200000  ves 1000/5000/10000/20000
        vnd 20000/100000/200000/500000  vuv 100/500/1000/2000  wst 2/10/20/50  xaf 500/2000/5000/10000
        xcd 2/20/50/100  xcg 2/10/20/50  xof 500/2000/5000/10000  xpf 100/500/1000/2000  yer 250/1000/2000/5000
        zar 20/100/200/500  zmw 20/100/200/500  zwg 20/100/200/500
        """
}
