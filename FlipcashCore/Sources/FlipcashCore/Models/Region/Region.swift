/// A region by its lower-case code: ISO 3166-1 alpha-2, and `an`, `eo`, `eu` and `zz` (money specification §2.1).
///
/// Each case is one region's code; `as`, `do`, `in` and `is` are also Swift keywords and need backticks.
public enum Region: String, CaseIterable, Hashable, Sendable, Codable {
    case ad, ae, af, ag, ai, al, am, an, ao, aq, ar, `as`, at, au, aw, ax, az, ba, bb, bd
    case be, bf, bg, bh, bi, bj, bl, bm, bn, bo, bq, br, bs, bt, bv, bw, by, bz, ca, cc
    case cd, cf, cg, ch, ci, ck, cl, cm, cn, co, cr, cu, cv, cw, cx, cy, cz, de, dj, dk
    case dm, `do`, dz, ec, ee, eg, eh, eo, er, es, et, eu, fi, fj, fk, fm, fo, fr, ga, gb
    case gd, ge, gf, gg, gh, gi, gl, gm, gn, gp, gq, gr, gs, gt, gu, gw, gy, hk, hm, hn
    case hr, ht, hu, id, ie, il, im, `in`, io, iq, ir, `is`, it, je, jm, jo, jp, ke, kg, kh
    case ki, km, kn, kp, kr, kw, ky, kz, la, lb, lc, li, lk, lr, ls, lt, lu, lv, ly, ma
    case mc, md, me, mf, mg, mh, mk, ml, mm, mn, mo, mp, mq, mr, ms, mt, mu, mv, mw, mx
    case my, mz, na, nc, ne, nf, ng, ni, nl, no, np, nr, nu, nz, om, pa, pe, pf, pg, ph
    case pk, pl, pm, pn, pr, ps, pt, pw, py, qa, re, ro, rs, ru, rw, sa, sb, sc, sd, se
    case sg, sh, si, sj, sk, sl, sm, sn, so, sr, ss, st, sv, sx, sy, sz, tc, td, tf, tg
    case th, tj, tk, tl, tm, tn, to, tr, tt, tv, tw, tz, ua, ug, um, us, uy, uz, va, vc
    case ve, vg, vi, vn, vu, wf, ws, ye, yt, za, zm, zw, zz

    /// Reads a region code in any case; nil when it is unknown.
    public init?(regionCode text: String) {
        self.init(rawValue: text.asciiLowercased)
    }
}
