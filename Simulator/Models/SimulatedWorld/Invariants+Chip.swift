import SimulatedPayments
import TenderModel

/// What chips promised, against what the issuer took.
extension Shop {
    /// Checks that card, issuer and records agree: a cryptogram is authorized once and covers the charge, an honest card is
    /// never told that it repeats itself or forges, and what the till knows as approved has a cryptogram that was.
    mutating func checkChips() {
        if !wallet.promises.isEmpty { check(chipCharges()) }
    }

    mutating func check(_ charges: [ChipCharge]) {
        var approved: [String: String] = [:]
        for charge in charges {
            let sale = saleOfIntent[charge.intent]
            guard charge.isApproved else {
                if charge.promise.isHonest, Self.distrust.contains(charge.reason) {
                    violate(
                        .chipDistrusted, sale,
                        "\(charge.intent): \(charge.promise.card) of reading \(charge.promise.reading) is not believed: "
                            + charge.reason)
                }
                continue
            }
            if approved.updateValue(charge.intent, forKey: charge.cryptogram) != nil {
                violate(
                    .doubleCharge, sale, "\(charge.intent): the cryptogram \(charge.cryptogram) is authorized again")
            }
            let order = sale.map { sales[$0].order }
            if order?.raise == nil, charge.amount > charge.promise.amount + (order?.surchargeAmount ?? 0) {
                violate(.doubleCharge, sale, "\(charge.intent): \(charge.amount) for a chip's \(charge.promise.amount)")
            }
        }
        checkKnown(approved)
    }

    /// - Parameter approved: The intent that each authorized cryptogram paid.
    private mutating func checkKnown(_ approved: [String: String]) {
        for (number, sale) in sales.enumerated() {
            for intent in sale.intents where isKnownAsApproved(intent.id) {
                guard let cryptogram = intent.card?.receipt?.applicationCryptogram, wallet.promises[cryptogram] != nil,
                    approved[cryptogram] != intent.id
                else { continue }
                violate(.falseApproval, number, "\(intent.id) is approved, and its cryptogram \(cryptogram) is not")
            }
        }
    }

    /// The reasons for which an issuer does not believe a chip.
    private static let distrust: Set = ["duplicate_transaction", "fraudulent", "invalid_amount", "processing_error"]

    /// A charge with a chip, as the gateway tells it.
    struct ChipCharge {
        let intent: String
        var amount: Int64
        var isApproved: Bool
        /// The decline code; empty for none.
        var reason: String
        let cryptogram: String
        let promise: ChipWallet.Promise
    }

    /// Returns every charge with a chip, approved or not.
    mutating func chipCharges() -> [ChipCharge] {
        guard let list = Endpoint(rawValue: "charges.list") else { return [] }
        var charges: [ChipCharge] = []
        var last: String?
        repeat {
            let cursor = last.map { PaymentsRequest.Parameter("starting_after", value: $0) }
            let request = PaymentsRequest(
                list, parameters: [.init("limit", value: "100")] + (cursor.map { [$0] } ?? []))
            guard case .json(let page)? = payments.handle(request, fault: nil, now: gatewayTime)?.content else {
                violate(.unexpected, nil, "the charges cannot be listed")
                break
            }
            charges += page.rows.compactMap(chipCharge)
            last = page["has_more"] == true ? page.rows.last?.word("id") : nil
        } while last != nil
        return charges
    }

    private func chipCharge(_ charge: JSONValue) -> ChipCharge? {
        let receipt = charge["payment_method_details"]?["card_present"]?["receipt"]
        guard let cryptogram = receipt?.word("application_cryptogram"), let promise = wallet.promises[cryptogram],
            case .integer(let amount)? = charge["amount"]
        else { return nil }
        return ChipCharge(
            intent: charge.word("payment_intent") ?? "", amount: amount, isApproved: charge["status"] == "succeeded",
            reason: charge["outcome"]?.word("reason") ?? "", cryptogram: cryptogram, promise: promise)
    }
}

extension JSONValue {
    fileprivate func word(_ name: String) -> String? { if case .string(let word)? = self[name] { word } else { nil } }
}
