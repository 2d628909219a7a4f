public import TenderFlow
public import TenderModel

/// All that a payment sheet shows.
public struct PaymentSheetState: Hashable, Sendable {
    /// What is on the screen.
    public enum Surface: String, Hashable, Sendable, CaseIterable {
        /// Nothing.
        case none
        /// The sheet in which the customer chooses and pays.
        case sheet
        /// The sheet in which the customer chooses only.
        case options
    }

    /// How far it is.
    public enum Phase: Hashable, Sendable {
        /// Nobody asked for it.
        case idle
        /// It is being loaded.
        case loading
        /// The customer chooses.
        case ready
        /// It is being confirmed.
        case confirming
        /// The customer must do this first, such as at a page of their bank.
        case actionRequired(NextAction?)
        /// The gateway is asked what became of it.
        case asking
        /// Nobody knows what became of it: `ask` again, or `leave`.
        case unknown(GatewayError?)
        /// It is paid, held, kept or on its way.
        case completed
        /// It cannot go on.
        case failed(PaymentSheetError)
    }

    /// What the sheet tells the customer about the last try, with which it stays open.
    public enum Notice: Hashable, Sendable {
        /// The card or the bank refused: try another payment method.
        case declined(GatewayError)
        /// The request was refused or not sent; nothing was charged.
        case notConfirmed(GatewayError)
        /// The customer did not authenticate.
        case notAuthenticated
    }

    /// How far it is.
    public internal(set) var phase = Phase.idle
    /// What is on the screen.
    public internal(set) var surface = Surface.none
    /// The intent, as it was last told.
    public internal(set) var intent: PaymentSheetIntent?
    /// The saved payment methods that can be used, newest first.
    public internal(set) var savedMethods: [PaymentMethod] = []
    /// The kinds that can be entered.
    public internal(set) var newMethods: [PaymentSheetMethodKind] = []
    /// What the customer chose.
    public internal(set) var selection: PaymentSheetSelection?
    /// What stands in the fields.
    public internal(set) var billingDetails: BillingDetails
    /// Whether the box 'save for later' is ticked; counts where `offersSaving`.
    public internal(set) var savesMethod: Bool
    /// Whether there is a customer for whom a payment method can be kept.
    public internal(set) var hasCustomer: Bool
    /// What the customer is told about the last try.
    public internal(set) var notice: Notice?
    /// What the app shows of the choice.
    public internal(set) var paymentOption: PaymentOption?
    /// The text of the button.
    public internal(set) var primaryButtonLabel: String
    /// What must be filled in for the chosen payment method.
    public internal(set) var collectedFields: BillingFields = []

    init(_ configuration: PaymentSheetConfiguration, hasCustomer: Bool) {
        billingDetails = configuration.defaultBillingDetails
        savesMethod = configuration.savePaymentMethodOptInBehavior == .requiresOptOut
        self.hasCustomer = hasCustomer
        primaryButtonLabel = configuration.primaryButtonLabel ?? ""
    }

    /// Whether the box 'save for later' is shown: where the choice is the customer's.
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
