/// The reasons for declines in words for cashier and customer: what to do, and nothing that shames anybody.
public enum DeclineWords {
    /// Returns the words for an issuer's reason, such as `insufficient_funds`; a reason in words stays as it is.
    public static func text(_ reason: String, in language: ReceiptLocale.Language) -> String {
        let words = words(reason)
        switch language {
        case .english: return words.english
        case .german: return words.german
        case .french: return words.french
        }
    }

    private static func words(_ reason: String) -> (english: String, german: String, french: String) {
        switch reason {
        case "insufficient_funds":
            ("not enough money on the card", "Guthaben reicht nicht", "provision insuffisante")
        case "expired_card", "expired_or_canceled_card":
            ("the card has expired", "die Karte ist abgelaufen", "carte expirée")
        case "incorrect_pin", "invalid_pin": ("wrong PIN", "falsche PIN", "code erroné")
        case "pin_try_exceeded": ("too many wrong PINs", "zu viele falsche PINs", "trop de codes erronés")
        case "offline_pin_required", "online_or_offline_pin_required":
            ("the card needs a PIN: insert it", "die Karte will eine PIN: stecken", "la carte veut un code : l'insérer")
        case "withdrawal_count_limit_exceeded", "card_velocity_exceeded":
            ("over the card's limit", "über dem Limit der Karte", "au-delà de la limite")
        case "payment_failed": ("the payment failed", "die Zahlung ist gescheitert", "le paiement a échoué")
        case _ where reason.contains(" "): (reason, reason, reason)
        default: ("refused by the card's bank", "von der Bank der Karte abgelehnt", "refusé par la banque")
        }
    }
}
