/// The reasons for declines in words for cashier and customer: what to do, and nothing that shames anybody.
public enum DeclineWords {
    /// Returns the words for an issuer's reason, such as `insufficient_funds`; a reason in words stays as it is.
    public static func text(_ reason: String) -> Translation {
        switch reason {
        case "insufficient_funds":
            Translation(en: "not enough money on the card", de: "Guthaben reicht nicht", fr: "provision insuffisante")
        case "expired_card", "expired_or_canceled_card":
            Translation(en: "the card has expired", de: "die Karte ist abgelaufen", fr: "carte expirée")
        case "incorrect_pin", "invalid_pin": Translation(en: "wrong PIN", de: "falsche PIN", fr: "code erroné")
        case "pin_try_exceeded":
            Translation(en: "too many wrong PINs", de: "zu viele falsche PINs", fr: "trop de codes erronés")
        case "offline_pin_required", "online_or_offline_pin_required":
            Translation(
                en: "the card needs a PIN: insert it", de: "die Karte will eine PIN: stecken",
                fr: "la carte veut un code : l'insérer")
        case "withdrawal_count_limit_exceeded", "card_velocity_exceeded":
            Translation(en: "over the card's limit", de: "über dem Limit der Karte", fr: "au-delà de la limite")
        case "payment_failed":
            Translation(en: "the payment failed", de: "die Zahlung ist gescheitert", fr: "le paiement a échoué")
        case _ where reason.contains(" "): Translation(reason)
        default:
            Translation(
                en: "refused by the card's bank", de: "von der Bank der Karte abgelehnt", fr: "refusé par la banque")
        }
    }
}
