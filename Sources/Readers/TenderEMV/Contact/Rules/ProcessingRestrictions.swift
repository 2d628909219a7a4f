/// Whether an application may be used here and now (EMV Book 3, 10.4).
struct ProcessingRestrictions {
    /// The version of the card, tag 9F08, and of the terminal, tag 9F09.
    var cardVersion: [UInt8]?
    var terminalVersion: [UInt8]
    /// The application usage control, tag 9F07, two bytes on top of each other.
    var usageControl: UInt16?
    /// The countries of the issuer, tag 5F28, and of the terminal, tag 9F1A.
    var issuerCountry: [UInt8]?
    var terminalCountry: [UInt8]
    var isCashMachine: Bool
    var kind: ContactTransaction.Kind
    var isForServices: Bool
    var hasCashback: Bool
    /// Tags 5F25 and 5F24.
    var effective: EMVDate?
    var expiry: EMVDate
    var today: EMVDate

    /// The results; no other bit can be set.
    var results: TVR {
        var results: TVR = []
        if let cardVersion, cardVersion != terminalVersion { results.insert(.versionsDiffer) }
        if let usageControl, !allows(usageControl) { results.insert(.serviceNotAllowed) }
        if let effective, effective > today { results.insert(.notYetEffective) }
        if expiry < today { results.insert(.expired) }
        return results
    }

    private func allows(_ control: UInt16) -> Bool {
        guard control & (isCashMachine ? 0x0200 : 0x0100) != 0 else { return false }
        guard let issuerCountry else { return true }
        let isDomestic = issuerCountry == terminalCountry
        func may(_ domestic: UInt16, _ international: UInt16) -> Bool {
            control & (isDomestic ? domestic : international) != 0
        }
        if hasCashback, !may(0x80, 0x40) { return false }
        return switch kind {
        case .cash: may(0x8000, 0x4000)
        // Money back is judged as the sale was [check].
        case .goods, .cashback, .refund: isForServices ? may(0x0800, 0x0400) : may(0x2000, 0x1000)
        }
    }
}
