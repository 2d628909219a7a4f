import SimulatedCard

extension TestCard.Behavior {
    /// The decision of the bank, or of the processor before it, about a charge.
    var decision: Issuer.Decision {
        switch charging {
        case .approved: .approved
        case .declined(let decline): .declined(code: decline.code, declineCode: decline.declineCode)
        case .blocked: .declined(code: "card_declined", declineCode: "fraudulent")
        }
    }
}

/// The conditions of a charge on a card without a reader.
extension TestCard {
    /// Returns whether the customer is asked to authenticate.
    ///
    /// - Parameters:
    ///   - isSetUp: Whether they authenticated when the card was saved.
    ///   - isOffSession: Whether they are off session.
    ///   - isRequested: Whether the merchant requests it.
    func wantsAuthentication(isSetUp: Bool, isOffSession: Bool, isRequested: Bool) -> Bool {
        switch behavior.authentication {
        case .never: false
        case .always: true
        case .unlessSetUp: !(isSetUp && isOffSession)
        case .onSession: !isOffSession || isRequested
        case .optional: isRequested
        }
    }

    /// The members of a charge's `outcome` that differ from the usual for this card.
    var outcome: JSONValue {
        guard behavior.charging != .blocked else {
            return [
                "network_status": "not_sent_to_network", "reason": "highest_risk_level", "risk_level": "highest",
                "seller_message": "Stripe blocked this payment as too risky.", "type": "blocked",
            ]
        }
        return ["risk_level": .string(behavior.risk.rawValue)]
    }

    /// The reason that the bank returns a refund.
    static let refundFailure = "expired_or_canceled_card"
}

extension PaymentMethodRow {
    /// The test card that was typed, named or saved; `nil` for a card in a reader.
    var cardOnFile: TestCard? { type == .card ? testCard.flatMap(TestCard.named) : nil }

    /// The bank's decision about a charge without a reader; `nil` where the presented card, or nobody, decides.
    var decision: Issuer.Decision? {
        guard !type.isPresent else { return nil }
        guard type == .card else { return behavior.decision }
        if let card = cardOnFile { return card.behavior.decision }
        guard let charge = testCard.flatMap({ try? SimulatedCard.named($0) })?.issuer.charge else { return nil }
        return switch charge {
        case .approve: .approved
        case .decline(let code, let declineCode): .declined(code: code, declineCode: declineCode)
        }
    }

    /// The simulated card that was in a reader.
    var presentedCard: SimulatedCard? { !type.isPresent ? nil : testCard.flatMap { try? SimulatedCard.named($0) } }
}
