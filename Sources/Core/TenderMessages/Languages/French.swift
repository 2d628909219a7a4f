import TenderModel

extension CashierMessage {
    var french: String {
        switch self {
        case .canceled: "Annulé."
        case .programFault: "La caisse a demandé une opération non permise. Appelez l’assistance."
        case .tillBusy: "La caisse est encore occupée. Attendez un instant, puis réessayez."
        case .wrongState: "Le paiement ne le permet pas maintenant. Consultez d’abord le paiement."
        case .amountRefused: "Ce montant ne peut pas être payé par carte. Vérifiez le montant."
        case .currencyRefused: "Cette devise n’est pas acceptée ici."
        case .setupFault: "La caisse est mal configurée. Appelez l’assistance."
        case .featureMissing: "Cette fonction n’est pas disponible ici."
        case .noReader: "Aucun lecteur de carte n’est connecté. Vérifiez le câble et l’alimentation."
        case .readerAlreadyConnected: "Un lecteur de carte est déjà connecté. Déconnectez-le d’abord."
        case .readerNotFound: "Aucun lecteur de carte trouvé. Allumez-le et réessayez."
        case .readerInUse: "Le lecteur de carte est occupé. Attendez un instant, puis réessayez."
        case .readerElsewhere: "Un autre programme utilise le lecteur de carte. Fermez-le d’abord."
        case .readerForbidden: "La caisse n’a pas le droit d’utiliser le lecteur. Appelez l’assistance."
        case .readerUnsupported: "Ce lecteur ne peut pas être utilisé ici. Prenez-en un autre."
        case .readerSilent: "Le lecteur de carte ne répond pas. Éteignez-le puis rallumez-le."
        case .readerUnplugged: "Le lecteur de carte a été débranché. Rebranchez-le."
        case .readerBattery: "La batterie du lecteur est vide. Rechargez-la."
        case .noCard: "Aucune carte n’a été présentée à temps. Réessayez."
        case .chipNotRead: "La puce n’a pas pu être lue. Réessayez."
        case .stripeNotRead: "La piste n’a pas pu être lue. Glissez la carte à nouveau."
        case .cardRemoved: "La carte a été retirée trop tôt. Réessayez."
        case .cardNotAccepted: "Cette carte n’est pas acceptée ici. Demandez-en une autre."
        case .cardRefusedByReader: "Le lecteur refuse cette carte. Demandez-en une autre."
        case .serviceTrouble: "Le service de paiement a un problème. Réessayez plus tard."
        case .noNetwork: "Le service de paiement est injoignable. Vérifiez le réseau."
        case .noAnswer: "La réponse n’est pas claire. Vérifiez le paiement avant de réessayer."
        case .keyRefused: "Le service de paiement refuse cette caisse. Appelez l’assistance."
        case .notFound: "Le paiement est introuvable. Vérifiez le reçu."
        case .declined: "La carte a été refusée. Demandez une autre carte."
        case .refundRefused: "Le remboursement a été refusé. Remboursez autrement."
        case .recordsFailed: "La caisse ne peut pas écrire ses enregistrements. Appelez l’assistance."
        case .notOffline: "Ce n’est pas possible sans réseau."
        case .goOnline: "Des paiements attendent d’être envoyés. Connectez la caisse au réseau."
        case .offlineAmount: "Ce montant est trop élevé sans réseau."
        case .cardNotOffline: "Cette carte n’est pas acceptée sans réseau. Demandez-en une autre."
        case .cardExpired: "La carte est expirée. Demandez-en une autre."
        case .storedCardLost: "Les données de carte d’un paiement stocké sont illisibles. Appelez l’assistance."
        case .printerUnavailable: "L’imprimante n’imprime pas. Vérifiez-la, puis réimprimez."
        case .printerPaper: "L’imprimante n’a plus de papier. Mettez un nouveau rouleau."
        case .printerCover: "Le capot de l’imprimante est ouvert. Fermez-le."
        case .surchargeDeclined: "Le client refuse le supplément. Rien n’a été débité."
        case .surchargeNotAnswered: "Le client n’a pas répondu au sujet du supplément. Demandez à nouveau."
        case .readerFault: "Le lecteur de carte signale un défaut. Éteignez-le puis rallumez-le."
        case .readerUpdateFailed: "Le logiciel du lecteur n’a pas été mis à jour. Réessayez plus tard."
        case .readerUpdateBattery: "La batterie du lecteur est trop faible pour la mise à jour. Rechargez-la."
        case .readerUpdateExpired: "La mise à jour du lecteur n’est plus proposée. Reconnectez le lecteur."
        case .formNotAnswered: "Le client n’a pas rempli le formulaire à temps. Demandez à nouveau."
        case .laneBlocked: "Le siège a bloqué cette caisse. Vendez à une autre et appelez le siège."
        case .recordsMissing:
            "Il manque ici des enregistrements que le siège possède. Faites-les restaurer avant de vendre."
        case .outcomeUnknown: "On ne sait pas encore si l’opération a eu lieu. Vérifiez avant de débiter à nouveau."
        }
    }
}

extension ReaderDisplayMessage {
    var french: String {
        switch self {
        case .retryCard: "Présentez à nouveau la carte"
        case .insertCard: "Insérez la carte"
        case .insertOrSwipeCard: "Insérez ou glissez la carte"
        case .swipeCard: "Glissez la carte"
        case .removeCard: "Retirez la carte"
        case .multipleContactlessCardsDetected: "Plusieurs cartes détectées : n’en présentez qu’une"
        case .tryAnotherReadMethod: "Essayez une autre lecture de la carte"
        case .tryAnotherCard: "Essayez une autre carte"
        case .cardRemovedTooEarly: "Carte retirée trop tôt : réessayez"
        case .checkMobileDevice: "Regardez votre téléphone"
        case .doNotRemoveCard: "Ne retirez pas la carte"
        case .enterPIN: "Saisissez le code sur le lecteur"
        case .wrongPIN: "Code faux : saisissez-le à nouveau sur le lecteur"
        case .lastPINTry: "Dernier essai : saisissez le code sur le lecteur"
        }
    }
}

extension ReaderPrompt {
    var french: String {
        switch self {
        case .tap: "Sans contact"
        case .insert: "Insérer"
        case .swipe: "Glisser"
        case .wait: "Veuillez patienter"
        }
    }
}
