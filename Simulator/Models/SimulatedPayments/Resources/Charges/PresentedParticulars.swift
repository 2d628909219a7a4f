import SimulatedCard
import TenderModel

/// What a presented card tells besides its number: derived from the card, so that no row stores it.
struct PresentedParticulars {
    /// A chip with contacts and a stripe tell a name; a contactless card does not.
    let cardholderName: String?
    let issuer: String?
    /// Only a chip tells languages.
    let preferredLocales: [String]?

    init(_ card: CardDetails) {
        let name: String? = card.brand.map { "CARDHOLDER/" + $0.rawValue.uppercased() }
        cardholderName =
            switch card.readMethod {
            case .contactEmv?, .magneticStripeFallback?, .magneticStripeTrack2?: name
            case .contactlessEmv?, .contactlessMagstripeMode?, .unknown?, nil: nil
            }
        issuer = card.brand == nil ? nil : Self.issuer
        preferredLocales = SimulatedCard.locales(of: card)
    }

    private static let issuer = "Simulated Bank"
}

extension JSONValue {
    /// A list of texts; null for none.
    static func optional(_ texts: [String]?) -> JSONValue {
        texts.map { .array($0.map(JSONValue.string)) } ?? .null
    }
}
