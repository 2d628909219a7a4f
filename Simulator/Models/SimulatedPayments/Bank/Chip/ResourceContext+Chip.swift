import SimulatedCard
import TenderModel

extension ResourceContext {
    /// Has the issuer check what a presented chip told about a charge; a cryptogram counts once.
    ///
    /// - Parameter isPart: Whether the issuer is asked for a part of the intent's amount.
    /// - Returns: The refusal; `nil` without a chip, and if amount and card decide.
    mutating func chipRefusal(
        of method: PaymentMethodRow, for charge: ChargeRow, of intent: IntentRow, isPart: Bool
    ) -> CardDecline? {
        guard let sealed = method.particulars.chip else { return nil }
        guard let amount = try? Amount(gatewayUnits: charge.amount, currency: charge.currency),
            let surcharge = try? Amount(gatewayUnits: intent.surcharge, currency: charge.currency)
        else { return Self.unreadableChip }
        return chipRefusal(
            of: sealed, method,
            ChipCharge(amount: amount.minorUnits, surcharge: surcharge.minorUnits, isPart: isPart))
    }

    /// Has the issuer check what a chip told that is only saved: its cryptogram is over no amount.
    ///
    /// - Returns: The refusal; `nil` without a chip, and if the card decides.
    mutating func chipRefusal(ofSaved method: PaymentMethodRow) -> CardDecline? {
        method.particulars.chip.flatMap { chipRefusal(of: $0, method, ChipCharge(amount: 0)) }
    }

    private static let unreadableChip = CardDecline(code: "processing_error", declineCode: "processing_error")

    private mutating func chipRefusal(
        of sealed: EncryptedPayload, _ method: PaymentMethodRow, _ charge: ChipCharge
    ) -> CardDecline? {
        guard let chip = try? CardPayload.open(sealed).chip, let objects = try? ChipObjects(chip),
            let scheme = CryptogramScheme(applicationData: objects.values[0x9F10] ?? [])
        else { return Self.unreadableChip }
        let request = ChipAuthorization(
            card: method.presentedCard, scheme: scheme, objects: objects.values, pinBlock: objects.values[0x99],
            pinKeySerialNumber: objects.pinKeySerialNumber, charge: charge)
        let refusal = chipIssuer.judge(request).refusal
        if let account = request.account { note(.chipAccount, account) }
        return refusal.map { CardDecline(code: $0.code, declineCode: $0.declineCode) }
    }
}
