public import TenderModel

extension SimulatedCard {
    /// The languages that the chip asks for (EMV tag 5F2D), the best first, such as `de`.
    public var locales: [String] { Self.localesByCountry[country] ?? [] }

    /// Returns the languages that a presented card tells; `nil` if it tells none, as a stripe does.
    public static func locales(of card: CardDetails) -> [String]? {
        switch card.readMethod {
        case .contactEmv?, .contactlessEmv?: card.country.flatMap { localesByCountry[$0] }
        case .contactlessMagstripeMode?, .magneticStripeFallback?, .magneticStripeTrack2?, .unknown?, nil: nil
        }
    }

    private static let localesByCountry: [String: [String]] = [
        "AU": ["en"], "BR": ["pt"], "CA": ["en", "fr"], "CN": ["zh"], "DE": ["de"], "ES": ["es"], "FR": ["fr"],
        "GB": ["en"], "IT": ["it"], "JP": ["ja"], "NL": ["nl"], "SG": ["en"], "US": ["en"],
    ]
}
