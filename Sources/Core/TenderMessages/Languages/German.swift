import TenderModel

extension CashierMessage {
    var german: String {
        switch self {
        case .canceled: "Abgebrochen."
        case .programFault: "Die Kasse hat etwas Unzulässiges verlangt. Rufen Sie den Support."
        case .tillBusy: "Die Kasse arbeitet noch. Warten Sie kurz und versuchen Sie es erneut."
        case .wrongState: "Die Zahlung lässt das jetzt nicht zu. Sehen Sie zuerst die Zahlung an."
        case .amountRefused: "Dieser Betrag kann nicht mit Karte bezahlt werden. Prüfen Sie den Betrag."
        case .currencyRefused: "Diese Währung wird hier nicht angenommen."
        case .setupFault: "Die Kasse ist falsch eingerichtet. Rufen Sie den Support."
        case .featureMissing: "Das steht hier nicht zur Verfügung."
        case .noReader: "Es ist kein Kartenleser verbunden. Prüfen Sie Kabel und Strom."
        case .readerAlreadyConnected: "Es ist schon ein Kartenleser verbunden. Trennen Sie ihn zuerst."
        case .readerNotFound: "Es wurde kein Kartenleser gefunden. Schalten Sie ihn ein und versuchen Sie es erneut."
        case .readerInUse: "Der Kartenleser ist beschäftigt. Warten Sie kurz und versuchen Sie es erneut."
        case .readerElsewhere: "Ein anderes Programm benutzt den Kartenleser. Schließen Sie es zuerst."
        case .readerForbidden: "Die Kasse darf den Kartenleser nicht benutzen. Rufen Sie den Support."
        case .readerUnsupported: "Dieser Kartenleser kann hier nicht benutzt werden. Nehmen Sie einen anderen."
        case .readerSilent: "Der Kartenleser antwortet nicht. Schalten Sie ihn aus und wieder ein."
        case .readerUnplugged: "Der Kartenleser wurde abgesteckt. Stecken Sie ihn wieder an."
        case .readerBattery: "Der Akku des Kartenlesers ist leer. Laden Sie ihn."
        case .noCard: "Es wurde nicht rechtzeitig eine Karte vorgelegt. Versuchen Sie es erneut."
        case .chipNotRead: "Der Chip konnte nicht gelesen werden. Versuchen Sie es erneut."
        case .stripeNotRead: "Der Magnetstreifen konnte nicht gelesen werden. Ziehen Sie die Karte noch einmal durch."
        case .cardRemoved: "Die Karte wurde zu früh entfernt. Versuchen Sie es erneut."
        case .cardNotAccepted: "Diese Karte wird hier nicht angenommen. Bitten Sie um eine andere."
        case .cardRefusedByReader: "Der Leser lehnt diese Karte ab. Bitten Sie um eine andere."
        case .serviceTrouble: "Der Zahlungsdienst hat ein Problem. Versuchen Sie es später erneut."
        case .noNetwork: "Der Zahlungsdienst ist nicht erreichbar. Prüfen Sie das Netz."
        case .noAnswer: "Es gibt keine klare Antwort. Prüfen Sie die Zahlung, bevor Sie es erneut versuchen."
        case .keyRefused: "Der Zahlungsdienst lehnt diese Kasse ab. Rufen Sie den Support."
        case .notFound: "Die Zahlung wurde nicht gefunden. Prüfen Sie den Beleg."
        case .declined: "Die Karte wurde abgelehnt. Bitten Sie um eine andere Karte."
        case .refundRefused: "Die Erstattung wurde abgelehnt. Erstatten Sie auf anderem Weg."
        case .recordsFailed: "Die Kasse kann ihre Aufzeichnungen nicht schreiben. Rufen Sie den Support."
        case .notOffline: "Das geht ohne Netz nicht."
        case .goOnline: "Zahlungen warten auf die Übertragung. Verbinden Sie die Kasse mit dem Netz."
        case .offlineAmount: "Dieser Betrag ist ohne Netz zu hoch."
        case .cardNotOffline: "Diese Karte geht ohne Netz nicht. Bitten Sie um eine andere."
        case .cardExpired: "Die Karte ist abgelaufen. Bitten Sie um eine andere."
        case .storedCardLost: "Die Kartendaten einer gespeicherten Zahlung sind nicht lesbar. Rufen Sie den Support."
        case .printerUnavailable: "Der Drucker druckt nicht. Prüfen Sie ihn und drucken Sie erneut."
        case .printerPaper: "Der Drucker hat kein Papier. Legen Sie eine neue Rolle ein."
        case .printerCover: "Der Deckel des Druckers ist offen. Schließen Sie ihn."
        case .surchargeDeclined: "Der Kunde möchte den Aufschlag nicht. Es wurde nichts belastet."
        case .surchargeNotAnswered:
            "Der Kunde hat auf die Frage nach dem Aufschlag nicht geantwortet. Fragen Sie erneut."
        case .readerFault: "Der Kartenleser meldet einen Fehler. Schalten Sie ihn aus und wieder ein."
        case .readerUpdateFailed:
            "Die Software des Kartenlesers wurde nicht aktualisiert. Versuchen Sie es später erneut."
        case .readerUpdateBattery: "Der Akku des Kartenlesers reicht für die Aktualisierung nicht. Laden Sie ihn."
        case .readerUpdateExpired: "Die Aktualisierung des Kartenlesers gibt es nicht mehr. Verbinden Sie ihn neu."
        case .formNotAnswered: "Der Kunde hat das Formular nicht rechtzeitig ausgefüllt. Fragen Sie erneut."
        case .laneBlocked:
            "Die Zentrale hat diese Kasse gesperrt. Verkaufen Sie an einer anderen und rufen Sie die Zentrale."
        case .recordsMissing:
            "Hier fehlen Aufzeichnungen, die die Zentrale hat. Lassen Sie sie vor dem Verkauf wiederherstellen."
        case .outcomeUnknown: "Noch weiß niemand, ob es ausgeführt wurde. Prüfen Sie es, bevor Sie erneut belasten."
        }
    }
}

extension ReaderDisplayMessage {
    var german: String {
        switch self {
        case .retryCard: "Karte erneut vorlegen"
        case .insertCard: "Karte einstecken"
        case .insertOrSwipeCard: "Karte einstecken oder durchziehen"
        case .swipeCard: "Karte durchziehen"
        case .removeCard: "Karte entfernen"
        case .multipleContactlessCardsDetected: "Mehrere Karten erkannt: nur eine vorlegen"
        case .tryAnotherReadMethod: "Karte anders vorlegen"
        case .tryAnotherCard: "Andere Karte verwenden"
        case .cardRemovedTooEarly: "Karte zu früh entfernt: erneut versuchen"
        case .checkMobileDevice: "Bitte auf das Telefon sehen"
        case .doNotRemoveCard: "Karte stecken lassen"
        case .enterPIN: "PIN am Leser eingeben"
        case .wrongPIN: "PIN falsch: am Leser erneut eingeben"
        case .lastPINTry: "Letzter Versuch: PIN am Leser eingeben"
        }
    }
}

extension ReaderPrompt {
    var german: String {
        switch self {
        case .tap: "Vorhalten"
        case .insert: "Einstecken"
        case .swipe: "Durchziehen"
        case .wait: "Bitte warten"
        }
    }
}
