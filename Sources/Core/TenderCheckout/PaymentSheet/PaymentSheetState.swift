public import TenderFlow
public import TenderModel

/// Everything that a payment sheet shows.
public struct PaymentSheetState: Hashable, Sendable {
    /// The visible part of a sheet.
    public enum Surface: String, Hashable, Sendable, CaseIterable {
        /// Nothing.
        case none
        /// The sheet in which the customer chooses and pays.
        case sheet
        /// The sheet in which the customer only chooses.
        case options
    }

    /// The progress of a sheet.
    public enum Phase: Hashable, Sendable {
        /// Not requested.
        case idle
        /// Loading.
        case loading
        /// The customer chooses.
        case ready
        /// Confirming.
        case confirming
        /// The customer must do this first, such as visit their bank's page.
        case actionRequired(NextAction?)
        /// The gateway is queried for the outcome.
        case asking
        /// The outcome is unknown: `ask` again, or `leave`.
        case unknown(GatewayError?)
        /// The payment is made, held, saved or in progress.
        case completed
        /// The sheet cannot continue.
        case failed(PaymentSheetError)
    }

    /// A message about the last try, with which the sheet stays open.
    public enum Notice: Hashable, Sendable {
        /// The card or the bank refused: try another payment method.
        case declined(GatewayError)
        /// The request was refused or not sent; nothing was charged.
        case notConfirmed(GatewayError)
        /// The customer did not authenticate.
        case notAuthenticated
    }

    /// The sheet's progress.
    public internal(set) var phase = Phase.idle
    /// The visible part.
    public internal(set) var surface = Surface.none
    /// The intent as last reported.
    public internal(set) var intent: PaymentSheetIntent?
    /// The usable saved payment methods, newest first.
    public internal(set) var savedMethods: [PaymentMethod] = []
    /// The kinds that can be entered.
    public internal(set) var newMethods: [PaymentSheetMethodKind] = []
    /// The customer's choice.
    public internal(set) var selection: PaymentSheetSelection?
    /// The contents of the fields.
    public internal(set) var billingDetails: BillingDetails
    /// Whether the box 'save for later' is ticked; counts only with `offersSaving`.
    public internal(set) var savesMethod: Bool
    /// Whether there is a customer for whom a payment method can be saved.
    public internal(set) var hasCustomer: Bool
    /// The message about the last try.
    public internal(set) var notice: Notice?
    /// The part of the choice that the app shows.
    public internal(set) var paymentOption: PaymentOption?
    /// The text of the button.
    public internal(set) var primaryButtonLabel: String
    /// The mandatory fields of the chosen payment method.
    public internal(set) var collectedFields: BillingFields = []

    init(_ configuration: PaymentSheetConfiguration, hasCustomer: Bool) {
        billingDetails = configuration.defaultBillingDetails
        savesMethod = configuration.savePaymentMethodOptInBehavior == .requiresOptOut
        self.hasCustomer = hasCustomer
        primaryButtonLabel = configuration.primaryButtonLabel ?? ""
    }

    /// Whether the box 'save for later' is shown: only where the customer may choose.
    public var offersSaving: Bool {
        guard hasCustomer, let intent, !intent.keepsMethod, case .new(let method)? = selection else { return false }
        return PaymentSheetMethodKind(method.type)?.isReusable ?? false
    }

    /// The chosen saved payment method.
    public var selectedMethod: PaymentMethod? {
        guard case .saved(let id)? = selection else { return nil }
        return savedMethods.first { $0.id == id }
    }
}
