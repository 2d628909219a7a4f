/// How a holder is verified, by what card and reader say in their qualifiers (EMV Contactless Book C-3, 5.7 [check]).
struct QualifiedVerification {
    var terminal: TransactionQualifiers
    /// What the card wants; `nil` if it does not say.
    var card: CardQualifiers?
    /// Whether the signed qualifiers of the card say the same, or there are none and the issuer is asked.
    var isDeviceProved: Bool

    /// The method; `nil` if a required one is missing or has failed.
    var method: ContactlessVerification? {
        let isRequired = terminal.contains(.verificationRequired)
        guard let card else { return isRequired ? common : ContactlessVerification.none }
        if card.contains(.onlinePIN), terminal.contains(.onlinePIN) { return .onlinePIN }
        if card.contains(.deviceVerified), terminal.contains(.deviceVerification) {
            return isDeviceProved ? .device : nil
        }
        if card.contains(.signature), terminal.contains(.signature) { return .signature }
        let isWanted = !card.isDisjoint(with: [.onlinePIN, .signature])
        return isRequired || isWanted ? nil : ContactlessVerification.none
    }

    /// What a reader does for a card that does not say.
    private var common: ContactlessVerification? {
        if terminal.contains(.signature) { return .signature }
        return terminal.contains(.onlinePIN) ? .onlinePIN : nil
    }
}
