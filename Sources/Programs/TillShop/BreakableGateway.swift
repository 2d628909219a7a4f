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

    /// The gateway; throws while nothing gets through.
    private var reached: any Gateway { get throws(GatewayError) { try reach(inner) } }

    private func reach<Part>(_ part: Part) throws(GatewayError) -> Part {
        guard network != .broken else {
            throw GatewayError(.notConnectedToGateway, fate: .notSent, message: "the network is down")
        }
        return part
    }

    /// Returns a part that not every gateway has; throws without it, and while nothing gets through.
    private func reach<Part>(_ part: Part?, orSay missing: String) throws(GatewayError) -> Part {
        guard let part else { throw GatewayError(.notAvailable, fate: .notSent, message: missing) }
        return try reach(part)
    }

    /// Returns the answer to a request that moves money; throws if it gets lost.
    private func bringBack<Answer>(_ answer: Answer) throws(GatewayError) -> Answer {
        let isLost = state.withLock { network in
            defer { if network == .losesAnswer { network = .broken } }
            return network == .losesAnswer
        }
        guard !isLost else {
            lossSink.yield()
            throw GatewayError(.gatewayConnectionLost, fate: .unknown, message: "the answer was lost on the way")
        }
        return answer
    }

    func createConnectionToken() async throws(GatewayError) -> ConnectionToken {
        try await reached.createConnectionToken()
    }

    func createPaymentIntent(
        _ parameters: PaymentIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await reached.createPaymentIntent(parameters, key: key)
    }

    func retrievePaymentIntent(_ intent: PaymentIntentReference) async throws(GatewayError) -> PaymentIntent {
        try await reached.retrievePaymentIntent(intent)
    }

    func listPaymentIntents(_ query: ListQuery) async throws(GatewayError) -> ListPage<PaymentIntent> {
        try await reached.listPaymentIntents(query)
    }

    func updatePaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await reached.updatePaymentIntent(intent, payload: payload, key: key)
    }

    func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await bringBack(reached.confirmPaymentIntent(intent, payload: payload, key: key))
    }

    func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, surcharge: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await bringBack(reached.confirmPaymentIntent(intent, payload: payload, surcharge: surcharge, key: key))
    }

    func requestCurrencyConversion(
        _ intent: PaymentIntentReference, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await reached.requestCurrencyConversion(intent, payload: payload, key: key)
    }

    func confirmPaymentIntent(
        _ intent: PaymentIntentReference, payload: EncryptedPayload?, conversion: ConversionChoice, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await bringBack(reached.confirmPaymentIntent(intent, payload: payload, conversion: conversion, key: key))
    }

    func confirmPaymentIntent(
        _ intent: PaymentIntentReference, waitingCard confirmation: CardConfirmation, key: IdempotencyKey
    ) async -> CardConfirmation.Answer {
        do throws(GatewayError) {
            return try await bringBack(
                reached.confirmPaymentIntent(intent, waitingCard: confirmation, key: key))
        } catch {
            return .init(.failure(error))
        }
    }

    func editPaymentIntent(
        _ intent: PaymentIntentReference, _ changes: PaymentIntentChanges, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await reached.editPaymentIntent(intent, changes, key: key)
    }

    func capturePaymentIntent(
        _ intent: PaymentIntentReference, amount: Amount?, applicationFee: Amount?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await bringBack(
            reached.capturePaymentIntent(intent, amount: amount, applicationFee: applicationFee, key: key))
    }

    func incrementAuthorization(
        _ intent: PaymentIntentReference, amount: Amount, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await bringBack(reached.incrementAuthorization(intent, amount: amount, key: key))
    }

    func cancelPaymentIntent(
        _ intent: PaymentIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> PaymentIntent {
        try await bringBack(reached.cancelPaymentIntent(intent, reason: reason, key: key))
    }

    func createRefund(_ parameters: RefundParameters, key: IdempotencyKey) async throws(GatewayError) -> Refund {
        try await bringBack(reached.createRefund(parameters, key: key))
    }

    func retrieveRefund(_ id: String) async throws(GatewayError) -> Refund {
        try await reached.retrieveRefund(id)
    }

    func listRefunds(paymentIntent: String?, _ query: ListQuery) async throws(GatewayError) -> ListPage<Refund> {
        try await reached.listRefunds(paymentIntent: paymentIntent, query)
    }
}

/// Cards that are saved, and the customers whose they are, use the same network.
extension BreakableGateway: CustomerDirectory {
    func createSetupIntent(
        _ parameters: SetupIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await reached.createSetupIntent(parameters, key: key)
    }

    func retrieveSetupIntent(_ intent: SetupIntentReference) async throws(GatewayError) -> SetupIntent {
        try await reached.retrieveSetupIntent(intent)
    }

    func confirmSetupIntent(
        _ intent: SetupIntentReference, payload: EncryptedPayload, allowRedisplay: AllowRedisplay, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await bringBack(
            reached.confirmSetupIntent(intent, payload: payload, allowRedisplay: allowRedisplay, key: key))
    }

    func cancelSetupIntent(
        _ intent: SetupIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await bringBack(reached.cancelSetupIntent(intent, reason: reason, key: key))
    }

    private var directory: any CustomerDirectory {
        get throws(GatewayError) { try reach(customers, orSay: "this gateway has no customers") }
    }

    func createCustomer(
        _ parameters: CustomerParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> Customer {
        try await directory.createCustomer(parameters, key: key)
    }

    func retrieveCustomer(_ id: String) async throws(GatewayError) -> Customer {
        try await directory.retrieveCustomer(id)
    }

    func listCustomers(email: String?, _ query: ListQuery) async throws(GatewayError) -> ListPage<Customer> {
        try await directory.listCustomers(email: email, query)
    }
}

/// Transfers to sellers use the same network.
extension BreakableGateway: TransferGateway {
    private var transferring: any TransferGateway {
        get throws(GatewayError) { try reach(transfers, orSay: "this gateway does not support transfers") }
    }

    func createTransfer(_ parameters: TransferParameters, key: IdempotencyKey) async throws(GatewayError) -> Transfer {
        try await bringBack(transferring.createTransfer(parameters, key: key))
    }

    func retrieveTransfer(_ id: String) async throws(GatewayError) -> Transfer {
        try await transferring.retrieveTransfer(id)
    }

    func listTransfers(
        destination: String?, transferGroup: String?, _ query: ListQuery
    ) async throws(GatewayError) -> ListPage<Transfer> {
        try await transferring.listTransfers(destination: destination, transferGroup: transferGroup, query)
    }

    func reverseTransfer(
        _ id: String, amount: Amount?, refundsFee: Bool, metadata: [String: String], key: IdempotencyKey
    ) async throws(GatewayError) -> TransferReversal {
        try await bringBack(
            transferring.reverseTransfer(id, amount: amount, refundsFee: refundsFee, metadata: metadata, key: key))
    }
}

/// Pages on which customers pay are created, read and closed over the same network.
extension BreakableGateway: CheckoutGateway {
    private var serving: any CheckoutGateway {
        get throws(GatewayError) { try reach(pages, orSay: "this gateway has no payment pages") }
    }

    func createCheckoutSession(
        _ parameters: CheckoutSessionParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> CheckoutSession {
        try await bringBack(serving.createCheckoutSession(parameters, key: key))
    }

    func retrieveCheckoutSession(_ id: String) async throws(GatewayError) -> CheckoutSession {
        try await serving.retrieveCheckoutSession(id)
    }

    func expireCheckoutSession(_ id: String, key: IdempotencyKey) async throws(GatewayError) -> CheckoutSession {
        try await bringBack(serving.expireCheckoutSession(id, key: key))
    }
}
