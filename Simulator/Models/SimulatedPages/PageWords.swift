/// The texts of the customers' pages, in the supported languages.
struct PageWords {
    let language: PageLanguage

    /// Returns a text in the page's language.
    ///
    /// - Parameter english: The text as the page has it; one without a translation stays as it is.
    subscript(_ english: String) -> String {
        switch language {
        case .english: english
        case .german: Self.german[english] ?? english
        }
    }

    /// Returns a text with a name or an amount in place of `%`.
    subscript(_ english: String, _ value: String) -> String { self[english].replacing("%", with: value) }

    /// Returns the title of a checkout page.
    func paying(_ merchant: String) -> String {
        switch language {
        case .english: "Pay \(merchant)"
        case .german: "Bei \(merchant) bezahlen"
        }
    }

    private static let german = [
        "(optional)": "(freiwillig)",
        "About your order": "Zu Ihrer Bestellung",
        "Back to the shop": "Zurück zum Geschäft",
        "Back without paying": "Zurück, ohne zu zahlen",
        "Billing": "Rechnung",
        "Book for %": "Für % buchen",
        "By paying, you allow % to collect the amount from this account.":
            "Mit der Zahlung erlauben Sie %, den Betrag von diesem Konto einzuziehen.",
        "Card": "Karte",
        "Card number": "Kartennummer",
        "Choose": "Bitte wählen",
        "City": "Ort",
        "Contact": "Kontakt",
        "Continue to the bank": "Weiter zur Bank",
        "Continue to the shop": "Weiter zum Geschäft",
        "Country": "Land",
        "Digits only": "Nur Ziffern",
        "Donate %": "% spenden",
        "Email": "E-Mail",
        "Enter month and year, such as 12 / 34.": "Geben Sie Monat und Jahr an, etwa 12 / 34.",
        "Enter the account's IBAN.": "Geben Sie die IBAN des Kontos an.",
        "Enter the card number.": "Geben Sie die Kartennummer an.",
        "Enter the security code.": "Geben Sie die Prüfziffer an.",
        "Expiry": "Gültig bis",
        "I agree to the terms of service of %.": "Ich stimme den Bedingungen von % zu.",
        "It was not paid in time. Nothing was charged. Please start again.":
            "Es wurde nicht rechtzeitig bezahlt und nichts abgebucht. Bitte beginnen Sie von vorn.",
        "It was not paid. Please ask the shop.": "Es wurde nicht bezahlt. Bitte fragen Sie das Geschäft.",
        "Item": "Artikel",
        "Month and year, such as 12 / 34": "Monat und Jahr, etwa 12 / 34",
        "Name": "Name",
        "No real card is charged, and no money moves.": "Keine echte Karte wird belastet, und kein Geld fließt.",
        "Nothing was paid. %": "Es wurde nichts bezahlt. %",
        "On the back of the card": "Auf der Rückseite der Karte",
        "One more step": "Noch ein Schritt",
        "Order": "Bestellung",
        "Pay %": "% bezahlen",
        "Pay with": "Bezahlen mit",
        "Payment": "Zahlung",
        "Phone": "Telefon",
        "Postal code": "Postleitzahl",
        "Price": "Preis",
        "Quantity": "Menge",
        "SEPA direct debit": "SEPA-Lastschrift",
        "Save": "Speichern",
        "Save a payment method": "Zahlungsart speichern",
        "Security code": "Prüfziffer",
        "Shipping": "Versand",
        "Shipping address": "Lieferadresse",
        "Simulated.": "Simuliert.",
        "Skip to the content": "Zum Inhalt",
        "State or region": "Bundesland oder Region",
        "Street and number": "Straße und Hausnummer",
        "Send me news and offers from %.": "Ich möchte Neues und Angebote von % erfahren.",
        "Thank you": "Vielen Dank",
        "The amount is reserved and will be charged later.": "Der Betrag ist vorgemerkt und wird später abgebucht.",
        "The payment failed": "Die Zahlung ist fehlgeschlagen",
        "This checkout is over": "Diese Bezahlseite ist abgelaufen",
        "This is required.": "Diese Angabe fehlt.",
        "Total": "Summe",
        "Update the order": "Bestellung ändern",
        "With the test number DE89370400440532013000 the debit succeeds later.":
            "Mit der Testnummer DE89370400440532013000 gelingt die Lastschrift später.",
        "You will continue to a test page of your bank and return from there.":
            "Sie gehen weiter zu einer Testseite Ihrer Bank und kommen von dort zurück.",
        "Your bank wants to make sure that it is you.": "Ihre Bank möchte wissen, dass Sie es sind.",
        "Your payment is on its way. The shop will be told when it arrives.":
            "Ihre Zahlung ist unterwegs. Das Geschäft erfährt, wenn sie ankommt.",
        "Your payment method was saved.": "Ihre Zahlungsart ist gespeichert.",
        "Your payment went through.": "Ihre Zahlung ist gelungen.",
        "% may save this payment method and use it for later payments.":
            "% darf diese Zahlungsart speichern und für spätere Zahlungen verwenden.",
    ]
}
