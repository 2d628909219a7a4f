import TenderModel
import TenderSale

/// The words about cards that are saved.
extension PageText {
    static let whoseCard = Translation(
        en: "Type the customer's email address, or an id such as cus_123: SV zoe@x.org",
        de: "E-Mail des Kunden tippen, oder eine Kennung wie cus_123: SV zoe@x.org",
        fr: "Saisir l'e-mail du client, ou un identifiant tel que cus_123 : SV zoe@x.org")
    static let lookingForCustomer = Translation(
        en: "Looking for the customer", de: "Der Kunde wird gesucht", fr: "Recherche du client")
    static let newCustomer = Translation(en: "a new customer", de: "neu", fr: "nouveau client")
    static let mayItBeShown = Translation(
        en: "Ask the customer: may the card be saved, and shown again at each checkout?",
        de: "Den Kunden fragen: Darf die Karte gespeichert und bei jedem Bezahlen wieder gezeigt werden?",
        fr: "Demander au client : peut-on garder la carte, et la montrer à chaque paiement ?")
    static let savedUntold = Translation(
        en: "A card was saved, and nobody was told: UR shows it",
        de: "Eine Karte wurde gespeichert, ungemeldet: UR zeigt sie",
        fr: "Une carte a été gardée sans être annoncée : UR la montre")
    static let notSavedAfterAll = Translation(
        en: "The card that was unknown is certainly not saved: SV asks for it again",
        de: "Die unklare Karte ist sicher nicht gespeichert: SV fragt erneut",
        fr: "La carte inconnue n'est certainement pas gardée : SV la redemande")

    static func saveCard(_ owner: CardOwner) -> Translation {
        Translation(
            en: "Save a card for \(owner.name)", de: "Karte speichern für \(owner.name)",
            fr: "Garder la carte de \(owner.name)")
    }

    static func consent(_ consent: AllowRedisplay) -> Translation {
        consent == .always
            ? Translation(en: "yes, at each checkout", de: "ja, jedes Mal", fr: "oui, à chaque paiement")
            : Translation(
                en: "save it, but show it only where the customer agreed to it",
                de: "speichern, aber nur zeigen, wo es vereinbart ist",
                fr: "la garder, sans la montrer au-delà de ce qui est convenu")
    }

    static func noOwner(_ problem: OwnerProblem) -> Translation {
        switch problem {
        case .notAllowed:
            Translation(
                en: "The server lets no till look up customers: type an id, as in SV cus_123",
                de: "Der Server lässt keine Kasse Kunden suchen: Kennung tippen, wie SV cus_123",
                fr: "Le serveur refuse la recherche de clients : saisir l'identifiant, SV cus_123")
        case .several:
            Translation(
                en: "Several customers have this address: type the id of one, such as SV cus_123",
                de: "Mehrere Kunden haben diese Adresse: Kennung tippen, wie SV cus_123",
                fr: "Plusieurs clients ont cette adresse : saisir l'identifiant, comme SV cus_123")
        case .missing:
            Translation(
                en: "No customer has this id", de: "Kein Kunde hat diese Kennung",
                fr: "Aucun client n'a cet identifiant")
        case .failed(let said): Translation(said)
        }
    }

    static func whatCancelDoesToSaving(_ charge: CardPanel) -> Translation {
        if charge.isCancelAsked {
            return Translation(
                en: "Asked to stop: wait for the outcome; the card may still be saved",
                de: "Abbruch verlangt: das Ergebnis kommt noch, wie es auch sei",
                fr: "Arrêt demandé : le résultat viendra, quel qu'il soit")
        }
        return charge.canBeStopped
            ? Translation(
                en: "Nothing is charged. Esc stops it: no card is saved",
                de: "Nichts wird belastet. Esc bricht ab: nichts wird gespeichert",
                fr: "Rien n'est débité. Échap arrête : rien n'est gardé")
            : Translation(
                en: "Too late for Esc: wait for the outcome",
                de: "Esc kommt jetzt zu spät: das Ergebnis wird gemeldet, wie es auch sei",
                fr: "Échap vient trop tard : le résultat sera donné, quel qu'il soit")
    }

    static func mark(_ outcome: SavingOutcome, _ language: TillLanguage) -> StateMark {
        switch outcome {
        case .saved(let card):
            StateMark(
                .good,
                Translation(
                    en: "SAVED: \(card)", de: "GESPEICHERT: \(card)", fr: "CARTE GARDÉE : \(card)"
                ).text(language))
        case .declined:
            StateMark(
                .bad,
                Translation(
                    en: "DECLINED: no card is saved", de: "ABGELEHNT: keine Karte gespeichert",
                    fr: "REFUSÉ : aucune carte gardée"
                ).text(language))
        case .canceled(let cause):
            StateMark(
                .warning,
                Translation(
                    en: "\(title(cause).text(.english)): no card is saved",
                    de: "\(title(cause).text(.german)): keine Karte gespeichert",
                    fr: "\(title(cause).text(.french)) : aucune carte gardée"
                ).text(language))
        case .unknown:
            StateMark(
                .unknown,
                Translation(
                    en: "UNKNOWN whether the card is saved", de: "UNBEKANNT, ob die Karte gespeichert ist",
                    fr: "INCONNU : carte gardée ou non"
                ).text(language))
        }
    }

    /// Returns what happened, as far as the mark does not say it.
    static func details(_ outcome: SavingOutcome) -> Translation? {
        switch outcome {
        case .saved, .canceled(.cashier), .canceled(.notWritten): nil
        case .declined(let reason): DeclineWords.text(reason)
        case .canceled(let cause): why(cause)
        case .unknown:
            Translation(
                en: """
                    The till keeps asking, also after a restart; UR lists it until it is known. Ask for no other card \
                    before: SV with the same customer and answer goes on with this one.
                    """,
                de: """
                    Die Kasse fragt weiter, auch nach einem Neustart; UR listet es, bis es geklärt ist. Vorher nach \
                    keiner anderen Karte fragen: SV mit demselben Kunden und derselben Antwort setzt fort.
                    """,
                fr: """
                    La caisse redemande, même après un redémarrage ; UR le liste jusque-là. Ne pas demander d'autre \
                    carte avant : SV, même client et même réponse, continue celle-ci.
                    """)
        }
    }

    static func hintOfSaving(_ page: TillPage) -> Translation? {
        switch page {
        case .consent(let entry) where entry.owner != nil:
            Translation(
                en: "The customer's answer, 1 or 2, and Enter; Esc saves nothing",
                de: "Antwort des Kunden, 1 oder 2, und Enter; Esc speichert nichts",
                fr: "La réponse du client, 1 ou 2, et Entrée ; Échap ne garde rien")
        case .saved(_, .declined), .saved(_, .canceled):
            Translation(
                en: "SV asks for a card again, Enter continues",
                de: "SV fragt erneut nach einer Karte, Enter geht weiter",
                fr: "SV redemande une carte, Entrée continue")
        case .saved: Translation(en: "Enter continues", de: "Enter geht weiter", fr: "Entrée continue")
        default: nil
        }
    }
}
