import TenderModel

extension CashierMessage {
    var italian: String {
        switch self {
        case .canceled: "Annullato."
        case .programFault: "La cassa ha chiesto un’operazione non consentita. Chiamate l’assistenza."
        case .tillBusy: "La cassa è ancora occupata. Attendete un attimo e riprovate."
        case .wrongState: "Il pagamento non lo consente ora. Controllate prima il pagamento."
        case .amountRefused: "Questo importo non si può pagare con carta. Controllate l’importo."
        case .currencyRefused: "Questa valuta non è accettata qui."
        case .setupFault: "La cassa non è configurata bene. Chiamate l’assistenza."
        case .featureMissing: "Questa funzione non è disponibile qui."
        case .noReader: "Nessun lettore di carte è collegato. Controllate cavo e alimentazione."
        case .readerAlreadyConnected: "Un lettore è già collegato. Scollegatelo prima."
        case .readerNotFound: "Nessun lettore trovato. Accendetelo e riprovate."
        case .readerInUse: "Il lettore è occupato. Attendete un attimo e riprovate."
        case .readerElsewhere: "Un altro programma usa il lettore. Chiudetelo prima."
        case .readerForbidden: "La cassa non può usare il lettore. Chiamate l’assistenza."
        case .readerUnsupported: "Questo lettore non si può usare qui. Usatene un altro."
        case .readerSilent: "Il lettore non risponde. Spegnetelo e riaccendetelo."
        case .readerUnplugged: "Il lettore è stato scollegato. Ricollegatelo."
        case .readerBattery: "La batteria del lettore è scarica. Ricaricatela."
        case .noCard: "Nessuna carta presentata in tempo. Riprovate."
        case .chipNotRead: "Il chip non è stato letto. Riprovate."
        case .stripeNotRead: "La banda non è stata letta. Strisciate di nuovo la carta."
        case .cardRemoved: "La carta è stata tolta troppo presto. Riprovate."
        case .cardNotAccepted: "Questa carta non è accettata qui. Chiedetene un’altra."
        case .cardRefusedByReader: "Il lettore rifiuta questa carta. Chiedetene un’altra."
        case .serviceTrouble: "Il servizio di pagamento ha un problema. Riprovate più tardi."
        case .noNetwork: "Il servizio di pagamento non è raggiungibile. Controllate la rete."
        case .noAnswer: "La risposta non è chiara. Controllate il pagamento prima di riprovare."
        case .keyRefused: "Il servizio di pagamento rifiuta questa cassa. Chiamate l’assistenza."
        case .notFound: "Il pagamento non è stato trovato. Controllate la ricevuta."
        case .declined: "La carta è stata rifiutata. Chiedete un’altra carta."
        case .refundRefused: "Il rimborso è stato rifiutato. Rimborsate in altro modo."
        case .recordsFailed: "La cassa non può scrivere le registrazioni. Chiamate l’assistenza."
        case .notOffline: "Non è possibile senza rete."
        case .goOnline: "Ci sono pagamenti da inviare. Collegate la cassa alla rete."
        case .offlineAmount: "Questo importo è troppo alto senza rete."
        case .cardNotOffline: "Questa carta non è accettata senza rete. Chiedetene un’altra."
        case .cardExpired: "La carta è scaduta. Chiedetene un’altra."
        case .storedCardLost: "I dati della carta di un pagamento memorizzato sono illeggibili. Chiamate l’assistenza."
        case .printerUnavailable: "La stampante non stampa. Controllatela e ristampate."
        case .printerPaper: "La stampante è senza carta. Inserite un nuovo rotolo."
        case .printerCover: "Il coperchio della stampante è aperto. Chiudetelo."
        case .surchargeDeclined: "Il cliente non accetta il supplemento. Non è stato addebitato nulla."
        case .surchargeNotAnswered: "Il cliente non ha risposto sul supplemento. Chiedete di nuovo."
        case .readerFault: "Il lettore segnala un guasto. Spegnetelo e riaccendetelo."
        case .readerUpdateFailed: "Il software del lettore non è stato aggiornato. Riprovate più tardi."
        case .readerUpdateBattery: "La batteria del lettore non basta per l’aggiornamento. Ricaricatela."
        case .readerUpdateExpired: "L’aggiornamento del lettore non è più disponibile. Ricollegate il lettore."
        case .formNotAnswered: "Il cliente non ha compilato il modulo in tempo. Chiedete di nuovo."
        case .laneBlocked: "La sede ha bloccato questa cassa. Vendete a un’altra e chiamate la sede."
        case .recordsMissing: "Qui mancano registrazioni che la sede possiede. Fatele ripristinare prima di vendere."
        case .outcomeUnknown: "Non si sa ancora se è stato eseguito. Controllate prima di addebitare di nuovo."
        }
    }
}

extension ReaderDisplayMessage {
    var italian: String {
        switch self {
        case .retryCard: "Presentare di nuovo la carta"
        case .insertCard: "Inserire la carta"
        case .insertOrSwipeCard: "Inserire o strisciare la carta"
        case .swipeCard: "Strisciare la carta"
        case .removeCard: "Togliere la carta"
        case .multipleContactlessCardsDetected: "Rilevate più carte: presentarne una sola"
        case .tryAnotherReadMethod: "Provare la carta in altro modo"
        case .tryAnotherCard: "Provare un’altra carta"
        case .cardRemovedTooEarly: "Carta tolta troppo presto: riprovare"
        case .checkMobileDevice: "Guardare il telefono"
        case .doNotRemoveCard: "Non togliere la carta"
        case .enterPIN: "Inserire il PIN sul lettore"
        case .wrongPIN: "PIN errato: inserirlo di nuovo sul lettore"
        case .lastPINTry: "Ultimo tentativo: inserire il PIN sul lettore"
        }
    }
}

extension ReaderPrompt {
    var italian: String {
        switch self {
        case .tap: "Avvicinare"
        case .insert: "Inserire"
        case .swipe: "Strisciare"
        case .wait: "Attendere, prego"
        }
    }
}
