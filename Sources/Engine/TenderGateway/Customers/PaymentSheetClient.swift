public import TenderCheckout
public import TenderBytes
public import TenderFlow
import TenderHTTP
public import TenderModel

/// A client of the payments API for a payment sheet: a publishable key, and the client secret of one intent.
public struct PaymentSheetClient: PaymentSheetGateway {
    private let client: PaymentsClient
    private let connection: GatewayConnection
    private let methodsOfSession: SessionMethods?

    /// A function that asks the app's own server for the payment methods of a customer session.
    public typealias SessionMethods =
        @Sendable (CustomerSession) async -> Result<[PaymentMethod], GatewayError>

    /// Creates a client; connects to nothing yet.
    ///
    /// - Parameters:
    ///   - publishableKey: The key, `pk_…`; a secret key has no place in an app, and is refused.
    ///   - methodsOfSession: Returns the payment methods of a customer session, because the public API has no call for
    ///     that; without it, a session's customer can save payment methods but sees none.
    /// - Throws: `GatewayError` with `.invalidConfiguration`.
    public init(
        publishableKey: SecretBytes, connection: GatewayConnection, methodsOfSession: SessionMethods? = nil
    ) throws(GatewayError) {
        client = try PaymentsClient(apiKey: publishableKey, connection: connection)
        guard client.hasPublishableKey else {
            throw .notSent(.invalidConfiguration, "a payment sheet needs a publishable key, pk_…")
        }
        self.connection = connection
        self.methodsOfSession = methodsOfSession
    }

    /// Retrieves the intent.
    public func retrieve(_ secret: ClientSecret) async throws(GatewayError) -> PaymentSheetIntent {
        switch try Subject(secret) {
        case .payment(let id):
            let reference = PaymentIntentReference(id: id, clientSecret: secret)
            return .payment(try await client.retrievePaymentIntent(reference))
        case .setup(let id): return .setup(try await client.retrieveSetupIntent(id, clientSecret: secret))
        }
    }

    /// Lists the customer's saved cards, newest first.
    public func savedMethods(of customer: PaymentSheetCustomer) async throws(GatewayError) -> [PaymentMethod] {
        switch customer {
        case .ephemeralKey(let key):
            return try await CustomerClient(key: key, connection: connection)
                .listPaymentMethods(ListQuery(limit: 100)).data
        case .session(let session):
            guard let methodsOfSession else { return [] }
            return try await methodsOfSession(session).get()
        }
    }

    /// Confirms the intent, once per key.
    public func confirm(
        _ secret: ClientSecret, _ confirmation: PaymentSheetConfirmation
    ) async throws(GatewayError) -> PaymentSheetIntent {
        let form = try FormParameters(confirmation)
        switch try Subject(secret) {
        case .payment(let id):
            let reference = PaymentIntentReference(id: id, clientSecret: secret)
            return .payment(try await client.confirm(reference, form, key: confirmation.key))
        case .setup(let id):
            return .setup(try await client.confirm(setup: id, secret, form, key: confirmation.key))
        }
    }

    /// The intent that a client secret belongs to: the ID before `_secret_`.
    private enum Subject {
        case payment(String)
        case setup(String)

        init(_ secret: ClientSecret) throws(GatewayError) {
            guard let end = secret.rawValue.firstRange(of: "_secret_")?.lowerBound else { throw Self.notASecret }
            let id = String(secret.rawValue[..<end])
            switch true {
            case id.hasPrefix("pi_"): self = .payment(id)
            case id.hasPrefix("seti_"): self = .setup(id)
            default: throw Self.notASecret
            }
        }

        private static var notASecret: GatewayError {
            .notSent(.invalidClientSecret, "this is the client secret of neither a PaymentIntent nor a SetupIntent")
        }
    }
}

extension FormParameters {
    fileprivate init(_ confirmation: PaymentSheetConfirmation) throws(GatewayError) {
        switch confirmation.method {
        case .saved(let method): add("payment_method", try method.id.checkedID())
        case .new(let method, let details):
            add("payment_method_data[type]", method.type.rawValue)
            add("payment_method_data[billing_details]", details)
            switch method {
            case .card(let token): add("payment_method_data[card][token]", try token.checkedID())
            case .sepaDebit(let iban): add("payment_method_data[sepa_debit][iban]", iban)
            case .ideal(let bank): add("payment_method_data[ideal][bank]", bank)
            case .bancontact: break
            }
        }
        add("return_url", confirmation.returnURL)
        add("setup_future_usage", confirmation.setupFutureUsage?.rawValue)
        // The debtor agrees to the debit in this app, at this moment.
        guard PaymentMethodType(rawValue: "sepa_debit") == confirmation.method.type else { return }
        add("mandate_data[customer_acceptance][type]", "online")
        add("mandate_data[customer_acceptance][online][infer_from_client]", "true")
    }
}
