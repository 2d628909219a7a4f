import TenderModel
import TenderSale

/// The words about cards that are saved.
extension PageText {
    static let whoseCard = Translation(
        en: "Type the customer's email address, or an id such as cus_123: SV zoe@x.org",
        de: "E-Mail des Kunden tippen, oder eine Kennung wie cus_123: SV zoe@x.org",
        fr: "Saisir l'e-mail du client, ou un identifiant tel que cus_123 : SV zoe@x.org")
    static let lookingForCustomer = Translation(
        en: "Looking for the customer", de: "Die Kundendaten werden gesucht", fr: "Recherche du client")
    static let stillLookingForCustomer = Translation(
        en: "Still looking for the customer", de: "Die Kundendaten werden noch gesucht",
        fr: "Recherche du client encore en cours")
    static let readerIsInUse = Translation(
        en: "The reader is in use: wait for the outcome", de: "Der Leser ist belegt: das Ergebnis abwarten",
        fr: "Le lecteur est occupé : attendre le résultat")
    static let newCustomer = Translation(en: "a new customer", de: "neu", fr: "nouveau client")
    static let mayItBeShown = Translation(
        en: "Ask the customer: may the card be saved, and shown again at each checkout?",
        de: "Den Kunden fragen: Darf die Karte gespeichert und bei jedem Bezahlen wieder gezeigt werden?",
        fr: "Demander au client : peut-on enregistrer la carte, et la proposer à chaque paiement ?")
    static let savedUntold = Translation(
        en: "A card was saved, and nobody was told: UR shows it",
        de: "Eine Karte wurde gespeichert, aber nicht gemeldet: siehe UR",
        fr: "Une carte a été enregistrée sans être annoncée : voir UR")

    /// Names the customer, since another card may have been saved meanwhile.
    static func notSavedAfterAll(_ customer: String) -> Translation {
        let command = customer.isEmpty ? "SV" : "SV \(customer)"
        return Translation(
            en: "The card was not saved after all: use \(command) to try again",
            de: "Die Karte wurde doch nicht gespeichert: \(command) versucht es erneut",
            fr: "La carte n'a finalement pas été enregistrée : \(command) réessaie")
    }

    static func saveCard(_ owner: CardOwner) -> Translation {
        Translation(
            en: "Save a card for \(owner.name)", de: "Karte speichern für \(owner.name)",
            fr: "Enregistrer la carte de \(owner.name)")
    }

    static func consent(_ consent: AllowRedisplay) -> Translation {
        consent == .always
            ? Translation(en: "yes, at each checkout", de: "ja, jedes Mal", fr: "oui, à chaque paiement")
            : Translation(
                en: "save it, but show it only where the customer agreed to it",
                de: "speichern, aber nur zeigen, wo es vereinbart ist",
                fr: "l'enregistrer, sans la proposer au-delà de ce qui est convenu")
    }

    static func noOwner(_ problem: OwnerProblem) -> Translation {
        switch problem {
        case .notAllowed:
            Translation(
                en: "This till may not look up customers: type an id, such as SV cus_123",
                de: "Diese Kasse darf keine Kunden suchen: Kennung tippen, wie SV cus_123",
                fr: "Cette caisse ne peut pas chercher de clients : saisir un id, comme SV cus_123")
        case .several:
            Translation(
                en: "More than one customer has this email address: type an id, such as SV cus_123",
                de: "Mehrere Kunden haben diese E-Mail-Adresse: Kennung tippen, wie SV cus_123",
                fr: "Plusieurs clients ont cet e-mail : saisir un id, comme SV cus_123")
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
                fr: "Rien n'est débité. Échap arrête : rien n'est enregistré")
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
                    en: "SAVED: \(card)", de: "GESPEICHERT: \(card)", fr: "CARTE ENREGISTRÉE : \(card)"
                ).text(language))
        case .declined:
            StateMark(
                .bad,
                Translation(
                    en: "DECLINED: no card is saved", de: "ABGELEHNT: keine Karte gespeichert",
                    fr: "REFUSÉ : aucune carte enregistrée"
                ).text(language))
        case .canceled(let cause):
            StateMark(
                .warning,
                Translation(
                    en: "\(titleOfSaving(cause).text(.english)): no card is saved",
                    de: "\(titleOfSaving(cause).text(.german)): keine Karte gespeichert",
                    fr: "\(titleOfSaving(cause).text(.french)) : aucune carte enregistrée"
                ).text(language))
        case .unknown:
            StateMark(
                .unknown,
                Translation(
                    en: "UNKNOWN: the card may have been saved",
                    de: "UNBEKANNT: die Karte kann gespeichert sein", fr: "INCONNU : la carte a pu être enregistrée"
                ).text(language))
        }
    }

    /// Returns what happened, as far as the mark does not say it.
    static func details(_ outcome: SavingOutcome) -> Translation? {
        switch outcome {
        case .saved, .canceled(.cashier): nil
        case .declined(let reason): DeclineWords.text(reason)
        case .canceled(let cause): whyNotSaved(cause)
        case .unknown:
            Translation(
                en: """
                    The till keeps asking, also after a restart; UR lists it until it is known. Do not ask for another \
                    card until then: SV with the same customer and answer continues with this one.
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

    private static func titleOfSaving(_ cause: StopCause) -> Translation {
        cause == .unexplained
            ? Translation(en: "NOT SAVED", de: "NICHT GESPEICHERT", fr: "NON ENREGISTRÉE") : title(cause)
    }

    /// Returns what stopped a saving, which moves no money.
    private static func whyNotSaved(_ cause: StopCause) -> Translation {
        switch cause {
        case .noNetwork, .notOffline:
            Translation(
                en: "The gateway cannot be reached: check the network.",
                de: "Das Gateway ist nicht erreichbar: das Netz prüfen.",
                fr: "La passerelle est injoignable : vérifier le réseau.")
        case .keyRefused:
            Translation(
                en: "The gateway refuses this till's key: call support.",
                de: "Das Gateway weist den Schlüssel der Kasse ab: den Support rufen.",
                fr: "La passerelle refuse la clé de la caisse : appeler l'assistance.")
        case .noAnswer:
            Translation(
                en: "The gateway did not answer in time.", de: "Das Gateway antwortete nicht rechtzeitig.",
                fr: "La passerelle n'a pas répondu à temps.")
        case .canceledAtGateway:
            Translation(
                en: "The setup was canceled at the gateway, or expired there.",
                de: "Die Einrichtung wurde am Gateway abgebrochen oder lief dort ab.",
                fr: "La configuration a été annulée à la passerelle, ou y a expiré.")
        case .notWritten:
            Translation(
                en: "The till could not record it, and so did not start.",
                de: "Die Kasse konnte es nicht aufzeichnen und begann darum nicht.",
                fr: "La caisse n'a pas pu l'enregistrer, et n'a pas commencé.")
        case .unexplained:
            Translation(
                en: "It is proven that no card was saved.", de: "Es ist bewiesen, dass keine Karte gespeichert wurde.",
                fr: "Il est prouvé qu'aucune carte n'a été enregistrée.")
        case .customer, .cashier, .noCard, .cardNotRead, .noReader, .readerUnusable, .readerBusy, .amountTooSmall,
            .amountTooLarge, .gatewayRefused, .pageClosed, .noPage:
            why(cause)
        }
    }

    static func hintOfSaving(_ page: TillPage) -> Translation? {
        switch page {
        case .consent(let entry) where entry.owner != nil:
            Translation(
                en: "The customer's answer, 1 or 2, and Enter; Esc saves nothing",
                de: "Antwort des Kunden, 1 oder 2, und Enter; Esc speichert nichts",
                fr: "La réponse du client, 1 ou 2, et Entrée ; Échap n'enregistre rien")
        case .saved(_, .declined), .saved(_, .canceled):
            Translation(
                en: "SV with the customer asks again, Enter continues",
                de: "SV mit dem Kunden fragt erneut, Enter geht weiter",
                fr: "SV avec le client redemande, Entrée continue")
        case .saved: Translation(en: "Enter continues", de: "Enter geht weiter", fr: "Entrée continue")
        default: nil
        }
    }
}
