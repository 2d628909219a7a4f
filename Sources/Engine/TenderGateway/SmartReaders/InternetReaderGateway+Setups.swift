import TenderAPI
public import TenderFlow
public import TenderModel

/// Cards that are saved at a smart reader: it reads the card and has it saved in one action.
///
/// The action says when to look; only the SetupIntent says what became of the card.
extension InternetReaderGateway {
    /// Makes the reader read and save a card; a payload of another kind goes to the API.
    ///
    /// - Throws: `GatewayError`: of an answered request if no card was saved, such as `.canceled` by the customer, or
    ///   `.declinedByIssuer`; of unknown fate otherwise. Canceling the task withdraws the command from the reader.
    public func confirmSetupIntent(
        _ intent: SetupIntentReference, payload: EncryptedPayload, allowRedisplay: AllowRedisplay, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        guard payload.scheme == InternetReader.payloadScheme else {
            return try await client.confirmSetupIntent(
                intent, payload: payload, allowRedisplay: allowRedisplay, key: key)
        }
        let link = SmartReaderLink(client: client, id: payload.keySerial, policy: readerPolicy, clock: clock)
        let command = SetupCommand(intent: intent, allowRedisplay: allowRedisplay, key: key, link: link)
        return try await command.run(customerCancellation: payload.tag != InternetReader.withoutCustomerCancellation)
    }

    /// Creates a SetupIntent, once per key.
    public func createSetupIntent(
        _ parameters: SetupIntentParameters, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await client.createSetupIntent(parameters, key: key)
    }

    /// Retrieves a SetupIntent, with its newest attempt.
    public func retrieveSetupIntent(_ intent: SetupIntentReference) async throws(GatewayError) -> SetupIntent {
        try await client.retrieveSetupIntent(intent)
    }

    /// Cancels a SetupIntent, so that no card is saved with it any more.
    public func cancelSetupIntent(
        _ intent: SetupIntentReference, reason: CancellationReason?, key: IdempotencyKey
    ) async throws(GatewayError) -> SetupIntent {
        try await client.cancelSetupIntent(intent, reason: reason, key: key)
    }
}

/// One command to a smart reader to save a card, followed until it is over.
private struct SetupCommand {
    let intent: SetupIntentReference
    let allowRedisplay: AllowRedisplay
    let key: IdempotencyKey
    let link: SmartReaderLink

    func run(customerCancellation: Bool) async throws(GatewayError) -> SetupIntent {
        let acknowledged: TerminalReader
        do throws(GatewayError) {
            acknowledged = try await link.client.processSetupIntent(
                intent.id, on: link.id, allowRedisplay: allowRedisplay, customerCancellation: customerCancellation,
                key: key)
        } catch {
            throw error.ofCommand
        }
        let ended = try await link.follow(acknowledged.action, isOwn: isOwn)
        return try await saved(or: ended)
    }

    private func isOwn(_ action: ReaderAction?) -> Bool {
        action?.kind == .processSetupIntent && action?.setupIntent == intent.id
    }

    /// Returns the SetupIntent if the action saved a card.
    ///
    /// - Parameter failed: The action as the reader shows it; `nil` if the reader no longer has it.
    private func saved(or failed: ReaderAction?) async throws(GatewayError) -> SetupIntent {
        let found: SetupIntent
        do throws(GatewayError) { found = try await link.client.retrieveSetupIntent(intent) } catch {
            // The command arrived: what became of it is not known until the intent is read.
            throw GatewayError(error.code, fate: .unknown, message: error.message, apiError: error.apiError)
        }
        guard found.status == .requiresPaymentMethod else { return found }
        var error = Self.failure(failed)
        error.setupIntent = found
        throw error
    }

    private static func failure(_ action: ReaderAction?) -> GatewayError {
        guard let action, action.status == .failed else {
            let isOver = action == nil
            return GatewayError(
                isOver ? .collectionExpired : .answerMismatch, fate: isOver ? .answered(status: 400) : .unknown,
                message: isOver
                    ? "nobody presented the card in time, or the reader was told to do something else"
                    : "the reader is done, and saved no card")
        }
        let code = action.failureCode ?? action.apiError?.code ?? ""
        let message = action.failureMessage ?? action.apiError?.message ?? code
        guard code != "customer_canceled" else {
            return GatewayError(
                .canceled, fate: .answered(status: 400),
                message: "the customer canceled on the reader: no card is saved")
        }
        let isDecline =
            action.apiError?.type == .cardError || code == "card_declined"
            || code == "setup_intent_authentication_failure"
        return GatewayError(
            isDecline ? .declinedByIssuer : code == "invalid_card_type" ? .cardNotSupported : .declinedByReader,
            fate: .answered(status: isDecline ? 402 : 400), message: message,
            apiError: action.apiError ?? APIError(type: .cardError, code: code, message: message), isUnderKey: isDecline
        )
    }
}
