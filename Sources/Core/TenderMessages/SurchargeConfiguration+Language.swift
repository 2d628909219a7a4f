public import TenderModel

extension SurchargeConfiguration {
    /// Returns the question to the customer in a language: what a yes costs, and how much of it is the surcharge.
    ///
    /// - Parameter total: The amount with the surcharge.
    public func question(total: Amount, in language: Language) -> String {
        switch language {
        case .english: "Pay \(total)? This includes a surcharge of \(amount)."
        case .german: "\(total) bezahlen? Darin ist ein Aufschlag von \(amount) enthalten."
        case .french: "Payer \(total) ? Ce montant comprend un supplément de \(amount)."
        case .spanish: "¿Pagar \(total)? Incluye un recargo de \(amount)."
        case .italian: "Pagare \(total)? È compreso un supplemento di \(amount)."
        case .dutch: "\(total) betalen? Dit is inclusief een toeslag van \(amount)."
        case .portuguese: "Pagar \(total)? Inclui uma sobretaxa de \(amount)."
        case .japanese: "\(total)をお支払いになりますか。\(amount)の追加料金が含まれています。"
        }
    }
}
