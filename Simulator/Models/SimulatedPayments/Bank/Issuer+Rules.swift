import SimulatedCard
import TenderModel

extension Issuer {
    /// The endings of an amount that are declined with a card that otherwise approves.
    ///
    /// Source: the API's public page on testing Terminal. 02 and 03 pass with a PIN.
    private static let endings: [Int64: (declineCode: String, passesWithPIN: Bool)] = [
        1: ("call_issuer", false),
        2: ("offline_pin_required", true),
        3: ("online_or_offline_pin_required", true),
        5: ("generic_decline", false),
        55: ("incorrect_pin", false),
        60: ("online_or_offline_pin_required", false),
        65: ("withdrawal_count_limit_exceeded", false),
        75: ("pin_try_exceeded", false),
    ]

    func decide(_ request: Request) -> Decision {
        guard let card = request.card else {
            return .declined(code: "card_declined", declineCode: "test_mode_live_card")
        }
        if case .decline(let code, let declineCode) = card.issuer.charge, !request.isPart {
            return .declined(code: code, declineCode: declineCode)
        }
        if decidesByAmount, let ending = Self.endings[request.amount % 100], !(ending.passesWithPIN && request.hasPIN) {
            return .declined(code: "card_declined", declineCode: ending.declineCode)
        }
        return .approved
    }

    /// Returns the reason that part of an Interac payment cannot be refunded; `nil` if it can.
    func refundDecline(_ amount: Int64) -> String? {
        guard decidesByAmount, let ending = Self.endings[amount % 100], Self.refundEndings.contains(amount % 100)
        else { return nil }
        return ending.declineCode
    }

    private static let refundEndings: Set<Int64> = [1, 5, 55, 65, 75]
}

extension Issuer.Request {
    private static let overcaptureBrands: [CardBrand] = [.visa, .mastercard, .amex, .discover]

    /// Whether more than authorized may be captured, for a tip written on the receipt.
    ///
    /// Never of the part that was approved of an amount, nor of what a customer agreed to in the card's currency.
    var allowsOvercapture: Bool {
        guard let brand = card?.brand, !isPart, !isConverted else { return false }
        return Self.overcaptureBrands.contains(brand)
    }

    /// The most that may be captured: half as much again or fifty units of the currency more, where tips are allowed.
    var captureLimit: Int64 {
        guard allowsOvercapture else { return amount }
        let fifty = (try? Amount(parsing: "50", currency: currency).gatewayUnits()) ?? 0
        return amount + max(amount / 2, fifty)
    }
}
