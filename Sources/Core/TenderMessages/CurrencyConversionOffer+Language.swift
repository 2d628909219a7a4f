public import TenderModel

extension CurrencyConversionOffer {
    /// Returns the question to the customer in a language: what a no and a yes cost, the rate and the markup.
    ///
    /// The card schemes want two equal choices; Regulation (EU) 2019/518 wants the markup over the reference rate.
    public func text(in language: Language) -> String {
        switch language {
        case .english:
            "No: pay \(amount). Yes: pay \(converted). \(exchange), a markup of \(markup)% over the reference rate."
        case .german:
            "Nein: \(amount) bezahlen. Ja: \(converted) bezahlen. \(exchange), \(markup) % Aufschlag auf den Referenzkurs."
        case .french:
            "Non : payer \(amount). Oui : payer \(converted). \(exchange), "
                + "majoration de \(markup) % par rapport au taux de référence."
        case .spanish:
            "No: pagar \(amount). Sí: pagar \(converted). \(exchange), "
                + "con un recargo del \(markup) % sobre el tipo de referencia."
        case .italian:
            "No: pagare \(amount). Sì: pagare \(converted). \(exchange), "
                + "ricarico sul tasso di riferimento: \(markup) %."
        case .dutch:
            "Nee: \(amount) betalen. Ja: \(converted) betalen. \(exchange), "
                + "een opslag van \(markup)% op de referentiekoers."
        case .portuguese:
            "Não: pagar \(amount). Sim: pagar \(converted). \(exchange), "
                + "com uma margem de \(markup)% sobre a taxa de referência."
        case .japanese:
            "いいえ：\(amount)で支払う。はい：\(converted)で支払う。\(exchange)、基準レートに対する上乗せ率\(markup)%。"
        }
    }
}
