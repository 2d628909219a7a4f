import FoundationEssentials
import Tender

/// The receipt of a card payment as a block of text.
struct Receipt {
    let intent: PaymentIntent
    let order: String?
    let isSimulated: Bool

    private static let width = 42

    /// The lines, each at most 42 characters wide.
    var lines: [String] {
        let rule = String(repeating: "-", count: Self.width)
        let heading = intent.status == .requiresCapture ? "AUTHORISED, NOT CAPTURED" : "PAID"
        return [rule, Self.centred("CARD RECEIPT")] + (isSimulated ? [Self.centred("SIMULATED: no money moved")] : [])
            + [rule, Self.row(heading, intent.amount.description)] + rows.map { Self.row($0.0, $0.1) } + [rule]
    }

    private var rows: [(String, String)] {
        let card = intent.card
        let receipt = card?.receipt
        let values: [(String, String?)] = [
            ("Card", card.map { "\($0.brand?.rawValue ?? "") **** \($0.last4 ?? "")" }),
            ("Read", card?.readMethod?.rawValue.replacing("_", with: " ")),
            ("Application", receipt?.applicationPreferredName),
            ("AID", receipt?.dedicatedFileName),
            ("Account", receipt?.accountType),
            ("Verification", receipt?.cardholderVerificationMethod),
            ("Approval code", receipt?.authorizationCode ?? intent.latestCharge?.value?.authorizationCode),
            ("Response code", receipt?.authorizationResponseCode),
            ("Cryptogram", receipt?.applicationCryptogram),
            ("TVR", receipt?.terminalVerificationResults),
            ("TSI", receipt?.transactionStatusInformation),
            ("Order", order),
            ("Payment", intent.id),
            ("Time (UTC)", Self.time(intent.created)),
        ]
        return values.compactMap { name, value in value.map { (name, $0) } }
    }

    private static func time(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }

    private static func centred(_ text: String) -> String {
        String(repeating: " ", count: max(0, (width - text.count) / 2)) + text
    }

    private static func row(_ name: String, _ value: String) -> String {
        name + String(repeating: " ", count: max(1, width - name.count - value.count)) + value
    }
}
