import FoundationEssentials
import Tender
import TenderSale

/// The receipt of a card payment as a block of text.
struct SaleReceipt {
    let intent: PaymentIntent
    let order: String?
    let isSimulated: Bool
    /// The tip in the amount, chosen on the reader or added on the receipt.
    private let tip: Amount?
    /// The payment that the shop accepted itself; `nil` for one that the issuer approved.
    private var offline: OfflinePayment?

    /// Creates the receipt of a payment that the issuer approved.
    ///
    /// - Parameter tip: The tip that the approval was captured with.
    init(intent: PaymentIntent, order: String?, isSimulated: Bool, tip: Amount? = nil) {
        self.intent = intent
        self.tip = tip ?? intent.amountTip
        self.order = order
        self.isSimulated = isSimulated
    }

    /// Creates the receipt of a payment that the shop accepted itself; it says so.
    init(offline approval: OfflineApproval, isSimulated: Bool) {
        self.init(intent: approval.intent, order: approval.payment.order, isSimulated: isSimulated)
        offline = approval.payment
    }

    private static let width = 42

    /// The lines, each at most 42 characters wide.
    var lines: [String] {
        let rule = String(repeating: "-", count: Self.width)
        let heading = intent.status == .requiresCapture ? "AUTHORIZED, NOT CAPTURED" : "PAID"
        let amount =
            offline == nil
            ? tipRow + [Self.row(heading, total.description)]
            : [
                Self.centered("ACCEPTED OFFLINE"), Self.centered("NOT YET AUTHORIZED"),
                Self.row("TO BE CHARGED", intent.amount.description),
            ]
        return [rule, Self.centered("CARD RECEIPT")] + (isSimulated ? [Self.centered("SIMULATED: no money moved")] : [])
            + [rule] + amount + conversionRows + rows.map { Self.row($0.0, $0.1) } + [rule]
    }

    /// What was captured, or is held.
    private var total: Amount {
        guard intent.status == .succeeded, let received = intent.amountReceived else { return intent.amount }
        return received
    }

    private var tipRow: [String] {
        let parts = [("INCLUDES A TIP OF", tip), ("INCLUDES A SURCHARGE OF", intent.amountDetails?.surcharge?.amount)]
        return parts.compactMap { name, amount in
            guard let amount, amount.minorUnits > 0 else { return nil }
            return Self.row(name, amount.description)
        }
    }

    /// What the customer agreed to pay in the card's currency, unless another amount was captured; the schemes demand the
    /// rate and the markup beside it.
    private var conversionRows: [String] {
        guard let conversion = intent.card?.dynamicCurrencyConversion, conversion.status == .accepted,
            let converted = conversion.presentment, let units = try? total.gatewayUnits(),
            units == conversion.originalAmount
        else { return [] }
        let rows: [(String, String?)] = [
            ("CHARGED TO THE CARD", converted.description), ("Exchange rate", conversion.exchange),
            ("Markup over the reference rate", conversion.markup.map { "\($0)%" }),
        ]
        return rows.compactMap { name, value in value.map { Self.row(name, $0) } }
            + [Self.centered("CURRENCY CHOSEN BY THE CUSTOMER")]
    }

    private var rows: [(String, String)] {
        let card = offline?.card ?? intent.card
        let receipt = card?.receipt
        let values: [(String, String?)] = [
            ("Card", card.map { "\($0.brand?.rawValue ?? "") **** \($0.last4 ?? "")" }),
            ("Read", card?.readMethod?.rawValue.replacing("_", with: " ")),
            ("Application", receipt?.applicationPreferredName),
            ("AID", receipt?.dedicatedFileName),
            ("Account", receipt?.accountType),
            ("Verification", card.flatMap { ReceiptCard($0).verification?.phrase.text(.english) }),
            ("Approval code", receipt?.authorizationCode ?? intent.latestCharge?.value?.authorizationCode),
            ("Response code", receipt?.authorizationResponseCode),
            ("Cryptogram", receipt?.typedCryptogram),
            ("TVR", receipt?.terminalVerificationResults),
            ("TSI", receipt?.transactionStatusInformation),
            ("Order", order),
            ("Payment", intent.id),
            ("Time (UTC)", Self.time(offline?.storedAt ?? intent.created)),
        ]
        return values.compactMap { name, value in value.map { (name, $0) } }
    }

    /// Returns `nil` where the time is unknown.
    private static func time(_ seconds: Int64) -> String? {
        seconds == 0 ? nil : Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }

    private static func centered(_ text: String) -> String {
        String(repeating: " ", count: max(0, (width - text.count) / 2)) + text
    }

    private static func row(_ name: String, _ value: String) -> String {
        name + String(repeating: " ", count: max(1, width - name.count - value.count)) + value
    }
}
