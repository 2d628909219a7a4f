/// The texts of the customers' pages; `%` stands for a name or an amount.
extension PageText {
    // MARK: Every page

    static let skipToContent = PageText(en: "Skip to the content", de: "Zum Inhalt")
    static let simulated = PageText(en: "Simulated.", de: "Simuliert.")
    static let noMoneyMoves = PageText(
        en: "No real card is charged, and no money moves.", de: "Keine echte Karte wird belastet, und kein Geld fließt."
    )
    static let thankYou = PageText(en: "Thank you", de: "Vielen Dank")
    static let required = PageText(en: "This is required.", de: "Diese Angabe fehlt.")
    static let optional = PageText(en: "(optional)", de: "(freiwillig)")

    // MARK: The order

    static let order = PageText(en: "Order", de: "Bestellung")
    static let item = PageText(en: "Item", de: "Artikel")
    static let price = PageText(en: "Price", de: "Preis")
    static let quantity = PageText(en: "Quantity", de: "Menge")
    static let shipping = PageText(en: "Shipping", de: "Versand")
    static let total = PageText(en: "Total", de: "Summe")
    static let updateOrder = PageText(en: "Update the order", de: "Bestellung ändern")
    static let notChanged = PageText(
        en: "The order could not be changed.", de: "Die Bestellung konnte nicht geändert werden.")

    // MARK: The form

    static let contact = PageText(en: "Contact", de: "Kontakt")
    static let email = PageText(en: "Email", de: "E-Mail")
    static let phone = PageText(en: "Phone", de: "Telefon")
    static let name = PageText(en: "Name", de: "Name")
    static let street = PageText(en: "Street and number", de: "Straße und Hausnummer")
    static let city = PageText(en: "City", de: "Ort")
    static let postalCode = PageText(en: "Postal code", de: "Postleitzahl")
    static let state = PageText(en: "State or region", de: "Bundesland oder Region")
    static let country = PageText(en: "Country", de: "Land")
    static let shippingAddress = PageText(en: "Shipping address", de: "Lieferadresse")
    static let billing = PageText(en: "Billing", de: "Rechnung")
    static let aboutOrder = PageText(en: "About your order", de: "Zu Ihrer Bestellung")
    static let choose = PageText(en: "Choose", de: "Bitte wählen")
    static let digitsOnly = PageText(en: "Digits only", de: "Nur Ziffern")

    // MARK: Payment methods

    static let payment = PageText(en: "Payment", de: "Zahlung")
    static let payWith = PageText(en: "Pay with", de: "Bezahlen mit")
    static let card = PageText(en: "Card", de: "Karte")
    static let cardNumber = PageText(en: "Card number", de: "Kartennummer")
    static let expiry = PageText(en: "Expiry", de: "Gültig bis")
    static let expiryHint = PageText(en: "Month and year, such as 12 / 34", de: "Monat und Jahr, etwa 12 / 34")
    static let securityCode = PageText(en: "Security code", de: "Prüfziffer")
    static let securityCodeHint = PageText(en: "On the back of the card", de: "Auf der Rückseite der Karte")
    static let directDebit = PageText(en: "SEPA direct debit", de: "SEPA-Lastschrift")
    static let ibanHint = PageText(
        en: "With the test number DE89370400440532013000 the debit succeeds later.",
        de: "Mit der Testnummer DE89370400440532013000 gelingt die Lastschrift später.")
    static let debitConsent = PageText(
        en: "By paying, you allow % to collect the amount from this account.",
        de: "Mit der Zahlung erlauben Sie %, den Betrag von diesem Konto einzuziehen.")
    static let bankPage = PageText(
        en: "You will continue to a test page of your bank and return from there.",
        de: "Sie gehen weiter zu einer Testseite Ihrer Bank und kommen von dort zurück.")

    // MARK: Terms

    static let reuse = PageText(
        en: "% may save this payment method and use it for later payments.",
        de: "% darf diese Zahlungsart speichern und für spätere Zahlungen verwenden.")
    static let news = PageText(
        en: "Send me news and offers from %.", de: "Ich möchte Neues und Angebote von % erfahren.")
    static let terms = PageText(en: "I agree to the terms of service of %.", de: "Ich stimme den Bedingungen von % zu.")

    // MARK: Buttons and links

    static let payAt = PageText(en: "Pay %", de: "Bei % bezahlen")
    static let pay = PageText(en: "Pay %", de: "% bezahlen")
    static let book = PageText(en: "Book for %", de: "Für % buchen")
    static let donate = PageText(en: "Donate %", de: "% spenden")
    static let save = PageText(en: "Save", de: "Speichern")
    static let saveMethod = PageText(en: "Save a payment method", de: "Zahlungsart speichern")
    static let backWithoutPaying = PageText(en: "Back without paying", de: "Zurück, ohne zu zahlen")
    static let backToShop = PageText(en: "Back to the shop", de: "Zurück zum Geschäft")
    static let continueToShop = PageText(en: "Continue to the shop", de: "Weiter zum Geschäft")
    static let continueToBank = PageText(en: "Continue to the bank", de: "Weiter zur Bank")

    // MARK: Mistakes

    static let error = PageText(en: "Error: %", de: "Fehler: %")
    static let enterCardNumber = PageText(en: "Enter the card number.", de: "Geben Sie die Kartennummer an.")
    static let enterExpiry = PageText(
        en: "Enter month and year, such as 12 / 34.", de: "Geben Sie Monat und Jahr an, etwa 12 / 34.")
    static let enterSecurityCode = PageText(en: "Enter the security code.", de: "Geben Sie die Prüfziffer an.")
    static let enterIBAN = PageText(en: "Enter the account's IBAN.", de: "Geben Sie die IBAN des Kontos an.")
    static let sentBefore = PageText(
        en: "This form was sent before with other details. Check them, then press the button again.",
        de:
            "Dieses Formular wurde schon mit anderen Angaben gesendet. Bitte prüfen Sie sie und drücken Sie die Taste erneut."
    )
    static let notMade = PageText(
        en: "The payment could not be made. Please try again.",
        de: "Die Zahlung kam nicht zustande. Bitte versuchen Sie es erneut.")
    static let nothingPaid = PageText(en: "Nothing was paid. %", de: "Es wurde nichts bezahlt. %")

    // MARK: Endings

    static let paid = PageText(en: "Your payment went through.", de: "Ihre Zahlung ist gelungen.")
    static let methodSaved = PageText(en: "Your payment method was saved.", de: "Ihre Zahlungsart ist gespeichert.")
    static let amountReserved = PageText(
        en: "The amount is reserved and will be charged later.",
        de: "Der Betrag ist vorgemerkt und wird später abgebucht.")
    static let paymentOnItsWay = PageText(
        en: "Your payment is on its way. The shop will be told when it arrives.",
        de: "Ihre Zahlung ist unterwegs. Das Geschäft erfährt, wenn sie ankommt.")
    static let paymentFailed = PageText(en: "The payment failed", de: "Die Zahlung ist fehlgeschlagen")
    static let notPaid = PageText(
        en: "It was not paid. Please ask the shop.", de: "Es wurde nicht bezahlt. Bitte fragen Sie das Geschäft.")
    static let notPaidInTime = PageText(
        en: "It was not paid in time. Nothing was charged. Please start again.",
        de: "Es wurde nicht rechtzeitig bezahlt und nichts abgebucht. Bitte beginnen Sie von vorn.")
    static let checkoutOver = PageText(en: "This checkout is over", de: "Diese Bezahlseite ist abgelaufen")
    static let oneMoreStep = PageText(en: "One more step", de: "Noch ein Schritt")
    static let bankAsks = PageText(
        en: "Your bank wants to make sure that it is you.", de: "Ihre Bank möchte wissen, dass Sie es sind.")
}
