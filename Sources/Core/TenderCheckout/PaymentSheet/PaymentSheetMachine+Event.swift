public import TenderFlow
public import TenderModel

extension PaymentSheetMachine {
    /// An event.
    public enum Event: Hashable, Sendable {
        // The app and the customer.
        /// Load the intent and the saved payment methods, unless that is under way.
        case load
        /// Show the sheet, or only the choice.
        case present(PaymentSheetState.Surface)
        /// Pay with this selection.
        case select(PaymentSheetSelection)
        /// The fields have these contents.
        case enter(BillingDetails)
        /// The box 'save for later' was ticked or cleared.
        case setSavesMethod(Bool)
        /// The choice is made: close the sheet of options.
        case choose
        /// Pay: in the sheet, or (`none`) with the earlier choice.
        case confirm(PaymentSheetState.Surface)
        /// The app was opened with this address, or (`nil`) the customer closed the bank's page.
        case returned(String?)
        /// Query the outcome again.
        case ask
        /// Stop querying: the outcome stays unknown.
        case leave
        /// Close the sheet.
        case dismiss
        // The outside world, with the number of the action.
        /// Loading succeeded.
        case loaded(PaymentSheetContent, Int)
        /// Loading failed.
        case loadFailed(GatewayError, Int)
        /// A confirmation was answered.
        case confirmed(PaymentSheetIntent, Int)
        /// A confirmation failed, or its outcome is unknown.
        case confirmFailed(GatewayError, Int)
        /// The intent was read.
        case read(PaymentSheetIntent, Int)
        /// The intent could not be read.
        case readFailed(GatewayError, Int)
    }

    /// A request to the outside world; its number comes back with the answer.
    public enum Action: Hashable, Sendable {
        /// Load; answer with `loaded` or `loadFailed`.
        case load(Int)
        /// Send this once; answer with `confirmed` or `confirmFailed`.
        case confirm(PaymentSheetConfirmation, Int)
        /// Read the intent after a pause; answer with `read` or `readFailed`.
        case ask(after: Duration, Int)
        /// Show the customer this page, and report when they are back.
        case open(String)
        /// The request was refused.
        case refuse(PaymentSheetRefusal)
        /// The visible state changed.
        case changed(PaymentSheetState)
        /// The choice was made or left as it was.
        case finishChoosing(PaymentOption?)
        /// The sheet, or the confirmation without one, has ended.
        case finish(PaymentSheetResult)
    }
}
