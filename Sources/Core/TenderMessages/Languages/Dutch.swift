import TenderModel

extension CashierMessage {
    var dutch: String {
        switch self {
        case .canceled: "Geannuleerd."
        case .programFault: "De kassa vroeg iets wat niet mag. Bel de helpdesk."
        case .tillBusy: "De kassa is nog bezig. Wacht even en probeer het opnieuw."
        case .wrongState: "De betaling staat dit nu niet toe. Bekijk eerst de betaling."
        case .amountRefused: "Dit bedrag kan niet met een kaart worden betaald. Controleer het bedrag."
        case .currencyRefused: "Deze valuta wordt hier niet geaccepteerd."
        case .setupFault: "De kassa is niet goed ingesteld. Bel de helpdesk."
        case .featureMissing: "Dit is hier niet beschikbaar."
        case .noReader: "Er is geen kaartlezer verbonden. Controleer de kabel en de stroom."
        case .readerAlreadyConnected: "Er is al een kaartlezer verbonden. Verbreek die verbinding eerst."
        case .readerNotFound: "Er is geen kaartlezer gevonden. Zet hem aan en probeer het opnieuw."
        case .readerInUse: "De kaartlezer is bezig. Wacht even en probeer het opnieuw."
        case .readerElsewhere: "Een ander programma gebruikt de kaartlezer. Sluit dat eerst."
        case .readerForbidden: "De kassa mag de kaartlezer niet gebruiken. Bel de helpdesk."
        case .readerUnsupported: "Deze kaartlezer kan hier niet worden gebruikt. Neem een andere."
        case .readerSilent: "De kaartlezer antwoordt niet. Zet hem uit en weer aan."
        case .readerUnplugged: "De kaartlezer is losgekoppeld. Sluit hem weer aan."
        case .readerBattery: "De batterij van de kaartlezer is leeg. Laad hem op."
        case .noCard: "Er is niet op tijd een kaart aangeboden. Probeer het opnieuw."
        case .chipNotRead: "De chip kon niet worden gelezen. Probeer het opnieuw."
        case .stripeNotRead: "De magneetstrip kon niet worden gelezen. Haal de kaart er opnieuw door."
        case .cardRemoved: "De kaart is te vroeg verwijderd. Probeer het opnieuw."
        case .cardNotAccepted: "Deze kaart wordt hier niet geaccepteerd. Vraag om een andere."
        case .cardRefusedByReader: "De lezer weigert deze kaart. Vraag om een andere."
        case .serviceTrouble: "De betaaldienst heeft een probleem. Probeer het later opnieuw."
        case .noNetwork: "De betaaldienst is niet bereikbaar. Controleer het netwerk."
        case .noAnswer: "Er is geen duidelijk antwoord. Controleer de betaling voordat u het opnieuw probeert."
        case .keyRefused: "De betaaldienst weigert deze kassa. Bel de helpdesk."
        case .notFound: "De betaling is niet gevonden. Controleer de bon."
        case .declined: "De kaart is geweigerd. Vraag om een andere kaart."
        case .refundRefused: "De terugbetaling is geweigerd. Betaal op een andere manier terug."
        case .recordsFailed: "De kassa kan haar gegevens niet vastleggen. Bel de helpdesk."
        case .notOffline: "Dit kan niet zonder netwerk."
        case .goOnline: "Er wachten betalingen op verzending. Verbind de kassa met het netwerk."
        case .offlineAmount: "Dit bedrag is te hoog zonder netwerk."
        case .cardNotOffline: "Deze kaart kan niet zonder netwerk. Vraag om een andere."
        case .cardExpired: "De kaart is verlopen. Vraag om een andere."
        case .storedCardLost: "De kaartgegevens van een opgeslagen betaling zijn onleesbaar. Bel de helpdesk."
        case .printerUnavailable: "De printer drukt niet af. Controleer hem en druk opnieuw af."
        case .printerPaper: "De printer heeft geen papier. Plaats een nieuwe rol."
        case .printerCover: "De klep van de printer staat open. Sluit hem."
        case .surchargeDeclined: "De klant wil de toeslag niet. Er is niets afgeschreven."
        case .surchargeNotAnswered: "De klant heeft niet geantwoord over de toeslag. Vraag het opnieuw."
        case .readerFault: "De kaartlezer meldt een storing. Zet hem uit en weer aan."
        case .readerUpdateFailed: "De software van de kaartlezer is niet bijgewerkt. Probeer het later opnieuw."
        case .readerUpdateBattery: "De batterij van de kaartlezer is te leeg voor de update. Laad hem op."
        case .readerUpdateExpired: "De update van de kaartlezer is niet meer beschikbaar. Verbind de lezer opnieuw."
        case .formNotAnswered: "De klant heeft het formulier niet op tijd ingevuld. Vraag het opnieuw."
        case .laneBlocked:
            "Het hoofdkantoor heeft deze kassa geblokkeerd. Verkoop aan een andere en bel het hoofdkantoor."
        case .recordsMissing:
            "Hier ontbreken gegevens die het hoofdkantoor heeft. Laat ze herstellen voordat u verkoopt."
        case .outcomeUnknown:
            "Het is nog niet bekend of het is uitgevoerd. Controleer dit voordat u opnieuw afschrijft."
        }
    }
}

extension ReaderDisplayMessage {
    var dutch: String {
        switch self {
        case .retryCard: "Bied de kaart opnieuw aan"
        case .insertCard: "Steek de kaart in"
        case .insertOrSwipeCard: "Steek de kaart in of haal hem door"
        case .swipeCard: "Haal de kaart door"
        case .removeCard: "Verwijder de kaart"
        case .multipleContactlessCardsDetected: "Meerdere kaarten gevonden: bied er één aan"
        case .tryAnotherReadMethod: "Probeer de kaart op een andere manier"
        case .tryAnotherCard: "Probeer een andere kaart"
        case .cardRemovedTooEarly: "Kaart te vroeg verwijderd: probeer opnieuw"
        case .checkMobileDevice: "Kijk op uw telefoon"
        case .doNotRemoveCard: "Laat de kaart zitten"
        case .enterPIN: "Toets de pincode in op de lezer"
        case .wrongPIN: "Pincode onjuist: toets hem opnieuw in op de lezer"
        case .lastPINTry: "Laatste poging: toets de pincode in op de lezer"
        }
    }
}

extension ReaderPrompt {
    var dutch: String {
        switch self {
        case .tap: "Tikken"
        case .insert: "Insteken"
        case .swipe: "Doorhalen"
        case .wait: "Even wachten"
        }
    }
}
