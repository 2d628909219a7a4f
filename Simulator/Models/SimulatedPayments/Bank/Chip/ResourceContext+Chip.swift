import SimulatedCard
import TenderModel

extension ResourceContext {
    /// Has the issuer check what a presented chip told; a cryptogram counts once.
    ///
    /// - Parameter isPart: Whether a part is asked for, which the card's own rule against the whole does not refuse.
    /// - Returns: The refusal; `nil` without a chip, and if amount and card decide.
    mutating func chipRefusal(of method: PaymentMethodRow, isPart: Bool) -> Issuer.Decision? {
        guard let sealed = method.particulars.chip else { return nil }
        let unreadable = Issuer.Decision.declined(code: "processing_error", declineCode: "processing_error")
        guard let chip = try? CardPayload.open(sealed).chip, let objects = try? ChipObjects(chip),
            let scheme = CryptogramScheme(applicationData: objects.values[0x9F10] ?? [])
        else { return unreadable }
        let request = ChipAuthorization(
            card: method.presentedCard, scheme: scheme, objects: objects.values, pinBlock: objects.values[0x99],
            pinKeySerialNumber: objects.pinKeySerialNumber)
        guard let refusal = chipIssuer.judge(request).refusal else { return nil }
        if isPart, case .decline(_, refusal.declineCode)? = method.presentedCard?.issuer.charge { return nil }
        return .declined(code: refusal.code, declineCode: refusal.declineCode)
    }
}
