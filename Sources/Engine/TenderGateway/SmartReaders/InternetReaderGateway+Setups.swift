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
            throw Self.meaning(of: error)
        }
        return try await follow(acknowledged.action)
    }

    /// Returns the error of a command that the reader did not take.
    private static func meaning(of error: GatewayError) -> GatewayError {
        var error = error
        switch error.readerTrouble {
        case .busy: (error.code, error.fate) = (.readerBusy, .answered(status: 400))
        case .timeout, .hardware, .offline: error.fate = .unknown
        case nil: break
        }
        return error
    }

    private func follow(_ first: ReaderAction?) async throws(GatewayError) -> SetupIntent {
        var (action, waited, pauses, misses) = (first, Duration.zero, 0, 0)
        while isOwn(action), action?.status != .succeeded, action?.status != .failed {
            let pause = link.policy.pause(after: pauses)
            (waited, pauses) = (waited + pause, pauses + 1)
            guard waited <= link.policy.patience else { return try await withdraw() }
            try? await link.clock.sleep(for: pause)
            guard !Task.isCancelled else { return try await withdrawOutsideTheTask() }
            if let reader = try? await link.client.retrieveReader(link.id) {
                (action, misses) = (reader.action, 0)
            } else {
                misses += 1
                guard misses < link.policy.maximumMisses else {
                    throw GatewayError(
                        .requestTimedOut, fate: .unknown, message: "the gateway does not say what the reader is doing")
                }
            }
        }
        return try await saved(or: isOwn(action) ? action : nil)
    }

    private func isOwn(_ action: ReaderAction?) -> Bool {
        action?.kind == .processSetupIntent && action?.setupIntent == intent.id
    }

    /// Stops a reader that asks in vain; a card that it is saving at this moment is found all the same.
    private func withdraw() async throws(GatewayError) -> SetupIntent {
        let answer = try await link.client.cancelAction(on: link.id, key: link.makeKey("cancel"))
        guard !isOwn(answer.action) else {
            throw GatewayError(.requestTimedOut, fate: .unknown, message: "the reader did not stop asking for the card")
        }
        return try await saved(or: nil)
    }

    /// Stops the reader from a task that may still send requests.
    private func withdrawOutsideTheTask() async throws(GatewayError) -> SetupIntent {
        _ = await Task { try? await link.client.cancelAction(on: link.id, key: link.makeKey("cancel")) }.value
        throw GatewayError(.canceled, fate: .unknown, message: "the call was canceled before the reader was done")
    }

    /// Returns the SetupIntent if the action saved a card.
    ///
    /// - Parameter failed: The action as the reader shows it; `nil` if the reader does something else.
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
