import TenderFlow
import TenderModel
import TenderTerminal

/// What became of a command that an earlier process did not answer.
extension TillDesk {
    /// Returns how many of a payment's card attempts have asked for an authorization.
    func attempts(of id: String) async throws -> Int {
        id.isEmpty ? 0 : try await journal.history(of: id)?.authorizations ?? 0
    }

    /// Goes on with a command that was begun, here or by an earlier process, and has no end yet.
    func goOn(
        _ command: CommandBook.Command, _ call: ServiceCall, _ input: ServiceInput, _ key: CommandKey
    ) async -> ServiceAnswer {
        await waitForRecovery()
        switch call.repetition {
        case .free, .continued(nil): return await again(call, input, key)
        case .continuedIf(let isBegun):
            do {
                guard try await isBegun(self, input, key) else { throw Self.interrupted }
            } catch let error as ServiceError {
                return ServiceAnswer(error)
            } catch {
                return ServiceAnswer(.unknown(error))
            }
            return await again(call, input, key)
        case .continued(let isDone?):
            let answer = await again(call, input, key)
            guard answer.isUnexpectedState, let intent = try? await freshIntent(input.id), isDone(intent, input) else {
                return answer
            }
            // Recovery has carried it out meanwhile.
            if !configuration.claimsByCall { try? await terminal.claim(intent) }
            return ServiceAnswer(.intent(intent, call.outcomes[0]))
        case .lookedUp:
            do {
                return ServiceAnswer(try await found(command, input))
            } catch let error as ServiceError {
                return ServiceAnswer(error)
            } catch {
                return ServiceAnswer(.unknown(error))
            }
        }
    }

    /// Carries out a command again, of which something may have been sent before: where it fails for want of an answer,
    /// nobody knows what became of it.
    private func again(_ call: ServiceCall, _ input: ServiceInput, _ key: CommandKey) async -> ServiceAnswer {
        do {
            return ServiceAnswer(try await call.work(self, input, key))
        } catch {
            let told = ServiceError(error)
            let isProof = told.status < 500 && (error as? TenderError)?.isProof ?? true
            return ServiceAnswer(isProof ? told : .unknown(error))
        }
    }

    /// Waits until nothing of earlier processes is left to resolve, no longer than a command may take.
    private func waitForRecovery() async {
        let (terminal, limit) = (terminal, configuration.recoveryLimit)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await terminal.waitForRecovery() }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Tells what became of a command at the reader.
    ///
    /// The card is gone: nobody is asked for one again under the same key.
    private func found(_ command: CommandBook.Command, _ input: ServiceInput) async throws -> ServiceResult {
        if input.id.hasPrefix("seti_") { return try await foundSetup(input.id) }
        guard let history = try await journal.history(of: input.id) else { throw Self.interrupted }
        if let approval = OfflineApproval(history) { return ServiceResult(.storedOffline(approval)) }
        guard history.authorizations > command.attempts else { throw Self.interrupted }
        let intent = try await intent(input.id)
        switch history.standing {
        case .approved:
            if !configuration.claimsByCall { try await terminal.claim(intent) }
            return .intent(intent, "approved")
        case .unknown: return ServiceResult(try await terminal.resolvePaymentIntent(intent))
        // Until the money is back, the customer is charged.
        case .reversing: return .intent(intent, "unknown")
        case .nothing(let decline?): return ServiceResult(.declined(decline, intent))
        case .nothing(nil): throw Self.interrupted
        case .refunded: return ServiceResult(.canceled(by: .engine, intent))
        }
    }

    private func foundSetup(_ id: String) async throws -> ServiceResult {
        let intent = try await terminal.retrieveSetupIntent(id: id)
        if try await journal.history(of: id)?.setup?.isUnresolved == true {
            return ServiceResult("unknown", [("setup_intent", intent.withoutSecret)])
        }
        guard intent.status == .succeeded else { throw Self.interrupted }
        if !configuration.claimsByCall { try await terminal.claim(intent) }
        return ServiceResult(.saved(intent))
    }

    private static let interrupted: ServiceError = {
        var error = ServiceError(
            409, "interrupted",
            "it ended before a card was charged: nothing was taken; begin anew under a new key, with a new payment if this one "
                + "is canceled",
            advice: .collectAgain)
        error.outcome = "canceled"
        return error
    }()
}

extension PaymentHistory {
    /// How many card attempts have asked for an authorization.
    fileprivate var authorizations: Int { hasSentConfirm ? attempt : attempt - 1 }
}

extension OfflineApproval {
    /// Tells a payment that was stored offline; `nil` for any other.
    fileprivate init?(_ history: PaymentHistory) {
        guard let payment = OfflinePayment(history), case .payment(let parameters)? = history.offline?.sale.wish,
            let base = parameters.idempotencyKey
        else { return nil }
        self.init(payment: payment, intent: PaymentIntent(offline: parameters, base: base))
    }
}
