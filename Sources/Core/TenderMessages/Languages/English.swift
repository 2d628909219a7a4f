import TenderModel

extension CashierMessage {
    var english: String {
        switch self {
        case .canceled: "Canceled."
        case .programFault: "The till asked for something that is not allowed. Call support."
        case .tillBusy: "The till is still busy. Wait a moment, then try again."
        case .wrongState: "The payment does not allow this now. Look at the payment first."
        case .amountRefused: "This amount cannot be paid by card. Check the amount."
        case .currencyRefused: "This currency is not accepted here."
        case .setupFault: "The till is not set up correctly. Call support."
        case .featureMissing: "This is not available here."
        case .noReader: "No card reader is connected. Check its cable and power."
        case .readerAlreadyConnected: "A card reader is connected already. Disconnect it first."
        case .readerNotFound: "No card reader was found. Switch it on and try again."
        case .readerInUse: "The card reader is busy. Wait a moment, then try again."
        case .readerElsewhere: "Another program is using the card reader. Close it first."
        case .readerForbidden: "The till may not use the card reader. Call support."
        case .readerUnsupported: "This card reader cannot be used here. Take another one."
        case .readerSilent: "The card reader does not answer. Switch it off and on again."
        case .readerUnplugged: "The card reader was unplugged. Plug it in again."
        case .readerBattery: "The card reader's battery is empty. Charge it."
        case .noCard: "No card was presented in time. Try again."
        case .chipNotRead: "The chip could not be read. Try again."
        case .stripeNotRead: "The stripe could not be read. Swipe the card again."
        case .cardRemoved: "The card was removed too early. Try again."
        case .cardNotAccepted: "This card is not accepted here. Ask for another one."
        case .cardRefusedByReader: "The reader refuses this card. Ask for another one."
        case .serviceTrouble: "The payment service has a problem. Try again later."
        case .noNetwork: "The payment service cannot be reached. Check the network."
        case .noAnswer: "There is no clear answer. Check the payment before you try again."
        case .keyRefused: "The payment service refuses this till. Call support."
        case .notFound: "The payment was not found. Check the receipt."
        case .declined: "The card was declined. Ask for another card."
        case .refundRefused: "The refund was refused. Refund another way."
        case .recordsFailed: "The till cannot write its records. Call support."
        case .notOffline: "This is not possible without the network."
        case .goOnline: "Payments are waiting to be sent. Connect the till to the network."
        case .offlineAmount: "This amount is too large without the network."
        case .cardNotOffline: "This card cannot be taken without the network. Ask for another one."
        case .cardExpired: "The card has expired. Ask for another one."
        case .storedCardLost: "A stored payment's card data cannot be read. Call support."
        case .printerUnavailable: "The printer does not print. Check it, then print again."
        case .printerPaper: "The printer has no paper. Put in a new roll."
        case .printerCover: "The printer's cover is open. Close it."
        case .surchargeDeclined: "The customer does not want the surcharge. Nothing was charged."
        case .surchargeNotAnswered: "The customer did not answer about the surcharge. Ask again."
        case .readerFault: "The card reader reports a fault. Switch it off and on again."
        case .readerUpdateFailed: "The card reader's software was not updated. Try again later."
        case .readerUpdateBattery: "The card reader's battery is too low for the update. Charge it."
        case .readerUpdateExpired: "The card reader's update is no longer offered. Connect the reader again."
        case .formNotAnswered: "The customer did not fill in the form in time. Ask again."
        case .laneBlocked: "Head office has blocked this till. Sell at another one, and call head office."
        case .recordsMissing: "Records are missing here that head office has. Have them restored before you sell."
        case .outcomeUnknown: "Nobody knows yet whether it was done. Check before you charge again."
        }
    }
}

extension ReaderDisplayMessage {
    var english: String {
        switch self {
        case .retryCard: "Present the card again"
        case .insertCard: "Insert card"
        case .insertOrSwipeCard: "Insert or swipe card"
        case .swipeCard: "Swipe card"
        case .removeCard: "Remove card"
        case .multipleContactlessCardsDetected: "Several cards detected: present one only"
        case .tryAnotherReadMethod: "Try the card another way"
        case .tryAnotherCard: "Try another card"
        case .cardRemovedTooEarly: "Card removed too early: try again"
        case .checkMobileDevice: "Check your phone"
        case .doNotRemoveCard: "Do not remove card"
        case .enterPIN: "Enter the PIN on the reader"
        case .wrongPIN: "Wrong PIN: enter it again on the reader"
        case .lastPINTry: "Last try: enter the PIN on the reader"
        }
    }
}

extension ReaderPrompt {
    var english: String {
        switch self {
        case .tap: "Tap"
        case .insert: "Insert"
        case .swipe: "Swipe"
        case .wait: "Please wait"
        }
    }
}
