public import TenderFlow
public import TenderModel

extension PaymentSheetMachine {
    /// What can happen.
    public enum Event: Hashable, Sendable {
        // The app and the customer.
        /// Load the intent and the saved payment methods, unless that is under way.
        case load
        /// Show the sheet, or the choice alone.
        case present(PaymentSheetState.Surface)
        /// Pay with this.
        case select(PaymentSheetSelection)
        /// This stands in the fields.
        case enter(BillingDetails)
        /// The box 'save for later' is ticked or not.
        case setSavesMethod(Bool)
        /// The choice is made: close the sheet of options.
        case choose
        /// Pay: in the sheet, or (`none`) with what was chosen before.
        case confirm(PaymentSheetState.Surface)
        /// The app was opened with this address, or (nil) the customer closed the page of their bank.
        case returned(String?)
        /// Ask again what became of it.
        case ask
        /// Give up asking: the outcome stays unknown.
        case leave
        /// Close the sheet.
        case dismiss
        // The world, with the number of the action.
        /// It is loaded.
        case loaded(PaymentSheetContent, Int)
        /// It could not be loaded.
        case loadFailed(GatewayError, Int)
        /// The answer to a confirmation.
        case confirmed(PaymentSheetIntent, Int)
        /// A confirmation failed, or nobody knows.
        case confirmFailed(GatewayError, Int)
        /// The intent as it is now.
        case read(PaymentSheetIntent, Int)
        /// The intent could not be read.
        case readFailed(GatewayError, Int)
    }

    /// What it asks of the world; a number comes back with the answer.
    public enum Action: Hashable, Sendable {
        /// Load; answer with `loaded` or `loadFailed`.
        case load(Int)
        /// Send this once; answer with `confirmed` or `confirmFailed`.
        case confirm(PaymentSheetConfirmation, Int)
        /// Read the intent after a pause; answer with `read` or `readFailed`.
        case ask(after: Duration, Int)
        /// Show the customer this page, and tell when they are back.
        case open(String)
        /// What was asked for is not done.
        case refuse(PaymentSheetRefusal)
        /// What is shown has changed.
        case changed(PaymentSheetState)
        /// The choice was made or left as it was.
        case finishChoosing(PaymentOption?)
        /// The sheet, or the confirmation without one, has ended.
        case finish(PaymentSheetResult)
    }
}
