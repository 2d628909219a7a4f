/// Data elements whose bits have meanings.
extension EMVMeaning {
    private static let tables: [TLV.Tag: EMVFlags] = [
        0x82: .interchangeProfile, 0x95: .verificationResults, 0x9B: .statusInformation, 0x9F07: .usageControl,
        0x9F0D: .verificationResults, 0x9F0E: .verificationResults, 0x9F0F: .verificationResults,
        0x9F33: .capabilities, 0x9F40: .additionalCapabilities, 0x9F66: .terminalQualifiers, 0x9F6C: .cardQualifiers,
    ]

    /// Creates the meaning of a data element of bits; `nil` if the tag is that of something else.
    init?(flags tag: TLV.Tag, _ bytes: [UInt8]) {
        guard let table = Self.tables[tag] else { return nil }
        notes = table.lines(bytes)
    }

    /// Creates the meaning of cryptogram information data (EMV Book 3 §6.5.5, §9).
    init(informationData byte: UInt8) {
        let kinds = ["AAC, declined", "TC, approved offline", "ARQC, online", "reserved"]
        text = kinds[Int(byte >> 6)]
        if byte & 0x08 != 0 { notes.append("advice required") }
        let reasons = ["", "service not allowed", "PIN try limit exceeded", "issuer authentication failed"]
        let reason = Int(byte & 0x07)
        if reason > 0 { notes.append("reason: " + (reason < reasons.count ? reasons[reason] : "reserved")) }
        if byte & 0x30 != 0 { notes.append("bits 6 and 5 are of the payment system: \(byte >> 4 & 3)") }
    }
}
