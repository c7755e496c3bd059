/// The letters of pictures as strokes, which are smooth in any size.
///
/// “Roman Simplex” of the Hershey Fonts, with signs of its own behind the tilde. The Hershey Fonts were originally
/// created by Dr. A. V. Hershey while working at the U. S. National Bureau of Standards. The format of the font data
/// was originally created by James Hurt, Cognition, Inc., 900 Technology Park Drive, Billerica, MA 01821. They may be
/// used by anyone for any purpose, as long as these two sentences are with them.
enum Glyphs {
    /// A character: how far it reaches to both sides of its middle, and its strokes.
    struct Glyph {
        var left: Double, right: Double
        var strokes: [[PlanePoint]]

        var width: Double { right - left }
    }

    /// Units of a text's size, and how far below a glyph's middle letters stand.
    static let size = 26.0, baseline = 9.0
    /// How thick strokes are, as a part of the text's size.
    static let stroke = 0.1

    /// A character; another's is that of `?`.
    static func glyph(_ character: Character) -> Glyph {
        glyphs[character] ?? glyphs["?"] ?? Glyph(left: 0, right: 0, strokes: [])
    }

    /// The width of a text in pixels.
    static func width(_ text: String, size: Double) -> Double {
        text.reduce(0) { $0 + glyph($1).width } * size / Self.size
    }

    private static let signs = "°±²³µ·×éèüöäßÄÖÜ–—…“”‘’−≤≥→"

    private static let glyphs: [Character: Glyph] = {
        let characters = (32..<127).map { Character(Unicode.Scalar(UInt8($0))) } + signs
        let words = strokes.split { $0 == " " || $0.isNewline }
        return Dictionary(uniqueKeysWithValues: zip(characters, words.map(read)))
    }()

    /// Reads a glyph: letters are distances from R in units, the first two of them its sides, the others x and y.
    private static func read(_ word: Substring) -> Glyph {
        func pairs(_ text: Substring) -> [PlanePoint] {
            let numbers = text.utf8.map { Double($0) - 82 }
            return stride(from: 0, to: numbers.count - 1, by: 2).map { PlanePoint(x: numbers[$0], y: numbers[$0 + 1]) }
        }
        let sides = pairs(word.prefix(2))[0]
        return Glyph(left: sides.x, right: sides.y, strokes: word.dropFirst(2).split(separator: ",").map(pairs))
    }

    private static let strokes = #"""
        JZ MWRFRT,RYQZR[SZRY JZNFNM,VFVM H]SBLb,YBRb,LOZO,KUYU H\PBP_,TBT_,YIWGTFPFMGKIKKLMMNOOUQWRXSYUYXWZT[P[MZKX
        F^[FI[,NFPHPJOLMMKMIKIIJGLFNFPGSHVHYG[F,WTUUTWTYV[X[ZZ[X[VYTWT
        E_\O\N[MZMYNXPVUTXRZP[L[JZIYHWHUISJRQNRMSKSIRGPFNGMIMKNNPQUXWZY[[[\Z\Y MWRHQGRFSGSIRKQL
        KYVBTDRGPKOPOTPYR]T`Vb KYNBPDRGTKUPUTTYR]P`Nb JZRFRR,MIWO,WIMO E_RIR[,IR[R MWSZR[QZRYSZS\R^Q_ JZMRWR
        MWRYQZR[SZRY G][BIb H\QFNGLJKOKRLWNZQ[S[VZXWYRYOXJVGSFQF H\NJPISFS[ H\LKLJMHNGPFTFVGWHXJXLWNUQK[Y[
        H\MFXFRNUNWOXPYSYUXXVZS[P[MZLYKW H\UFKTZT,UFU[ H\WFMFLOMNPMSMVNXPYSYUXXVZS[P[MZLYKW
        H\XIWGTFRFOGMJLOLTMXOZR[S[VZXXYUYTXQVOSNRNOOMQLT H\YFO[,KFYF
        H\PFMGLILKMMONSOVPXRYTYWXYWZT[P[MZLYKWKTLRNPQOUNWMXKXIWGTFPF
        H\XMWPURRSQSNRLPKMKLLINGQFRFUGWIXMXRWWUZR[P[MZLX MWRMQNROSNRM,RYQZR[SZRY MWRMQNROSNRM,SZR[QZRYSZS\R^Q_
        F^ZIJRZ[ E_IO[O,IU[U F^JIZRJ[ I[LKLJMHNGPFTFVGWHXJXLWNVORQRT,RYQZR[SZRY
        E`WNVLTKQKOLNMMPMSNUPVSVUUVS,QKOMNPNSOUPV,WKVSVUXVZV\T]Q]O\L[JYHWGTFQFNGLHJJILHOHRIUJWLYNZQ[T[WZYYZX,XKWSWUXV
        I[RFJ[,RFZ[,MTWT G\KFK[,KFTFWGXHYJYLXNWOTP,KPTPWQXRYTYWXYWZT[K[ H]ZKYIWGUFQFOGMILKKNKSLVMXOZQ[U[WZYXZV
        G\KFK[,KFRFUGWIXKYNYSXVWXUZR[K[ H[LFL[,LFYF,LPTP,L[Y[ HZLFL[,LFYF,LPTP
        H]ZKYIWGUFQFOGMILKKNKSLVMXOZQ[U[WZYXZVZS,USZS G]KFK[,YFY[,KPYP NVRFR[ JZVFVVUYTZR[P[NZMYLVLT
        G\KFK[,YFKT,POY[ HYLFL[,L[X[ F^JFJ[,JFR[,ZFR[,ZFZ[ G]KFK[,KFY[,YFY[
        G]PFNGLIKKJNJSKVLXNZP[T[VZXXYVZSZNYKXIVGTFPF G\KFK[,KFTFWGXHYJYMXOWPTQKQ
        G]PFNGLIKKJNJSKVLXNZP[T[VZXXYVZSZNYKXIVGTFPF,SWY] G\KFK[,KFTFWGXHYJYLXNWOTPKP,RPY[
        H\YIWGTFPFMGKIKKLMMNOOUQWRXSYUYXWZT[P[MZKX JZRFR[,KFYF G]KFKULXNZQ[S[VZXXYUYF I[JFR[,ZFR[
        F^HFM[,RFM[,RFW[,\FW[ H\KFY[,YFK[ I[JFRPR[,ZFRP H\YFK[,KFYF,K[Y[ KYOBOb,PBPb,OBVB,ObVb KYKFY^
        KYTBTb,UBUb,NBUB,NbUb JZPLRITL,MORJWO,RJR[ JZJ]Z] MWSFRGQIQKRLSKRJ I\XMX[,XPVNTMQMONMPLSLUMXOZQ[T[VZXX
        H[LFL[,LPNNPMSMUNWPXSXUWXUZS[P[NZLX I[XPVNTMQMONMPLSLUMXOZQ[T[VZXX I\XFX[,XPVNTMQMONMPLSLUMXOZQ[T[VZXX
        I[LSXSXQWOVNTMQMONMPLSLUMXOZQ[T[VZXX MYWFUFSGRJR[,OMVM I\XMX]W`VaTbQbOa,XPVNTMQMONMPLSLUMXOZQ[T[VZXX
        I\MFM[,MQPNRMUMWNXQX[ NVQFRGSFREQF,RMR[ MWRFSGTFSERF,SMS^RaPbNb IZMFM[,WMMW,QSX[ NVRFR[
        CaGMG[,GQJNLMOMQNRQR[,RQUNWMZM\N]Q][ I\MMM[,MQPNRMUMWNXQX[ I\QMONMPLSLUMXOZQ[T[VZXXYUYSXPVNTMQM
        H[LMLb,LPNNPMSMUNWPXSXUWXUZS[P[NZLX I\XMXb,XPVNTMQMONMPLSLUMXOZQ[T[VZXX KXOMO[,OSPPRNTMWM
        J[XPWNTMQMNNMPNRPSUTWUXWXXWZT[Q[NZMX MYRFRWSZU[W[,OMVM I\MMMWNZP[S[UZXW,XMX[ JZLMR[,XMR[
        G]JMN[,RMN[,RMV[,ZMV[ J[MMX[,XMM[ JZLMR[,XMR[P_NaLbKb J[XMM[,MMXM,M[X[
        KYTBRCQDPFPHQJRKSMSOQQ,RCQEQGRISJTLTNSPORSTTVTXSZR[Q]Q_Ra,QSSUSWRYQZP\P^Q`RaTb NVRBRb
        KYPBRCSDTFTHSJRKQMQOSQ,RCSESGRIQJPLPNQPURQTPVPXQZR[S]S_Ra,SSQUQWRYSZT\T^S`RaPb
        F^IUISJPLONOPPTSVTXTZS[Q,ISJQLPNPPQTTVUXUZT[Q[O LXQFOHOJQLSLUJUHSFQF E_RGRY,IP[P,I[[[
        LXOHOHOGPFQESETFUGUHUIUJTLNQVQ LXOEUERJTJUJUKVMVNUOTPSQQQOPOPNO I\MMMWNZP[S[UZXW,XMX[,MWLb NVRQQRRSSRRQ
        H\LMXY,XMLY I[LSXSXQWOVNTMQMONMPLSLUMXOZQ[T[VZXX,PJTF I[LSXSXQWOVNTMQMONMPLSLUMXOZQ[T[VZXX,OFSJ
        I\MMMWNZP[S[UZXW,XMX[,NHOH,UHVH I\QMONMPLSLUMXOZQ[T[VZXXYUYSXPVNTMQM,NHOH,UHVH
        I\XMX[,XPVNTMQMONMPLSLUMXOZQ[T[VZXX,NHOH,UHVH J[M[MJNGPFSFVGWIWLVNSO,SOVPXRXWWYU[Q[
        I[RFJ[,RFZ[,MTWT,NCOC,UCVC G]PFNGLIKKJNJSKVLXNZP[T[VZXXYVZSZNYKXIVGTFPF,NCOC,UCVC
        G]KFKULXNZQ[S[VZXXYUYF,NCOC,UCVC H\KRYR D`GR]R F^KYJZK[LZKY,RYQZR[SZRY,YYXZY[ZZYY KYPFNINK,VFTITK
        KYPFPHNK,VFVHTK NVSFQIQK NVSFSHQK JZMRWR F^ZFJOZX,J\Z\ F^JFZOJX,J\Z\ F^IR[R,VN[RVV
        """#
}
