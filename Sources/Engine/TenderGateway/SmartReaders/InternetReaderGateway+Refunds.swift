import TenderAPI
public import TenderFlow
public import TenderModel

/// Refunds to the card that is presented at a smart reader: it reads the card and refunds in one action.
///
/// The action says when to look; only the list of refunds says what was made. An action that was acknowledged, that has
/// failed or that the reader no longer has, and that made no refund, will not make one any more. The action of another
/// refund of the same charge has another key in its metadata.
extension InternetReaderGateway {
    /// Makes the reader refund to the card that the customer presents; a payload of another kind goes to the API.
    ///
    /// - Throws: `GatewayError`: of an answered request if nothing was refunded, such as `.canceled` by the customer; of
    ///   unknown fate otherwise. Canceling the task withdraws the command from the reader.
    public func createRefund(
        _ parameters: RefundParameters, payload: EncryptedPayload, key: IdempotencyKey
    ) async throws(GatewayError) -> Refund {
        guard payload.scheme == InternetReader.payloadScheme else {
            return try await client.createRefund(parameters, payload: payload, key: key)
        }
        let link = SmartReaderLink(client: client, id: payload.keySerial, policy: readerPolicy, clock: clock)
        let command = RefundCommand(parameters: parameters, key: key, link: link)
        return try await command.run(customerCancellation: payload.tag != InternetReader.withoutCustomerCancellation)
    }
}

/// One command to a smart reader to refund, followed until it is over.
private struct RefundCommand {
    let parameters: RefundParameters
    let key: IdempotencyKey
    let link: SmartReaderLink

    func run(customerCancellation: Bool) async throws(GatewayError) -> Refund {
        let acknowledged: TerminalReader
        do throws(GatewayError) {
            acknowledged = try await link.client.refundPayment(
                parameters, on: link.id, customerCancellation: customerCancellation, key: key)
        } catch {
            throw error.ofCommand
        }
        let ended = try await link.follow(acknowledged.action, isOwn: isOwn)
        return try await made(or: ended)
    }

    /// Returns whether an action is this refund, as far as an action shows it.
    private func isOwn(_ action: ReaderAction?) -> Bool {
        guard let action, action.kind == .refundPayment,
            action.metadata[PaymentIntent.attemptMetadata] ?? key.rawValue == key.rawValue
        else { return false }
        return action.charge == parameters.subject || action.paymentIntent == parameters.subject
    }

    /// Returns the refund that the action made.
    ///
    /// - Parameter failed: The action as the reader shows it; `nil` if the reader no longer has it.
    private func made(or failed: ReaderAction?) async throws(GatewayError) -> Refund {
        let refunds = try await refunds()
        if let refund = refunds.first(where: { $0.metadata[PaymentIntent.attemptMetadata] == key.rawValue }) {
            return refund
        }
        guard failed?.status != .succeeded else {
            throw GatewayError(.answerMismatch, fate: .unknown, message: "the reader refunded something else")
        }
        let failure = failed.map { ($0.failureCode ?? $0.apiError?.code ?? "", $0.failureMessage, $0.apiError) }
        switch failure {
        case ("customer_canceled", _, _)?:
            throw GatewayError(
                .canceled, fate: .answered(status: 400),
                message: "the customer canceled on the reader: nothing was refunded")
        case (let code, let message, let error)?:
            let isDecline = error?.type == .cardError || code == "card_declined"
            throw GatewayError(
                isDecline ? .refundFailed : code == "invalid_card_type" ? .cardNotSupported : .declinedByReader,
                fate: .answered(status: isDecline ? 402 : 400), message: message ?? error?.message ?? code,
                apiError: error)
        case nil:
            throw GatewayError(
                .collectionExpired, fate: .answered(status: 400),
                message: "nobody presented the card in time, or the reader was told to do something else")
        }
    }

    private func refunds() async throws(GatewayError) -> [Refund] {
        do throws(GatewayError) {
            return try await link.client.listRefunds(paymentIntent: parameters.paymentIntent, ListQuery(limit: 100))
                .data
        } catch {
            // The command arrived: what became of it is not known until the list is read.
            throw GatewayError(error.code, fate: .unknown, message: error.message, apiError: error.apiError)
        }
    }
}
