extension CompactNumber {
    /// The abbreviations of a locale of the table, ascending.
    ///
    /// They are those of the specification, and for other locales those of Unicode's common locale data. They are fixed
    /// here so that the output does not depend on the host's release.
    static func patterns(_ identifier: String) -> [Pattern] {
        switch identifier {
        case "de_DE", "de_CH":
            [Pattern(6, "\u{A0}Mio."), Pattern(9, "\u{A0}Mrd."), Pattern(12, "\u{A0}Bio.")]
        case "it_IT":
            [Pattern(6, "\u{A0}Mln"), Pattern(9, "\u{A0}Mld"), Pattern(12, "\u{A0}Bln")]
        case "fr_FR":
            [Pattern(3, "\u{A0}k"), Pattern(6, "\u{A0}M"), Pattern(9, "\u{A0}Md"), Pattern(12, "\u{A0}Bn")]
        case "fr_CA":
            [Pattern(3, "\u{A0}k"), Pattern(6, "\u{A0}M"), Pattern(9, "\u{A0}G"), Pattern(12, "\u{A0}T")]
        case "es_ES":
            [
                Pattern(3, "\u{A0}mil"), Pattern(6, "\u{A0}M"), Pattern(10, unit: 9, "\u{A0}mil\u{A0}M"),
                Pattern(12, "\u{A0}B"),
            ]
        case "es_MX":
            [
                Pattern(3, "\u{A0}k"), Pattern(6, "\u{A0}M"), Pattern(9, "k\u{A0}M"),
                Pattern(10, unit: 9, "\u{A0}mil\u{A0}M"), Pattern(11, unit: 9, "k\u{A0}M"), Pattern(12, "\u{A0}B"),
            ]
        case "es_AR", "es_CL":
            [
                Pattern(3, "\u{A0}K"), Pattern(4, unit: 3, "\u{A0}k"), Pattern(6, "\u{A0}M"), Pattern(9, "k\u{A0}M"),
                Pattern(12, "\u{A0}B"),
            ]
        case "pt_BR":
            [Pattern(3, "\u{A0}mil"), Pattern(6, "\u{A0}mi"), Pattern(9, "\u{A0}bi"), Pattern(12, "\u{A0}tri")]
        case "pt_PT":
            [Pattern(3, "\u{A0}mil"), Pattern(6, "\u{A0}M"), Pattern(9, "\u{A0}mM"), Pattern(12, "\u{A0}Bi")]
        case "nl_NL":
            [Pattern(3, "K"), Pattern(6, "\u{A0}mln."), Pattern(9, "\u{A0}mld."), Pattern(12, "\u{A0}bln.")]
        case "pl_PL":
            [Pattern(3, "\u{A0}tys."), Pattern(6, "\u{A0}mln"), Pattern(9, "\u{A0}mld"), Pattern(12, "\u{A0}bln")]
        case "tr_TR":
            [Pattern(3, "\u{A0}B"), Pattern(6, "\u{A0}Mn"), Pattern(9, "\u{A0}Mr"), Pattern(12, "\u{A0}Tn")]
        case "ru_RU":
            [Pattern(3, "\u{A0}тыс."), Pattern(6, "\u{A0}млн"), Pattern(9, "\u{A0}млрд"), Pattern(12, "\u{A0}трлн")]
        case "uk_UA":
            [Pattern(3, "\u{A0}тис."), Pattern(6, "\u{A0}млн"), Pattern(9, "\u{A0}млрд"), Pattern(12, "\u{A0}трлн")]
        case "cs_CZ":
            [Pattern(3, "\u{A0}tis."), Pattern(6, "\u{A0}mil."), Pattern(9, "\u{A0}mld."), Pattern(12, "\u{A0}bil.")]
        case "hu_HU":
            [Pattern(3, "\u{A0}E"), Pattern(6, "\u{A0}M"), Pattern(9, "\u{A0}Mrd"), Pattern(12, "\u{A0}B")]
        case "da_DK":
            [Pattern(3, "\u{A0}t"), Pattern(6, "\u{A0}mio."), Pattern(9, "\u{A0}mia."), Pattern(12, "\u{A0}bio.")]
        case "sv_SE":
            [Pattern(3, "\u{A0}tn"), Pattern(6, "\u{A0}mn"), Pattern(9, "\u{A0}md"), Pattern(12, "\u{A0}bn")]
        case "nb_NO":
            [Pattern(3, "k"), Pattern(6, "\u{A0}mill."), Pattern(9, "\u{A0}mrd."), Pattern(12, "\u{A0}bill.")]
        case "fi_FI":
            [Pattern(3, "\u{A0}t."), Pattern(6, "\u{A0}milj."), Pattern(9, "\u{A0}mrd."), Pattern(12, "\u{A0}bilj.")]
        case "id_ID":
            [Pattern(3, "\u{A0}rb"), Pattern(6, "\u{A0}jt"), Pattern(9, "\u{A0}M"), Pattern(12, "\u{A0}T")]
        case "vi_VN":
            [Pattern(3, "\u{A0}N"), Pattern(6, "\u{A0}Tr"), Pattern(9, "\u{A0}T"), Pattern(12, "\u{A0}NT")]
        case "ja_JP":
            [Pattern(4, "万"), Pattern(8, "億"), Pattern(12, "兆")]
        case "zh_CN":
            [Pattern(4, "万"), Pattern(8, "亿"), Pattern(12, "万亿")]
        case "ko_KR":
            [Pattern(3, "천"), Pattern(4, "만"), Pattern(8, "억"), Pattern(12, "조")]
        case "en_IN":
            [Pattern(3, "K"), Pattern(5, "L"), Pattern(7, "Cr"), Pattern(10, "KCr"), Pattern(12, "LCr")]
        case "hi_IN":
            [
                Pattern(3, "\u{A0}हज़ार"), Pattern(5, "\u{A0}लाख"), Pattern(7, "\u{A0}क॰"), Pattern(9, "\u{A0}अ॰"),
                Pattern(11, "\u{A0}ख॰"), Pattern(13, "\u{A0}नील"),
            ]
        case "he_IL":
            [Pattern(3, "K\u{200F}"), Pattern(6, "M\u{200F}"), Pattern(9, "B\u{200F}"), Pattern(12, "T\u{200F}")]
        case "ar_AE", "ar_EG":
            [
                Pattern(3, "\u{A0}ألف", few: "\u{A0}آلاف"), Pattern(4, unit: 3, "\u{A0}ألف"), Pattern(6, "\u{A0}مليون"),
                Pattern(9, "\u{A0}مليار"), Pattern(12, "\u{A0}ترليون"),
            ]
        case "fa_IR":
            [
                Pattern(3, "\u{A0}هزار"), Pattern(6, "\u{A0}میلیون"), Pattern(9, "\u{A0}میلیارد"),
                Pattern(12, "\u{A0}تریلیون"),
            ]
        default: [Pattern(3, "K"), Pattern(6, "M"), Pattern(9, "B"), Pattern(12, "T")]
        }
    }
}
