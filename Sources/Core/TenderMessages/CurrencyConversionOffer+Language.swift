public import TenderModel

extension CurrencyConversionOffer {
    /// Returns the question to the customer in a language: both amounts, the rate and the markup.
    public func text(in language: Language) -> String {
        let exchange = "1 \(amount.currency) = \(rate) \(converted.currency)"
        return switch language {
        case .english: "Pay \(converted) instead of \(amount)? \(exchange), including a markup of \(markup) %."
        case .german: "\(converted) statt \(amount) bezahlen? \(exchange), einschließlich \(markup) % Aufschlag."
        case .french: "Payer \(converted) au lieu de \(amount) ? \(exchange), marge de \(markup) % comprise."
        case .spanish: "¿Pagar \(converted) en lugar de \(amount)? \(exchange), incluido un margen del \(markup) %."
        case .italian: "Pagare \(converted) invece di \(amount)? \(exchange), incluso un margine del \(markup) %."
        case .dutch: "\(converted) betalen in plaats van \(amount)? \(exchange), inclusief een opslag van \(markup) %."
        case .portuguese: "Pagar \(converted) em vez de \(amount)? \(exchange), incluindo uma margem de \(markup) %."
        case .japanese: "\(amount)の代わりに\(converted)で支払いますか？\(exchange)（手数料\(markup) %込み）"
        }
    }
}
