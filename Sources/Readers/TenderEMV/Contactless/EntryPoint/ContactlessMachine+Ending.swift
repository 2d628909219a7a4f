import TenderBytes

/// The end of a transaction, before which a PIN for the issuer is entered (EMV Contactless Book A, 6.2 [check]).
extension ContactlessMachine {
    /// What an issuer is sent: also the entry mode.
    private static let issuerTags = ContactResult.issuerTags + [0x9F39]

    /// Ends as the card decided, or as the kernel made of it.
    mutating func finish(pin: EncipheredPIN? = nil) throws(ContactStop) -> [ContactlessAction] {
        switch kind {
        case .decline: return end(.declinedOffline(try result()))
        case .approve: return end(.approvedOffline(try result()))
        case .online:
            guard verification == .onlinePIN, pin == nil else { return end(.onlineRequired(try result(pin: pin))) }
            return try askPIN()
        }
    }

    private mutating func askPIN() throws(ContactStop) -> [ContactlessAction] {
        guard let number = data.card(0x5A)?.digitText else { throw .terminated(.dataMissing) }
        step = .enteringPIN
        let request = PINRequest(
            purpose: .issuer(accountNumber: number), triesLeft: nil, amount: transaction.amount)
        return [startTimer(configuration.terminal.pinSeconds), .askPIN(request)]
    }

    /// A PIN that is required and not entered ends the transaction: the card has said already that one was.
    mutating func pinEnded(_ pin: PINResult) throws(ContactStop) -> [ContactlessAction] {
        switch pin {
        case .enciphered(let block): return try finish(pin: block)
        case .bypassed, .failed: return end(.ended(.pinNotEntered))
        case .digits, .verified: throw .fault(.unexpectedEvent)
        }
    }

    private mutating func result(pin: EncipheredPIN? = nil) throws(ContactStop) -> ContactResult {
        writeResults()
        return try ContactResult(
            data, results, status, needsSignature: verification == .signature, pin: pin, isCardDone: true,
            tags: Self.issuerTags)
    }
}
