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
        preferredLocales =
            switch card.readMethod {
            case .contactEmv?, .contactlessEmv?: card.country.flatMap { Self.locales[$0] }
            case .contactlessMagstripeMode?, .magneticStripeFallback?, .magneticStripeTrack2?, .unknown?, nil: nil
            }
    }

    private static let issuer = "Simulated Bank"
    private static let locales: [String: [String]] = [
        "AU": ["en"], "BR": ["pt"], "CA": ["en", "fr"], "CN": ["zh"], "DE": ["de"], "ES": ["es"], "FR": ["fr"],
        "GB": ["en"], "IT": ["it"], "JP": ["ja"], "NL": ["nl"], "SG": ["en"], "US": ["en"],
    ]
}

extension JSONValue {
    /// A list of texts; null for none.
    static func optional(_ texts: [String]?) -> JSONValue {
        texts.map { .array($0.map(JSONValue.string)) } ?? .null
    }
}
