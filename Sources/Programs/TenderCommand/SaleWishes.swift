import CommandLineOptions
import Tender

/// What a sale's payment is created with, beside its amount.
struct SaleWishes {
    private var customer: String?
    private var receiptEmail: String?
    private var suffix: String?
    private var usage: SetupFutureUsage?
    private var options: CardPresentOptions?
    /// The customer's consent to be shown the card again.
    private(set) var allowRedisplay = AllowRedisplay.unspecified

    /// What `--authorization` names.
    private enum Request: String, CaseIterable {
        case extended, incremental, multicapture, partial, reauthorization
    }

    private static let customerID = Option("customer", "ID", "the customer who pays", as: .text)
    private static let email = Option("receipt-email", "ADDRESS", "where the gateway sends a receipt", as: .text)
    private static let statement = Option(
        "statement", "TEXT", "the end of the text on the cardholder's statement", as: .text)
    private static let save = Option<SetupFutureUsage?>(
        "save", "USAGE", "keep the card for the customer: on_session, or off_session for payments without them",
        as: .choice([.onSession, .offSession], spelled: \.rawValue))
    private static let consent = Option<AllowRedisplay>(
        "allow-redisplay", "CONSENT", "with --save, whether the customer has agreed to see the card at every checkout",
        as: .choice([.always, .limited], spelled: \.rawValue), default: .limited)
    private static let requests = Option(
        "authorization", "NAME[,NAME…]",
        "ask for a hold that is extended, incremental, partial, multicapture or reauthorization, where the card can",
        as: .text)
    private static let routing = Option<CardPresentRouting?>(
        "routing", "NETWORK", "the network of a card with two: domestic or international",
        as: .choice([.domestic, .international], spelled: \.rawValue))

    static let list: [any DeclaredOption] = [customerID, email, statement, save, consent, requests, routing]

    /// Whether anything is asked of the card's issuer.
    var asksIssuer: Bool { options != nil }

    /// Whether the hold shall be one that can be raised.
    var asksForIncrements: Bool { options?.requestIncrementalAuthorizationSupport == true }

    /// Whether the hold shall last longer than usual.
    var asksForLongHold: Bool { options?.requestExtendedAuthorization == true }

    /// Whether the issuer may approve a part.
    var acceptsPart: Bool { options?.requestPartialAuthorization == .ifAvailable }

    init(_ arguments: Arguments, _ reader: ReaderAddress) throws {
        customer = arguments[Self.customerID]
        receiptEmail = arguments[Self.email]
        suffix = arguments[Self.statement]
        usage = arguments[Self.save]
        options = try Self.options(arguments)
        if usage != nil { allowRedisplay = arguments[Self.consent] }
        guard usage != nil || !arguments.isGiven(Self.consent) else {
            throw CommandLineError("--allow-redisplay is for a card that is kept: use it with --save")
        }
        guard reader.dialect != .zvt || Self.list.allSatisfy({ !arguments.isGiven($0) }) else {
            throw CommandLineError(
                "--customer, --receipt-email, --statement, --save, --authorization and --routing are for sales through the "
                    + "payments API")
        }
    }

    private static func options(_ arguments: Arguments) throws -> CardPresentOptions? {
        var options = CardPresentOptions(requestedPriority: arguments[routing])
        for name in arguments[requests]?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
            guard let request = Request(rawValue: String(name)) else {
                let names = Request.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandLineError("--authorization takes \(names), not '\(name)'")
            }
            switch request {
            case .extended: options.requestExtendedAuthorization = true
            case .incremental: options.requestIncrementalAuthorizationSupport = true
            case .multicapture: options.requestMulticapture = .ifAvailable
            case .partial: options.requestPartialAuthorization = .ifAvailable
            case .reauthorization: options.requestReauthorization = .ifAvailable
            }
        }
        return options == CardPresentOptions() ? nil : options
    }

    /// Adds them to the parameters of the sale's payment.
    func add(to parameters: inout PaymentIntentParameters) {
        parameters.customer = customer
        parameters.receiptEmail = receiptEmail
        parameters.statementDescriptorSuffix = suffix
        parameters.setupFutureUsage = usage
        parameters.paymentMethodOptions = options.map { PaymentMethodOptions(cardPresent: $0) }
    }
}
