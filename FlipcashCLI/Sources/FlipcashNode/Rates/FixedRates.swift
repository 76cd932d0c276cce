/// The exchange rates that come with the release: units of a currency for one US dollar.
///
/// With them a node works without a network and shows plausible amounts. They are not market data: a node that handles
/// more than test money must name a rate source in its settings.
enum FixedRates {
    /// One `code rate` pair per currency; the rates are decimal text, so that every build reads the same `Double`.
    static let table = """
        aed 3.6725  afn 66.4  all 82.5  amd 382  ang 1.79  aoa 917  ars 1445  aud 1.51  awg 1.8  azn 1.7
        bam 1.665  bbd 2  bdt 122.2  bgn 1.665  bhd 0.376  bif 2960  bmd 1  bnd 1.29  bob 6.91  brl 5.45
        bsd 1  btn 89.9  bwp 13.3  byn 2.95  bzd 2.01  cad 1.4  cdf 2230  chf 0.795  clp 915  cny 7.03
        cnh 7.02  cop 3790  crc 500  cup 24  cve 93.9  czk 20.7  djf 177.7  dkk 6.36  dop 62.6  dzd 129.9
        egp 47.6  ern 15  etb 155  eur 0.8515  fjd 2.27  fkp 0.745  fok 6.36  gbp 0.745  gel 2.7  ghs 11.3
        gip 0.745  gmd 73.5  gnf 8720  gtq 7.66  gyd 209.1  hkd 7.78  hnl 26.3  hrk 6.416  htg 130.9  huf 329
        idr 16700  ils 3.21  inr 89.9  iqd 1310  irr 42100  isk 126  jmd 160  jod 0.709  jpy 156  kes 129
        kgs 87.4  khr 4010  kid 1.51  kmf 419  kpw 900  krw 1445  kwd 0.307  kyd 0.8333  kzt 507  lak 21640
        lbp 89550  lkr 309.6  lrd 177.6  lyd 5.42  mad 9.15  mdl 16.9  mga 4560  mkd 52.5  mmk 2100  mnt 3560
        mop 8.02  mru 39.8  mur 46.1  mvr 15.45  mwk 1736  mxn 17.95  myr 4.06  mzn 63.9  nad 16.6  ngn 1448
        nio 36.8  nok 10.1  npr 143.8  nzd 1.73  omr 0.3845  pab 1  pen 3.37  pgk 4.25  php 58.9  pkr 280.2
        pln 3.59  pyg 6570  qar 3.64  ron 4.34  rsd 99.9  rub 79  rwf 1455  sar 3.75  sbd 8.15  scr 14.3
        sdg 600.5  sek 9.2  sgd 1.285  shp 0.745  sle 23.4  sll 23400  sos 571  srd 38.3  ssp 4630  stn 20.9
        syp 11060  szl 16.6  thb 31.5  tjs 9.25  tmt 3.5  tnd 2.91  top 2.4  try 42.95  ttd 6.79  tvd 1.51
        twd 31.4  tzs 2470  uah 42.3  ugx 3620  usd 1  uyu 39.1  uzs 12030  ved 301  ves 301  vnd 26290
        vuv 121  wst 2.76  xaf 558.5  xcd 2.7  xcg 1.79  xof 558.5  xpf 101.6  yer 238.4  zar 16.6  zmw 22.6
        zwg 26
        """
}
