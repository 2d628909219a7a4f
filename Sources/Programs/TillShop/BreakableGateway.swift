import Tender

/// A gateway behind a network that can be broken for trials: nothing gets through, or an answer gets lost.
final class BreakableGateway: Gateway {
    /// The state of the network.
    enum Network: Sendable {
        case works
        /// Nothing leaves this machine.
        case broken
        /// The next request that moves money is carried out, but its answer gets lost; nothing gets through from then
        /// on.
        case losesAnswer
    }

    private let inner: any Gateway
    private let transfers: (any TransferGateway)?
    private let pages: (any CheckoutGateway)?
    private let customers: (any CustomerDirectory)?
    private let state = Guarded(Network.works)
    /// The moments when the network changed by itself; one consumer.
    let losses: AsyncStream<Void>
    private let lossSink: AsyncStream<Void>.Continuation

    init(_ inner: any Gateway) {
        self.inner = inner
        transfers = inner as? any TransferGateway
        pages = inner as? any CheckoutGateway
        customers = inner as? any CustomerDirectory
        (losses, lossSink) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var network: Network {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    var name: String { inner.name }

    func pass<Value>(
        movesMoney: Bool = false, _ body: () async throws(GatewayError) -> Value
    ) async throws(GatewayError) -> Value {
        guard network != .broken else {
            throw GatewayError(.notConnectedToGateway, fate: .notSent, message: "the network is down")
        }
        let value = try await body()
        let isLost =
            movesMoney
            && state.withLock { network in
                defer { if network == .losesAnswer { network = .broken } }
                return network == .losesAnswer
            }
        guard !isLost else {
            lossSink.yield()
            throw GatewayError(.gatewayConnectionLost, fate: .unknown, message: "the answer was lost on the way")
        }
        return value
    }

    func createConnectionToken() async throws(GatewayError) -> ConnectionToken {
        try await pass { () throws(GatewayError) in try await inner.createConnectionToken() }
    }

    func createPaymentIntent(
        _ parameters: PaymentIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await pass { () throws(GatewayError) in try await inner.createPaymentIntent(parameters, key: key) }
    }

    func retrievePaymentIntent(_ intent: PaymentIntentReference) async throws(GatewayError) -> PaymentIntent {
        try await pass { () throws(GatewayError) in try await inner.retrievePaymentIntent(intent) }
    }

    func listPaymentIntents(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentIntent> {
        try await pass { () throws(GatewayError) in try await inner.listPaymentIntents(query) }
    }

    func updatePaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await pass { () throws(GatewayError) in
            try await inner.updatePaymentIntent(intent, payload: payload, key: key)
        }
    }

    func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await pass(movesMoney: true) { () throws(GatewayError) in
            try await inner.confirmPaymentIntent(intent, payload: payload, key: key)
        }
    }

    func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, surcharge: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await pass(movesMoney: true) { () throws(GatewayError) in
            try await inner.confirmPaymentIntent(intent, payload: payload, surcharge: surcharge, key: key)
        }
    }

    func requestCurrencyConversion(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await pass { () throws(GatewayError) in
            try await inner.requestCurrencyConversion(intent, payload: payload, key: key)
        }
    }

    func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, conversion: ConversionChoice, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await pass(movesMoney: true) { () throws(GatewayError) in
            try await inner.confirmPaymentIntent(intent, payload: payload, conversion: conversion, key: key)
        }
    }

    func editPaymentIntent(
        _ intent: PaymentIntentReference, _ changes: PaymentIntentChanges, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await pass { () throws(GatewayError) in try await inner.editPaymentIntent(intent, changes, key: key) }
    }

    func capturePaymentIntent(
        _ intent: PaymentIntentReference, amount: Amount?, applicationFee: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await pass(movesMoney: true) { () throws(GatewayError) in
            try await inner.capturePaymentIntent(intent, amount: amount, applicationFee: applicationFee, key: key)
        }
    }

    func incrementAuthorization(
        _ intent: PaymentIntentReference, amount: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await pass(movesMoney: true) { () throws(GatewayError) in
            try await inner.incrementAuthorization(intent, amount: amount, key: key)
        }
    }

    func cancelPaymentIntent(
        _ intent: PaymentIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await pass(movesMoney: true) { () throws(GatewayError) in
            try await inner.cancelPaymentIntent(intent, reason: reason, key: key)
        }
    }

    func createRefund(_ parameters: RefundParameters, key: IdempotencyKey) async throws(GatewayError) -> Refund {
        try await pass(movesMoney: true) { () throws(GatewayError) in
            try await inner.createRefund(parameters, key: key)
        }
    }

    func retrieveRefund(_ id: String) async throws(GatewayError) -> Refund {
        try await pass { () throws(GatewayError) in try await inner.retrieveRefund(id) }
    }

    func listRefunds(paymentIntent: String?, _ query: ListQuery) async throws(GatewayError) -> ListPage<Refund> {
        try await pass { () throws(GatewayError) in
            try await inner.listRefunds(paymentIntent: paymentIntent, query)
        }
    }
}

/// Cards that are saved, and the customers whose they are, use the same network.
extension BreakableGateway: CustomerDirectory {
    func createSetupIntent(
        _ parameters: SetupIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await pass { () throws(GatewayError) in try await inner.createSetupIntent(parameters, key: key) }
    }

    func retrieveSetupIntent(_ intent: SetupIntentReference) async throws(GatewayError) -> SetupIntent {
        try await pass { () throws(GatewayError) in try await inner.retrieveSetupIntent(intent) }
    }

    func confirmSetupIntent(
        _ intent: SetupIntentReference, payload: EncryptedPayload, allowRedisplay: AllowRedisplay, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await pass(movesMoney: true) { () throws(GatewayError) in
            try await inner.confirmSetupIntent(intent, payload: payload, allowRedisplay: allowRedisplay, key: key)
        }
    }

    func cancelSetupIntent(
        _ intent: SetupIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await pass(movesMoney: true) { () throws(GatewayError) in
            try await inner.cancelSetupIntent(intent, reason: reason, key: key)
        }
    }

    private func knowing() throws(GatewayError) -> any CustomerDirectory {
        guard let customers else {
            throw GatewayError(.notAvailable, fate: .notSent, message: "this gateway has no customers")
        }
        return customers
    }

    func createCustomer(
        _ parameters: CustomerParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> Customer {
        let inner = try knowing()
        return try await pass { () throws(GatewayError) in try await inner.createCustomer(parameters, key: key) }
    }

    func retrieveCustomer(_ id: String) async throws(GatewayError) -> Customer {
        let inner = try knowing()
        return try await pass { () throws(GatewayError) in try await inner.retrieveCustomer(id) }
    }

    func listCustomers(email: String?, _ query: ListQuery) async throws(GatewayError) -> ListPage<Customer> {
        let inner = try knowing()
        return try await pass { () throws(GatewayError) in try await inner.listCustomers(email: email, query) }
    }
}

/// Transfers to sellers use the same network.
extension BreakableGateway: TransferGateway {
    private func sending() throws(GatewayError) -> any TransferGateway {
        guard let transfers else {
            throw GatewayError(.notAvailable, fate: .notSent, message: "this gateway does not support transfers")
        }
        return transfers
    }

    func createTransfer(_ parameters: TransferParameters, key: IdempotencyKey) async throws(GatewayError) -> Transfer {
        let inner = try sending()
        return try await pass(movesMoney: true) { () throws(GatewayError) in
            try await inner.createTransfer(parameters, key: key)
        }
    }

    func retrieveTransfer(_ id: String) async throws(GatewayError) -> Transfer {
        let inner = try sending()
        return try await pass { () throws(GatewayError) in try await inner.retrieveTransfer(id) }
    }

    func listTransfers(
        destination: String?, transferGroup: String?, _ query: ListQuery
    ) async throws(GatewayError) -> ListPage<Transfer> {
        let inner = try sending()
        return try await pass { () throws(GatewayError) in
            try await inner.listTransfers(destination: destination, transferGroup: transferGroup, query)
        }
    }

    func reverseTransfer(
        _ id: String, amount: Amount?, refundsFee: Bool, metadata: [String: String], key: IdempotencyKey
    ) async throws(GatewayError) -> TransferReversal {
        let inner = try sending()
        return try await pass(movesMoney: true) { () throws(GatewayError) in
            try await inner.reverseTransfer(
                id, amount: amount, refundsFee: refundsFee, metadata: metadata, key: key)
        }
    }
}

/// Pages on which customers pay are created, read and closed over the same network.
extension BreakableGateway: CheckoutGateway {
    private func serving() throws(GatewayError) -> any CheckoutGateway {
        guard let pages else {
            throw GatewayError(.notAvailable, fate: .notSent, message: "this gateway has no payment pages")
        }
        return pages
    }

    func createCheckoutSession(
        _ parameters: CheckoutSessionParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> CheckoutSession {
        let inner = try serving()
        return try await pass(movesMoney: true) { () throws(GatewayError) in
            try await inner.createCheckoutSession(parameters, key: key)
        }
    }

    func retrieveCheckoutSession(_ id: String) async throws(GatewayError) -> CheckoutSession {
        let inner = try serving()
        return try await pass { () throws(GatewayError) in try await inner.retrieveCheckoutSession(id) }
    }

    func expireCheckoutSession(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> CheckoutSession {
        let inner = try serving()
        return try await pass(movesMoney: true) { () throws(GatewayError) in
            try await inner.expireCheckoutSession(id, key: key)
        }
    }
}
