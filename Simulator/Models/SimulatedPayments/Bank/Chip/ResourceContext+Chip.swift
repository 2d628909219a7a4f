import SimulatedCard
import TenderBytes
import TenderModel

extension ResourceContext {
    /// Has the issuer check what a presented chip told about a charge; a cryptogram counts once.
    ///
    /// - Parameter isPart: Whether the issuer is asked for a part of the intent's amount.
    /// - Returns: `nil` without a chip, when amount and card decide.
    mutating func chipVerdict(
        of method: PaymentMethodRow, for charge: ChargeRow, of intent: IntentRow, isPart: Bool
    ) -> ChipVerdict? {
        guard let sealed = method.particulars.chip else { return nil }
        guard let amount = try? Amount(gatewayUnits: charge.amount, currency: charge.currency),
            let surcharge = try? Amount(gatewayUnits: intent.surcharge, currency: charge.currency)
        else { return Self.unreadableChip }
        return chipVerdict(
            of: sealed, method,
            ChipCharge(amount: amount.minorUnits, surcharge: surcharge.minorUnits, isPart: isPart))
    }

    /// Has the issuer check what a chip told that is only saved: its cryptogram is over no amount.
    ///
    /// - Returns: The refusal; `nil` without a chip, and if the card decides.
    mutating func chipRefusal(ofSaved method: PaymentMethodRow) -> ChipVerdict.Refusal? {
        method.particulars.chip.flatMap { chipVerdict(of: $0, method, ChipCharge(amount: 0)).refusal }
    }

    /// Keeps what the issuer tells a card that waits in the reader, for the answer to this request only.
    ///
    /// - Parameter refusal: The reason for which the charge is declined; `nil` if it is approved.
    mutating func tellCard(_ verdict: ChipVerdict?, refusal: String? = nil, _ call: Call) {
        guard let verdict, call.parameters.boolean("payment_method_data", "card_present", "awaits_issuer") == true
        else {
            return
        }
        issuerData = (verdict.isApproved && refusal != nil ? ChipIssuer.verdict(refusal) : verdict).objects
    }

    /// Returns an answer with what the issuer tells the card, if that waits.
    func withIssuerData(_ answer: JSONValue) -> JSONValue {
        guard !issuerData.isEmpty, case .object(var members) = answer else { return answer }
        members["issuer_data"] = .string(Hex.encode(issuerData))
        return .object(members)
    }

    private static let unreadableChip = ChipIssuer.verdict("processing_error")

    private mutating func chipVerdict(
        of sealed: EncryptedPayload, _ method: PaymentMethodRow, _ charge: ChipCharge
    ) -> ChipVerdict {
        guard let chip = try? CardPayload.open(sealed).chip, let objects = try? ChipObjects(chip),
            let scheme = CryptogramScheme(applicationData: objects.values[0x9F10] ?? [])
        else { return Self.unreadableChip }
        let request = ChipAuthorization(
            card: method.presentedCard, scheme: scheme, objects: objects.values, pinBlock: objects.values[0x99],
            pinKeySerialNumber: objects.pinKeySerialNumber, charge: charge)
        let verdict = chipIssuer.judge(request)
        if let account = request.account { note(.chipAccount, account) }
        return verdict
    }
}
