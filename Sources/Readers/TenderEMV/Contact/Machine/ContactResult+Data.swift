import TenderBytes

extension ContactResult {
    /// What an issuer is sent, beside the account (EMV Book 4, 12.1).
    static let issuerTags: [TLV.Tag] = [
        0x9F26, 0x9F27, 0x9F10, 0x9F37, 0x9F36, 0x95, 0x9A, 0x9C, 0x9F02, 0x5F2A, 0x82, 0x9F1A, 0x9F34, 0x9F33, 0x9F35,
        0x9F03, 0x84, 0x9F1E, 0x9F09, 0x9F41, 0x5F34, 0x8A,
    ]

    /// The account, and what a receipt shows beside the data for the issuer (EMV Book 4, 11.4 [check]).
    private static let accountTags: [TLV.Tag] = [0x5A, 0x57, 0x5F24, 0x9B, 0x50, 0x9F12]

    /// Gathers what a transaction gave.
    ///
    /// - Parameter tags: What an issuer is sent.
    /// - Throws: the end of the transaction if the number or the expiry is not there.
    init(
        _ data: ContactData, _ results: TVR, _ status: TSI, needsSignature: Bool, pin: EncipheredPIN?,
        isCardDone: Bool, tags: [TLV.Tag] = issuerTags
    ) throws(ContactStop) {
        guard let number = data.card(0x5A), let expiry = data.card(0x5F24).flatMap(EMVDate.init) else {
            throw .terminated(.dataMissing)
        }
        self.init(
            verificationResults: results, statusInformation: status,
            cardholderResults: data.terminal[0x9F34] ?? [0x3F, 0, 0], needsSignature: needsSignature, pin: pin,
            accountNumber: number, expiry: expiry, track2: data.card(0x57),
            issuerData: data.objects(tags), accountData: data.objects(Self.accountTags),
            cryptogram: data.open(0x9F26) ?? [], identifier: data.open(0x84) ?? data.terminal[0x9F06] ?? [],
            applicationName: data.text(0x9F12) ?? data.text(0x50), languages: data.open(0x5F2D) ?? [],
            isCardDone: isCardDone)
    }
}

extension ContactData {
    /// A name of plain letters; `nil` if there is none, or it has others.
    fileprivate func text(_ tag: TLV.Tag) -> String? {
        guard let bytes = open(tag), (1...16).contains(bytes.count),
            bytes.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
