/// What the limits say about an amount before a card is there (EMV Contactless Book B, 3.1.1 [check]).
struct Preprocessing {
    var combination: ContactlessCombination
    /// In the currency's smallest unit.
    var amount: UInt64
    /// One of the currency in its smallest unit.
    var unit: UInt64
    /// Whether the terminal asks the issuer always.
    var isOnlineOnly: Bool
    /// Whether a PIN can be enciphered for the issuer.
    var canEncipherPIN: Bool

    init(
        _ combination: ContactlessCombination, _ transaction: ContactTransaction, reach: TerminalType.Reach
    ) {
        self.combination = combination
        amount = transaction.amount
        unit = (0..<transaction.currencyExponent).reduce(1) { unit, _ in unit * 10 }
        isOnlineOnly = transaction.isForcedOnline || reach == .onlineOnly
        canEncipherPIN = transaction.pinPad.contains(.enciphersForIssuer)
    }

    /// Whether contactless cards may pay the amount with this combination.
    ///
    /// Kernel 2 compares with its limits itself, since a device may have one of its own.
    var isAllowed: Bool {
        guard amount > 0 || combination.allowsZeroAmount else { return false }
        guard combination.kernel == .kernel3, let limit = combination.transactionLimit else { return true }
        return amount < limit
    }

    /// Whether the amount is above the floor limit of contactless payments, or else of the application.
    var isAboveFloorLimit: Bool { amount > combination.floorLimit ?? UInt64(combination.application.floorLimit) }

    /// The qualifiers of this transaction, tag 9F66.
    var qualifiers: TransactionQualifiers {
        var qualifiers = combination.qualifiers
        if !canEncipherPIN { qualifiers.remove(.onlinePIN) }
        let isStatusCheck = combination.checksStatus && amount == unit
        if isOnlineOnly || isAboveFloorLimit || isStatusCheck || amount == 0 { qualifiers.insert(.onlineRequired) }
        if let limit = combination.verificationLimit, amount >= limit { qualifiers.insert(.verificationRequired) }
        return qualifiers
    }
}
